import { Context } from '@temporalio/activity'
import { readLeaseClockMs } from '../../state/hosts/leaseClock.ts'
import { endCollecting, extendCollecting } from '../../state/reminders/collectingLease.ts'
import type { AutomationDeps } from '../shared/automation.ts'

/** Time for which new reminders wait for the workflow's next activity. It limits the delay after a worker crash. */
const HOLD_MS = 60_000
const RENEW_INTERVAL_MS = HOLD_MS / 4

type Deps = Pick<AutomationDeps, 'state' | 'clock' | 'log'>

const readWorkflowId = (): string =>
  Context.current().info.workflowExecution?.workflowId ?? Context.current().info.activityId

/**
 * Runs work that may queue reminders, and holds them until `releaseReminders`, so that one message carries them all.
 * After a failure it releases them.
 */
export async function withRemindersHeld<T>({ state, clock, log }: Deps, work: () => Promise<T>): Promise<T> {
  const id = readWorkflowId()
  const extendHold = async (): Promise<void> => {
    const nowMs = await readLeaseClockMs(state, clock)
    await state.write((tx) => extendCollecting(tx, id, nowMs, HOLD_MS), { durable: false })
  }
  await extendHold()
  const timer = setInterval(() => {
    extendHold().catch((error: unknown) => log.warn({ err: error }, 'the delay of new reminders could not be extended'))
  }, RENEW_INTERVAL_MS)
  try {
    const result = await work()
    await extendHold()
    return result
  } catch (error) {
    // The retry may be much later, and other workflows have reminders to send.
    await releaseReminders({ state })
    throw error
  } finally {
    clearInterval(timer)
  }
}

export async function releaseReminders({ state }: Pick<AutomationDeps, 'state'>): Promise<void> {
  const id = readWorkflowId()
  await state.write((tx) => endCollecting(tx, id))
}
