import type { ScheduleDescription } from '@temporalio/client'
import { forEachLimit } from '../../activities/shared/forEachLimit.ts'
import type { SourceSettings } from '../../sheets/sources/settings.ts'
import type { Input, Reply } from '../../contract/operation.ts'
import type { pauseSchedule, resumeSchedule, ScheduleInfo } from '../../contract/control/schedules.ts'
import { toIsoTime } from '../../platform/clock.ts'
import type { SettingsAccess, StateAccess, StateAndLocks, TemporalAccess } from '../context/context.ts'
import { describeSchedule, isOwnSchedule, readPauseState } from '../schedules/ensure.ts'
import { changeSchedulePause, toScheduleId } from '../schedules/command.ts'
import { listSchedules } from '../../state/schedules/schedules.ts'
import type { ScheduleTable } from '../../state/tables/schema.ts'
import { handleOutage } from '../context/faults.ts'
import { probeTemporal } from '../temporal/syncWorkflow.ts'
import { createWorkerError } from '../context/errors.ts'
import { requireSource } from '../runs/requireSource.ts'

const PROBE_TIMEOUT_MS = 2000
const MAX_CONCURRENT = 10

type ScheduledSource = SourceSettings & { schedule: string }

const hasSchedule = (source: SourceSettings): source is ScheduledSource => source.schedule !== undefined

/** Describes the schedule as Temporal does, else as last stored. */
function toScheduleInfo(
  source: ScheduledSource,
  stored: ScheduleTable | undefined,
  described: ScheduleDescription | undefined,
): ScheduleInfo {
  const { paused, note } = described
    ? readPauseState(described)
    : { paused: stored?.paused === 1, note: stored?.note ?? null }
  const next = paused ? undefined : described?.info.nextActionTimes[0]
  return {
    cron: source.schedule,
    time_zone: stored?.time_zone ?? null,
    next_at: next ? toIsoTime(next.getTime()) : null,
    paused,
    note,
  }
}

/** Parts that list schedules and automations. */
export type ListContext = TemporalAccess & StateAccess & SettingsAccess
/** Parts that pause and resume a schedule. */
export type PauseContext = ListContext & StateAndLocks

export const probeAvailability = (context: TemporalAccess): Promise<boolean> =>
  probeTemporal(context, PROBE_TIMEOUT_MS).then(
    () => true,
    () => false,
  )

/** @returns undefined if there is none, or Temporal does not answer @param key id of a source, or DAILY_SCHEDULE_KEY */
export async function tryDescribe(context: TemporalAccess, key: string): Promise<ScheduleDescription | undefined> {
  const described = await handleOutage(
    () => describeSchedule(context, toScheduleId(context, key)),
    () => undefined,
  )
  return described && isOwnSchedule(context, described) ? described : undefined
}

/** Lists the schedules of sources. While Temporal is unreachable, they are as last stored, without a next time. */
export async function listScheduleViews(
  context: TemporalAccess & StateAccess,
  sources: readonly SourceSettings[],
): Promise<Map<string, ScheduleInfo>> {
  const scheduled = sources.filter(hasSchedule)
  const views = new Map<string, ScheduleInfo>()
  if (scheduled.length === 0) return views
  const storedSchedules = await context.state.read(listSchedules)
  const isTemporalAvailable = await probeAvailability(context)
  await forEachLimit(scheduled, MAX_CONCURRENT, async (source) => {
    views.set(
      source.id,
      toScheduleInfo(
        source,
        storedSchedules.get(source.id),
        isTemporalAvailable ? await tryDescribe(context, source.id) : undefined,
      ),
    )
  })
  return views
}

async function changeAndView(context: PauseContext, id: string, note: string | null): Promise<{ data: ScheduleInfo }> {
  const source = requireSource((await context.settings.read()).sources, id)
  if (!hasSchedule(source)) throw createWorkerError('no_schedule', { source: id })
  await changeSchedulePause(context, id, note)
  const storedSchedule = (await context.state.read(listSchedules)).get(id)
  return { data: toScheduleInfo(source, storedSchedule, await tryDescribe(context, source.id)) }
}

/** Pauses a source's schedule. A running sync is not affected. */
export const pauseSourceSchedule = (
  context: PauseContext,
  { params, body }: Input<typeof pauseSchedule>,
): Promise<Reply<typeof pauseSchedule>> => changeAndView(context, params.source, body.note ?? 'Paused by hand.')

/** Resumes a source's schedule. Missed starts are not started later. */
export const resumeSourceSchedule = (
  context: PauseContext,
  { params }: Input<typeof resumeSchedule>,
): Promise<Reply<typeof resumeSchedule>> => changeAndView(context, params.source, null)
