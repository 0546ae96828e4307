import { condition, continueAsNew, defineSignal, isCancellation, log, setHandler, sleep } from '@temporalio/workflow'
import type { CoverageEvaluation } from '../activities/warranty/types.ts'
import { CHANGED_SIGNAL } from '../contract/temporal.ts'
import { failureReason } from './failureReason.ts'
import { coverageActivities, withOneHourBudget } from './proxies.ts'
import { sendQueued } from './sendQueued.ts'

/**
 * Minimum wait, which prevents a busy loop: the workflow's clock may say that a step is due before the worker's does.
 */
const MIN_WAIT_MS = 60_000
/** Wait after a failed evaluation. A wake-up ends it earlier. */
const RETRY_AFTER_MS = 60 * 60_000
/** Pause between evaluations while events keep arriving or a sync runs. */
const SETTLE_TIME = '3s'
const MAX_EVALUATIONS = 50

const changed = defineSignal(CHANGED_SIGNAL)

async function evaluate(): Promise<CoverageEvaluation | undefined> {
  try {
    return await coverageActivities.notifyCoverage.executeWithOptions(
      { summary: 'Evaluate warranties and insurances' },
      [],
    )
  } catch (error) {
    if (isCancellation(error)) throw error
    const { code, detail } = failureReason(error)
    log.error('warranties and insurances could not be evaluated; retrying in an hour', { code, detail })
    return undefined
  }
}

/** Queues reminders of maintenance, which are sent in the same message. If this fails, the daily run queues them. */
async function queueMaintenance({ day, settledDay, hasNewItems }: CoverageEvaluation): Promise<number> {
  try {
    if (hasNewItems)
      await withOneHourBudget.planMaintenance.executeWithOptions(
        { summary: `Create maintenance that is due, ${day}` },
        [{ day }],
      )
    const counts = await withOneHourBudget.remindOfMaintenance.executeWithOptions(
      { summary: `Queue reminders of maintenance, ${day}` },
      [{ day, settledDay }],
    )
    return counts['queued'] ?? 0
  } catch (error) {
    if (isCancellation(error)) throw error
    const { code, detail } = failureReason(error)
    log.warn('maintenance is left to the daily run', { code, detail })
    return 0
  }
}

async function notify(evaluation: CoverageEvaluation): Promise<void> {
  const more = evaluation.hasNewItems || evaluation.hasNewRecipients ? await queueMaintenance(evaluation) : 0
  if (evaluation.queued + more > 0) await sendQueued()
}

async function sleepUntilNextStep(evaluation: CoverageEvaluation | undefined, isWoken: () => boolean): Promise<void> {
  const nextAtMs = evaluation ? evaluation.nextAtMs : Date.now() + RETRY_AFTER_MS
  if (nextAtMs === null) await condition(isWoken)
  else await condition(isWoken, Math.max(MIN_WAIT_MS, nextAtMs - Date.now()))
}

/**
 * Watches all warranties and insurances of an account: evaluates them, notifies people, sleeps until the next step or a
 * wake-up, and continues as new. Every run begins with an evaluation, so no wake-up is lost while a run ends.
 */
export async function coverage(): Promise<void> {
  let isWoken = false
  setHandler(changed, () => void (isWoken = true))
  let evaluation = await evaluate()
  for (let evaluations = 1; evaluation?.isSettling && evaluations < MAX_EVALUATIONS; evaluations++) {
    await sleep(SETTLE_TIME)
    isWoken = false
    evaluation = await evaluate()
  }
  if (!evaluation?.isSettling) {
    if (evaluation) await notify(evaluation)
    await sleepUntilNextStep(evaluation, () => isWoken)
  }
  await continueAsNew<typeof coverage>()
}
