import type { SendCounts } from '../activities/notify/types.ts'
import { sending } from './proxies.ts'

/** Sends the reminders that are due now: those whose first try did not succeed, above all. */
export const deliver = (): Promise<SendCounts> => sending.sendReminders({})
