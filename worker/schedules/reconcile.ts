import { readAccount } from '../../activities/shared/api.ts'
import { schedulePrefix, syncScheduleId } from '../../contract/temporal.ts'
import type { RunContext, StateAccess, StateAndLocks, TemporalAccess, WorkerContext } from '../context/context.ts'
import { detectRestore } from '../wakeups/reconcile.ts'
import {
  DAILY_SCHEDULE_KEY,
  removeStoredSchedule,
  storeSchedule,
  listSchedules,
} from '../../state/schedules/schedules.ts'
import type { ScheduleTable } from '../../state/tables/schema.ts'
import { withTimeout } from '../temporal/syncWorkflow.ts'
import { defineDailySchedule, scheduleTitle } from './daily.ts'
import { addStateOwner, defineSchedule, type ScheduleDefinition } from './definition.ts'
import { ensureSchedule, removeSchedule, type EnsureContext } from './ensure.ts'
import { scaleTimeLimit } from '../../platform/timeLimit.ts'

const PROFILE_TIMEOUT_MS = 5000

export type ScheduleContext = RunContext & StateAndLocks & Pick<WorkerContext, 'api' | 'stateOwner'>

/** Lists the account's schedules in Temporal's list, which lags a little. */
const listOurs = (context: TemporalAccess): Promise<string[]> =>
  withTimeout(context, async () => {
    const ids: string[] = []
    for await (const { scheduleId } of context.temporal.schedule.list())
      if (scheduleId.startsWith(schedulePrefix(context.account))) ids.push(scheduleId)
    return ids
  })

async function ensureSourceSchedule(
  context: EnsureContext & StateAccess,
  definition: ScheduleDefinition,
  storedSchedule: ScheduleTable | undefined,
): Promise<void> {
  const { source, timeZone } = definition
  const pause = await ensureSchedule(context, definition, {
    paused: storedSchedule?.paused === 1,
    note: storedSchedule?.note ?? null,
  })
  if (!pause) {
    const title = scheduleTitle(source)
    context.log.warn(
      { source },
      `${title} has no schedule: ${definition.scheduleId} is taken by a schedule that Kitroom did not make. Remove it.`,
    )
    return
  }
  const row: ScheduleTable = { source, time_zone: timeZone, paused: pause.paused ? 1 : 0, note: pause.note }
  if (JSON.stringify(row) !== JSON.stringify(storedSchedule)) await context.state.write((tx) => storeSchedule(tx, row))
}

const listStoredScheduleIds = (account: string, storedSchedules: ReadonlyMap<string, ScheduleTable>): string[] =>
  [...storedSchedules.keys()]
    .filter((source) => source !== DAILY_SCHEDULE_KEY)
    .map((source) => syncScheduleId(account, source))

async function removeObsolete(context: EnsureContext & StateAccess, scheduleId: string): Promise<void> {
  const source = scheduleId.slice(syncScheduleId(context.account, '').length)
  if (await removeSchedule(context, scheduleId)) context.log.info({ source }, `the schedule of ${source} was removed`)
  await context.state.write((tx) => removeStoredSchedule(tx, source))
}

/** Prevents an update from overwriting a concurrent pause. */
export const withScheduleLock = <C extends StateAndLocks, T>(
  context: C,
  scheduleId: string,
  work: (locked: C) => Promise<T>,
): Promise<T> => context.withLock(`schedule:${scheduleId}`, (state) => work({ ...context, state }))

/**
 * Reconciles the account's schedules with the settings in force and the studio's time zone: creates, updates and
 * removes.
 * @param mayContinue called before each schedule; false stops the round
 * @throws SettingsError for an invalid kitroom.yaml; nothing is changed then
 */
export async function reconcileSchedules(context: ScheduleContext, mayContinue: () => Promise<boolean>): Promise<void> {
  const { sources, reminders } = await context.settings.read()
  const { timeZone, epoch } = await readAccount(context.api, AbortSignal.timeout(scaleTimeLimit(PROFILE_TIMEOUT_MS)))
  await detectRestore(context, epoch)
  const storedSchedules = await context.state.read(listSchedules)
  const dailyTime = { at: reminders.at, timeZone, nowMs: context.clock.nowMs() }
  const dailyDefinition = addStateOwner(defineDailySchedule(context.account, dailyTime), context.stateOwner)
  const sourceDefinitions = sources.flatMap(({ id, schedule }) =>
    schedule === undefined ? [] : [defineSchedule(context.account, { source: id, cron: schedule, timeZone })],
  )
  const definitions = [dailyDefinition, ...sourceDefinitions]
  for (const definition of definitions) {
    if (!(await mayContinue())) return
    await withScheduleLock(context, definition.scheduleId, (locked) =>
      ensureSourceSchedule(locked, definition, storedSchedules.get(definition.source)),
    )
  }
  const obsoleteIds = new Set([
    ...(await listOurs(context)),
    ...listStoredScheduleIds(context.account, storedSchedules),
  ])
  for (const { scheduleId } of definitions) obsoleteIds.delete(scheduleId)
  for (const scheduleId of obsoleteIds) {
    if (!(await mayContinue())) return
    await withScheduleLock(context, scheduleId, (locked) => removeObsolete(locked, scheduleId))
  }
}
