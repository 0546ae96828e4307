import { Context } from '@temporalio/activity'
import { endCollecting, extendCollecting } from '../state/collecting.ts'
import type { AutomationDeps } from './automation.ts'

/** New reminders wait so long for the next activity of the same workflow; a worker that dies holds them up no longer. */
const HOLD_MS = 60_000
const RENEW_EVERY_MS = HOLD_MS / 4

type Deps = Pick<AutomationDeps, 'state' | 'clock' | 'log'>

const workflowId = (): string => Context.current().info.workflowExecution?.workflowId ?? Context.current().info.activityId

/**
 * Runs work that may queue reminders. Until the workflow's last such activity calls `endOfCollecting`, nobody sends new ones: what is found
 * together goes out together. Work that fails holds nothing up.
 */
export async function collecting<T>({ state, clock, log }: Deps, work: () => Promise<T>): Promise<T> {
  const id = workflowId()
  const extend = async (): Promise<void> => void (await state.write((tx) => extendCollecting(tx, id, clock.nowMs(), HOLD_MS), { durable: false }))
  await extend()
  const timer = setInterval(() => {
    extend().catch((error: unknown) => log.warn({ err: error }, 'new reminders could not be held back'))
  }, RENEW_EVERY_MS)
  try {
    const result = await work()
    await extend()
    return result
  } catch (error) {
    // A retry may be far off, and others have reminders to send.
    await endOfCollecting({ state })
    throw error
  } finally {
    clearInterval(timer)
  }
}

/** Lets the reminders that this workflow has collected go out. */
export async function endOfCollecting({ state }: Pick<AutomationDeps, 'state'>): Promise<void> {
  const id = workflowId()
  await state.write((tx) => endCollecting(tx, id))
}
