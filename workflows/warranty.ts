import { drain } from './drain.ts'
import { reviewing } from './proxies.ts'
import { sendQueued } from './sendQueued.ts'

/** Handles document events of earlier versions: opens and wakes watches, notifies of ends that have passed. */
export const warranty = (): Promise<void> =>
  drain(async () => {
    const { queued, isMore } = await reviewing.reviewDocuments({})
    if (queued > 0) await sendQueued()
    return isMore
  })
