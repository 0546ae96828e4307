import { drain } from './drain.ts'
import { documentActivities } from './proxies.ts'
import { sendQueued } from './sendQueued.ts'

/**
 * For workflows started by earlier versions: handles document events, starts and wakes watches, and reports end dates
 * that have passed.
 */
export const warranty = (): Promise<void> =>
  drain(async () => {
    const { queued, isMore } = await documentActivities.reviewDocuments()
    if (queued > 0) await sendQueued()
    return isMore
  })
