import { ScheduleAlreadyRunning, ScheduleNotFoundError, type ScheduleDescription } from '@temporalio/client'
import type { TemporalAccess, WorkerContext } from '../context/context.ts'
import { withTimeout } from '../temporal/syncWorkflow.ts'
import { requireOwnState } from '../context/stateOwner.ts'
import { scheduleTitle } from './daily.ts'
import type { ScheduleDefinition } from './definition.ts'

export type EnsureContext = TemporalAccess & Pick<WorkerContext, 'log' | 'stateOwner'>

export interface PauseState {
  paused: boolean
  note: string | null
}

/** @returns undefined if Temporal has no such schedule */
export async function describeSchedule(
  context: TemporalAccess,
  scheduleId: string,
): Promise<ScheduleDescription | undefined> {
  try {
    return await withTimeout(context, () => context.temporal.schedule.getHandle(scheduleId).describe())
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return undefined
    throw error
  }
}

/** True for schedules that a worker of this account has created. */
export const isOwnSchedule = (context: TemporalAccess, { action }: ScheduleDescription): boolean =>
  action.memo?.['account'] === context.account

export const readPauseState = ({ state }: ScheduleDescription): PauseState => ({
  paused: state.paused,
  note: state.paused && state.note ? state.note : null,
})

async function createSchedule(
  context: TemporalAccess,
  definition: ScheduleDefinition,
  { paused, note }: PauseState,
): Promise<boolean> {
  const { scheduleId, spec, action, policies } = definition
  const state = { paused, note: note ?? undefined }
  try {
    await withTimeout(context, () => context.temporal.schedule.create({ scheduleId, spec, action, policies, state }))
    return true
  } catch (error) {
    if (error instanceof ScheduleAlreadyRunning) return false
    throw error
  }
}

/**
 * Creates a schedule, or updates it if it differs. It keeps the pause state, and recreates a schedule that Temporal
 * lost with `storedPause`.
 * @returns its pause state, or undefined if the id belongs to a schedule that Kitroom did not create
 * @throws ConfigError if the schedule names another database of a worker
 */
export async function ensureSchedule(
  context: EnsureContext,
  definition: ScheduleDefinition,
  storedPause: PauseState,
): Promise<PauseState | undefined> {
  const { scheduleId, source, spec, action, policies } = definition
  const described = await describeSchedule(context, scheduleId)
  if (!described) {
    if (!(await createSchedule(context, definition, storedPause)))
      return ensureSchedule(context, definition, storedPause)
    context.log.info({ source }, `the schedule of ${scheduleTitle(source)} was made`)
    return storedPause
  }
  if (!isOwnSchedule(context, described)) return undefined
  const { configHash, stateId } = action.memo
  if (stateId !== undefined) requireOwnState(context.stateOwner, described)
  const memo = described.action.memo ?? {}
  if (memo['configHash'] === configHash && memo['stateId'] === stateId) return readPauseState(described)
  const handle = context.temporal.schedule.getHandle(scheduleId)
  await withTimeout(context, () => handle.update((previous) => ({ ...previous, spec, action, policies })))
  context.log.info({ source }, `the schedule of ${scheduleTitle(source)} was changed`)
  return readPauseState(described)
}

/** Deletes a schedule of this account. @returns true if this account had it */
export async function removeSchedule(context: TemporalAccess, scheduleId: string): Promise<boolean> {
  const described = await describeSchedule(context, scheduleId)
  if (!described || !isOwnSchedule(context, described)) return false
  try {
    await withTimeout(context, () => context.temporal.schedule.getHandle(scheduleId).delete())
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error
  }
  return true
}
