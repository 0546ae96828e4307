import type { SendCounts } from '../activities/notify/types.ts'
import { sendDue } from './sendQueued.ts'

/** Sends reminders that are due between two daily runs: mostly retries. */
export const deliver = (): Promise<SendCounts> => sendDue()
