import { condition, continueAsNew, defineSignal, isCancellation, log, setHandler, sleep } from '@temporalio/workflow'
import type { CoverageSeen } from '../activities/warranty/types.ts'
import { CHANGED_SIGNAL } from '../contract/temporal.ts'
import { failureReason } from './failureReason.ts'
import { covering, stepping } from './proxies.ts'
import { sendQueued } from './sendQueued.ts'

/** Where clocks do not agree, a moment that has passed here may be ahead there: it is not asked for over and over. */
const LEAST_WAIT_MS = 60_000
/** What could not be done is tried again after this time, or when somebody wakes the workflow. */
const RETRY_AFTER_MS = 60 * 60_000
/** While a burst or a sync goes on. */
const SETTLE = '3s'
/** Evaluations after which the workflow continues as a new run, so that its history stays short. */
const MAX_EVALUATIONS = 50

const changed = defineSignal(CHANGED_SIGNAL)

async function evaluate(): Promise<CoverageSeen | undefined> {
  try {
    return await covering.notifyCoverage({})
  } catch (error) {
    if (isCancellation(error)) throw error
    const { code, detail } = failureReason(error)
    log.error('warranties and insurances could not be evaluated; it is tried again in an hour', { code, detail })
    return undefined
  }
}

/** Queues the maintenance that belongs into the same message. The daily run queues what could not be queued here. */
async function queueMaintenance({ day, settledDay, hasNewItems }: CoverageSeen): Promise<number> {
  try {
    if (hasNewItems) await stepping.planMaintenance({ day })
    return (await stepping.remindOfMaintenance({ day, settledDay }))['queued'] ?? 0
  } catch (error) {
    if (isCancellation(error)) throw error
    const { code, detail } = failureReason(error)
    log.warn('maintenance is left to the daily run', { code, detail })
    return 0
  }
}

async function notify(seen: CoverageSeen): Promise<void> {
  const more = seen.hasNewItems || seen.hasNewRecipients ? await queueMaintenance(seen) : 0
  if (seen.queued + more > 0) await sendQueued()
}

/** Sleeps until the next step falls due, or until `isWoken`. */
async function rest(seen: CoverageSeen | undefined, isWoken: () => boolean): Promise<void> {
  const nextAtMs = seen ? seen.nextAtMs : Date.now() + RETRY_AFTER_MS
  if (nextAtMs === null) await condition(isWoken)
  else await condition(isWoken, Math.max(LEAST_WAIT_MS, nextAtMs - Date.now()))
}

/**
 * All warranties and insurances of an account: notifies people of what is due, sleeps until the next step of any of them falls due or until it
 * is woken, and continues as a new run. A wake-up during the evaluation, or while the run ends, is not lost: every run begins with an
 * evaluation.
 */
export async function coverage(): Promise<void> {
  let isWoken = false
  setHandler(changed, () => void (isWoken = true))
  let seen = await evaluate()
  for (let evaluations = 1; seen?.isSettling && evaluations < MAX_EVALUATIONS; evaluations++) {
    await sleep(SETTLE)
    isWoken = false
    seen = await evaluate()
  }
  if (!seen?.isSettling) {
    if (seen) await notify(seen)
    await rest(seen, () => isWoken)
  }
  await continueAsNew<typeof coverage>()
}
