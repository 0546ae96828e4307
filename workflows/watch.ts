import { condition, continueAsNew, defineSignal, setHandler, workflowInfo } from '@temporalio/workflow'
import type { Look } from '../activities/warranty/types.ts'
import { CHANGED_SIGNAL, type WatchInput } from '../contract/temporal.ts'
import { watching } from './proxies.ts'
import { sendQueued } from './sendQueued.ts'

/** Where clocks do not agree, a moment that has passed here may be ahead there: it is not asked for over and over. */
const LEAST_WAIT_MS = 60_000

const changed = defineSignal(CHANGED_SIGNAL)

/**
 * Watches one end of one document: looks at it as it is then, tells what is due, and sleeps until the next step or until it is woken. Ends when
 * there is nothing left to tell, or when the document has no such end any more. Answers why.
 */
export async function watch(input: WatchInput): Promise<Look['outcome']> {
  let isWoken = false
  setHandler(changed, () => void (isWoken = true))
  for (;;) {
    isWoken = false
    const { outcome, queued, nextAtMs } = await watching.lookAtDocument(input)
    if (queued > 0) await sendQueued()
    if (nextAtMs === null) return outcome
    await condition(() => isWoken, Math.max(LEAST_WAIT_MS, nextAtMs - Date.now()))
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof watch>(input)
  }
}
