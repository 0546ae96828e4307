import { allHandlersFinished, condition, continueAsNew, defineSignal, setHandler, sleep } from '@temporalio/workflow'
import { CHANGED_SIGNAL } from '../contract/temporal.ts'

/** Events come in bursts: what comes within this time is looked at together. */
const SETTLE = '2s'
/** Steps after which the workflow goes on under a new run, so that its history stays short. */
const STEPS_PER_RUN = 50

const changed = defineSignal(CHANGED_SIGNAL)

/**
 * The whole of a workflow that empties a topic of the inbox: lets things settle, takes steps until nothing is left, again if it was signalled
 * meanwhile, then ends. The next signal starts it anew.
 * @param step handles some events; answers whether there may be more
 */
export async function drain(step: () => Promise<boolean>): Promise<void> {
  let isChanged = true
  setHandler(changed, () => void (isChanged = true))
  for (let steps = 0; isChanged;) {
    await sleep(SETTLE)
    // From here on: a signal that comes before the first step is about events that it sees.
    isChanged = false
    do {
      if (steps === STEPS_PER_RUN) await continueAsNew()
      steps += 1
    } while (await step())
  }
  await condition(allHandlersFinished)
}
