import { allHandlersFinished, condition, continueAsNew, defineSignal, setHandler, sleep } from '@temporalio/workflow'
import { CHANGED_SIGNAL } from '../contract/temporal.ts'

/** Wait after a signal, so that a burst of events is handled in one step. */
const SETTLE_TIME = '2s'
/** Steps per run. Then the workflow continues as new, to keep its history short. */
const STEPS_PER_RUN = 50

const changed = defineSignal(CHANGED_SIGNAL)

/**
 * Empties an inbox topic, as the body of a workflow: waits until a burst of events has ended, handles events until none
 * is left, and returns. The next signal starts the workflow again.
 * @param step handles some events; resolves to true if more may be left
 */
export async function drain(step: () => Promise<boolean>): Promise<void> {
  let isChanged = true
  setHandler(changed, () => void (isChanged = true))
  for (let steps = 0; isChanged;) {
    await sleep(SETTLE_TIME)
    // The flag is reset before the first step, which reads the events of every signal received so far.
    isChanged = false
    do {
      if (steps === STEPS_PER_RUN) await continueAsNew()
      steps += 1
    } while (await step())
  }
  await condition(allHandlersFinished)
}
