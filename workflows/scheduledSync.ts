import type { ScheduledStart, ScheduledSyncInput } from '../contract/temporal.ts'
import { scheduleActivities } from './proxies.ts'

export const scheduledSync = ({ source }: ScheduledSyncInput): Promise<ScheduledStart> =>
  scheduleActivities.startScheduled.executeWithOptions({ summary: `Start a sync of ${source}` }, [{ source }])
