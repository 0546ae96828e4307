import { drain } from './drain.ts'
import { reviewing } from './proxies.ts'
import { sendQueued } from './sendQueued.ts'

/** Takes what events say of documents, a burst of them at a time: watches are opened and woken, what has ended is told. Ends when none is left. */
export const warranty = (): Promise<void> =>
  drain(async () => {
    const { queued, isMore } = await reviewing.reviewDocuments({})
    if (queued > 0) await sendQueued()
    return isMore
  })
