import { condition, continueAsNew, defineSignal, setHandler, workflowInfo } from '@temporalio/workflow'
import type { Look } from '../activities/warranty/types.ts'
import { CHANGED_SIGNAL, type WatchInput } from '../contract/temporal.ts'
import { watching } from './proxies.ts'
import { sendQueued } from './sendQueued.ts'

/** Minimum wait. Clocks may differ, so a step that is due here may lie ahead for the worker; this prevents a busy loop. */
const LEAST_WAIT_MS = 60_000

const changed = defineSignal(CHANGED_SIGNAL)

/**
 * Watches one end date of one document: evaluates it, notifies, and sleeps until the next step or a wake-up. Ends when no step is left or the
 * document no longer has this end date.
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
