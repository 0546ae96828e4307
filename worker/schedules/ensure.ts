import { ScheduleAlreadyRunning, ScheduleNotFoundError, type ScheduleDescription } from '@temporalio/client'
import type { WorkerContext } from '../context.ts'
import { withTimeout } from '../temporal/syncWorkflow.ts'
import { scheduleTitle } from './daily.ts'
import type { Definition } from './definition.ts'

export interface Pause {
  paused: boolean
  note: string | null
}

/** @returns undefined when Temporal has none */
export async function describeSchedule(context: WorkerContext, scheduleId: string): Promise<ScheduleDescription | undefined> {
  try {
    return await withTimeout(context, () => context.temporal.schedule.getHandle(scheduleId).describe())
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return undefined
    throw error
  }
}

/** True for schedules made by a worker of this account. */
export const isOurs = (context: WorkerContext, { action }: ScheduleDescription): boolean => action.memo?.['account'] === context.account

export const pauseOf = ({ state }: ScheduleDescription): Pause => ({
  paused: state.paused,
  note: state.paused && state.note ? state.note : null,
})

async function create(context: WorkerContext, definition: Definition, { paused, note }: Pause): Promise<boolean> {
  const { scheduleId, spec, action, policies } = definition
  const state = { paused, ...(note === null ? {} : { note }) }
  try {
    await withTimeout(context, () => context.temporal.schedule.create({ scheduleId, spec, action, policies, state }))
    return true
  } catch (error) {
    if (error instanceof ScheduleAlreadyRunning) return false
    throw error
  }
}

/**
 * Creates or updates a schedule where it differs. Keeps its pause state; a lost schedule is recreated with `kept`.
 * @returns its pause state, or undefined when the id belongs to a foreign schedule
 */
export async function ensureSchedule(context: WorkerContext, definition: Definition, kept: Pause): Promise<Pause | undefined> {
  const { scheduleId, source, spec, action, policies } = definition
  const described = await describeSchedule(context, scheduleId)
  if (!described) {
    if (!(await create(context, definition, kept))) return ensureSchedule(context, definition, kept)
    context.log.info({ source }, `the schedule of ${scheduleTitle(source)} was made`)
    return kept
  }
  if (!isOurs(context, described)) return undefined
  if (described.action.memo?.['configHash'] === action.memo.configHash) return pauseOf(described)
  const handle = context.temporal.schedule.getHandle(scheduleId)
  await withTimeout(context, () => handle.update((previous) => ({ ...previous, spec, action, policies })))
  context.log.info({ source }, `the schedule of ${scheduleTitle(source)} was changed`)
  return pauseOf(described)
}

/** Deletes a schedule of this account. @returns whether it existed and was ours */
export async function removeSchedule(context: WorkerContext, scheduleId: string): Promise<boolean> {
  const described = await describeSchedule(context, scheduleId)
  if (!described || !isOurs(context, described)) return false
  try {
    await withTimeout(context, () => context.temporal.schedule.getHandle(scheduleId).delete())
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error
  }
  return true
}
