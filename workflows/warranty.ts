import { drain } from './drain.ts'
import { documentActivities } from './proxies.ts'
import { sendQueued } from './sendQueued.ts'

/** Handles document events of earlier versions: opens and wakes watches, notifies of ends that have passed. */
export const warranty = (): Promise<void> =>
  drain(async () => {
    const { queued, isMore } = await documentActivities.reviewDocuments({})
    if (queued > 0) await sendQueued()
    return isMore
  })
