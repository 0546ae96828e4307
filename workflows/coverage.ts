import { condition, continueAsNew, defineSignal, isCancellation, log, setHandler, sleep } from '@temporalio/workflow'
import type { CoverageSeen } from '../activities/warranty/types.ts'
import { CHANGED_SIGNAL } from '../contract/temporal.ts'
import { failureReason } from './failureReason.ts'
import { covering, stepping } from './proxies.ts'
import { sendQueued } from './sendQueued.ts'

/** Minimum wait. Clocks may differ, so a step that is due here may lie ahead for the worker; this prevents a busy loop. */
const LEAST_WAIT_MS = 60_000
/** Wait after a failed evaluation; a wake-up ends it earlier. */
const RETRY_AFTER_MS = 60 * 60_000
/** Pause between evaluations while a burst of events or a sync goes on. */
const SETTLE = '3s'
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

/** Queues maintenance reminders for the same message. The daily run queues those that fail here. */
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

async function rest(seen: CoverageSeen | undefined, isWoken: () => boolean): Promise<void> {
  const nextAtMs = seen ? seen.nextAtMs : Date.now() + RETRY_AFTER_MS
  if (nextAtMs === null) await condition(isWoken)
  else await condition(isWoken, Math.max(LEAST_WAIT_MS, nextAtMs - Date.now()))
}

/**
 * Watches all warranties and insurances of an account in one workflow: evaluates, notifies, sleeps until the next step or a wake-up, continues as
 * new. Every run begins with an evaluation, so a wake-up that arrives while a run ends is not lost.
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
