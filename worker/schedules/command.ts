import { ScheduleNotFoundError, type ScheduleHandle } from '@temporalio/client'
import { dailyScheduleId, syncScheduleId } from '../../contract/temporal.ts'
import { DAILY_SCHEDULE_KEY, storePause } from '../../state/schedules/schedules.ts'
import type { StateAndLocks, TemporalAccess } from '../context/context.ts'
import { createWorkerError, type WorkerError } from '../context/errors.ts'
import { withTimeout } from '../temporal/syncWorkflow.ts'
import { describeSchedule, isOwnSchedule } from './ensure.ts'
import { withScheduleLock } from './reconcile.ts'

/** @param key id of a source, or DAILY_SCHEDULE_KEY */
export const toScheduleId = ({ account }: TemporalAccess, key: string): string =>
  key === DAILY_SCHEDULE_KEY ? dailyScheduleId(account) : syncScheduleId(account, key)

const createNotSetUpError = (key: string): WorkerError =>
  key === DAILY_SCHEDULE_KEY
    ? createWorkerError('daily_not_set_up', {})
    : createWorkerError('schedule_not_set_up', { source: key })

/** @throws WorkerError `no_schedule` */
async function command(
  context: TemporalAccess,
  key: string,
  send: (handle: ScheduleHandle) => Promise<void>,
): Promise<void> {
  const scheduleId = toScheduleId(context, key)
  const described = await describeSchedule(context, scheduleId)
  if (!described || !isOwnSchedule(context, described)) throw createNotSetUpError(key)
  try {
    await withTimeout(context, () => send(context.temporal.schedule.getHandle(scheduleId)))
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) throw createNotSetUpError(key)
    throw error
  }
}

/** Pauses or resumes a schedule, and stores that in case Temporal loses it. @param note null to resume */
export const changeSchedulePause = (
  context: TemporalAccess & StateAndLocks,
  key: string,
  note: string | null,
): Promise<void> =>
  withScheduleLock(context, toScheduleId(context, key), async (locked) => {
    await command(locked, key, (handle) => (note === null ? handle.unpause('Resumed.') : handle.pause(note)))
    await locked.state.write((tx) => storePause(tx, { source: key, paused: note === null ? 0 : 1, note }))
  })

/** Starts the work of a schedule now, unless it is running, even while the schedule is paused. */
export const triggerSchedule = (context: TemporalAccess, key: string): Promise<void> =>
  command(context, key, (handle) => handle.trigger())
