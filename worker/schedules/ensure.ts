import { ScheduleAlreadyRunning, ScheduleNotFoundError, type ScheduleDescription } from '@temporalio/client'
import type { WorkerContext } from '../context.ts'
import { inTime } from '../temporal/syncWorkflow.ts'
import { titleOf } from './daily.ts'
import type { Definition } from './definition.ts'

/** Whether and why an operator has paused a schedule. */
export interface Pause {
  paused: boolean
  note: string | null
}

/** What Temporal knows of a schedule; undefined when there is none. */
export async function describeSchedule(context: WorkerContext, scheduleId: string): Promise<ScheduleDescription | undefined> {
  try {
    return await inTime(context, () => context.temporal.schedule.getHandle(scheduleId).describe())
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return undefined
    throw error
  }
}

/** Whether a schedule was made by a worker of this account. All others are somebody else's. */
export const isOurs = (context: WorkerContext, { action }: ScheduleDescription): boolean => action.memo?.['account'] === context.account

export const pauseOf = ({ state }: ScheduleDescription): Pause => ({
  paused: state.paused,
  note: state.paused && state.note ? state.note : null,
})

async function create(context: WorkerContext, definition: Definition, { paused, note }: Pause): Promise<boolean> {
  const { scheduleId, spec, action, policies } = definition
  const state = { paused, ...(note === null ? {} : { note }) }
  try {
    await inTime(context, () => context.temporal.schedule.create({ scheduleId, spec, action, policies, state }))
    return true
  } catch (error) {
    if (error instanceof ScheduleAlreadyRunning) return false
    throw error
  }
}

/**
 * Makes a schedule what kitroom.yaml says, and writes only where there is a difference. Its state stays, so that what an operator paused
 * stays paused. One that Temporal lost comes back with `kept`.
 * @returns how it is paused now, or undefined when the id is taken by a schedule that is not ours.
 */
export async function ensureSchedule(context: WorkerContext, definition: Definition, kept: Pause): Promise<Pause | undefined> {
  const { scheduleId, source, spec, action, policies } = definition
  const described = await describeSchedule(context, scheduleId)
  if (!described) {
    if (!(await create(context, definition, kept))) return ensureSchedule(context, definition, kept)
    context.log.info({ source }, `the schedule of ${titleOf(source)} was made`)
    return kept
  }
  if (!isOurs(context, described)) return undefined
  if (described.action.memo?.['configHash'] === action.memo.configHash) return pauseOf(described)
  const handle = context.temporal.schedule.getHandle(scheduleId)
  await inTime(context, () => handle.update((previous) => ({ ...previous, spec, action, policies })))
  context.log.info({ source }, `the schedule of ${titleOf(source)} was changed`)
  return pauseOf(described)
}

/** Deletes a schedule of this account; anybody else's stays. Answers whether it was there and ours. */
export async function removeSchedule(context: WorkerContext, scheduleId: string): Promise<boolean> {
  const described = await describeSchedule(context, scheduleId)
  if (!described || !isOurs(context, described)) return false
  try {
    await inTime(context, () => context.temporal.schedule.getHandle(scheduleId).delete())
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error
  }
  return true
}
