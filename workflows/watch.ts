import { condition, continueAsNew, defineSignal, setHandler, workflowInfo } from '@temporalio/workflow'
import type { WatchAnswer } from '../activities/warranty/types.ts'
import { CHANGED_SIGNAL, type WatchInput } from '../contract/temporal.ts'
import { watchActivities } from './proxies.ts'
import { sendQueued } from './sendQueued.ts'

/**
 * Minimum wait, which prevents a busy loop: a step that is due by this clock may still be in the future by the
 * worker's.
 */
const MIN_WAIT_MS = 60_000

const changed = defineSignal(CHANGED_SIGNAL)

/**
 * Watches one end date of one document: evaluates it, notifies, and sleeps until the next step or a wake-up. Ends when
 * no step is left or the document no longer has this end date.
 */
export async function watch(input: WatchInput): Promise<WatchAnswer['outcome']> {
  let isWoken = false
  setHandler(changed, () => void (isWoken = true))
  for (;;) {
    isWoken = false
    const { outcome, queued, nextAtMs } = await watchActivities.lookAtDocument(input)
    if (queued > 0) await sendQueued()
    if (nextAtMs === null) return outcome
    await condition(() => isWoken, Math.max(MIN_WAIT_MS, nextAtMs - Date.now()))
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof watch>(input)
  }
}
