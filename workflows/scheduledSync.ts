import type { ScheduledStart, ScheduledSyncInput } from '../contract/temporal.ts'
import { scheduling } from './proxies.ts'

export const scheduledSync = ({ source }: ScheduledSyncInput): Promise<ScheduledStart> => scheduling.startScheduled({ source })
