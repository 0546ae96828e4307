import type { SendCounts } from '../activities/notify/types.ts'
import { notifyActivities } from './proxies.ts'

/** Sends due reminders between daily runs, mostly retries. */
export const deliver = (): Promise<SendCounts> => notifyActivities().sendReminders({})
