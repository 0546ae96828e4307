import type {
  Automation,
  listAutomations,
  pauseAutomation,
  resumeAutomation,
  runAutomation,
} from '../../contract/control/automations.ts'
import type { Input, Reply } from '../../contract/operation.ts'
import { toIsoTime } from '../../platform/clock.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { readCoverageWatch } from '../../state/coverage/coverageWatch.ts'
import { findNewestDailyRun, parseFailedSteps } from '../../state/schedules/dailyRuns.ts'
import { listRunPage } from '../../state/sync/runs.ts'
import { DAILY_SCHEDULE_KEY, listSchedules } from '../../state/schedules/schedules.ts'
import type { RunRow } from '../../state/tables/schema.ts'
import type { SettingsAccess } from '../context/context.ts'
import { wakeCoverage } from '../wakeups/kinds/coverage.ts'
import { createWorkerError } from '../context/errors.ts'
import { requireSource } from '../runs/requireSource.ts'
import { changeSchedulePause, triggerSchedule } from '../schedules/command.ts'
import { readPauseState } from '../schedules/ensure.ts'
import { probeAvailability, tryDescribe, type ListContext, type PauseContext } from './schedules.ts'
import type { SignalContext } from '../wakeups/startOrSignal.ts'

const SYNC_PREFIX = 'sync:'
const COVERAGE_ID = 'coverage'
const DAILY_ID = 'daily'

type LastRun = Pick<Automation, 'last_outcome' | 'last_began_at' | 'last_ended_at' | 'counts' | 'detail'>
type NextRun = Pick<Automation, 'next_at' | 'paused' | 'note'>

const NEVER: LastRun = { last_outcome: null, last_began_at: null, last_ended_at: null, counts: {}, detail: null }

async function findLastDaily(tx: Tx): Promise<LastRun> {
  const run = await findNewestDailyRun(tx)
  if (!run) return NEVER
  const failed = parseFailedSteps(run)
  const ended = failed.length > 0 ? 'failed' : 'completed'
  return {
    last_outcome: run.ended_at === null ? 'running' : ended,
    last_began_at: run.begun_at,
    last_ended_at: run.ended_at,
    counts: JSON.parse(run.counts) as LastRun['counts'],
    detail: failed.length > 0 ? failed.map(({ step, detail }) => `${step}: ${detail}`).join('\n') : null,
  }
}

async function findLastCoverage(tx: Tx): Promise<{ last: LastRun; next: NextRun }> {
  const { counts, error, next_at, began_at: beganAt, ended_at: endedAt } = await readCoverageWatch(tx)
  const failure = error === null ? undefined : (JSON.parse(error) as { detail: string })
  const outcome = failure ? 'failed' : 'completed'
  // An evaluation by an earlier version has no times.
  const wasEvaluated = counts !== '{}' || failure !== undefined
  const lastOutcome = wasEvaluated ? outcome : null
  return {
    last: {
      last_outcome: beganAt !== null && endedAt === null ? 'running' : lastOutcome,
      last_began_at: beganAt,
      last_ended_at: endedAt,
      counts: JSON.parse(counts) as LastRun['counts'],
      detail: failure?.detail ?? null,
    },
    next: { next_at, paused: null, note: null },
  }
}

const FAILED_STATUSES: readonly RunRow['status'][] = ['failed', 'stopped', 'expired']

function toLastSync(run: RunRow | undefined): LastRun {
  if (!run) return NEVER
  const outcome = FAILED_STATUSES.includes(run.status) ? 'failed' : 'completed'
  return {
    last_outcome: run.finished_at === null ? 'running' : outcome,
    last_began_at: run.started_at,
    last_ended_at: run.finished_at,
    counts: JSON.parse(run.results === '{}' ? run.counts : run.results) as LastRun['counts'],
    detail: run.reason === null ? null : (JSON.parse(run.reason) as { detail: string }).detail,
  }
}

/** @param key id of a source, or DAILY_SCHEDULE_KEY */
async function findNext(context: ListContext, key: string, isTemporalAvailable: boolean): Promise<NextRun> {
  const described = isTemporalAvailable ? await tryDescribe(context, key) : undefined
  const stored = (await context.state.read(listSchedules)).get(key)
  const { paused, note } = described
    ? readPauseState(described)
    : { paused: stored?.paused === 1, note: stored?.note ?? null }
  const next = paused ? undefined : described?.info.nextActionTimes[0]
  return { next_at: next ? toIsoTime(next.getTime()) : null, paused, note }
}

async function listAll(context: ListContext): Promise<Automation[]> {
  const { sources } = await context.settings.readUsable()
  const isTemporalAvailable = await probeAvailability(context)
  const { daily, coverage, syncs } = await context.state.read(async (tx) => {
    const runs = new Map<string, RunRow | undefined>()
    for (const { id, schedule } of sources)
      if (schedule !== undefined) runs.set(id, (await listRunPage(tx, { source: id, limit: 1, offset: 0 })).runs[0])
    return { daily: await findLastDaily(tx), coverage: await findLastCoverage(tx), syncs: runs }
  })
  const automations: Automation[] = [
    {
      id: DAILY_ID,
      title: 'The daily run',
      ...daily,
      ...(await findNext(context, DAILY_SCHEDULE_KEY, isTemporalAvailable)),
    },
    { id: COVERAGE_ID, title: 'Warranties and insurances', ...coverage.last, ...coverage.next },
  ]
  for (const [id, run] of syncs)
    automations.push({
      id: `${SYNC_PREFIX}${id}`,
      title: `Sync of ${id}`,
      ...toLastSync(run),
      ...(await findNext(context, id, isTemporalAvailable)),
    })
  return automations
}

export const listAutomationViews = async (context: ListContext): Promise<Reply<typeof listAutomations>> => ({
  data: await listAll(context),
})

async function requireAutomation(context: ListContext, id: string): Promise<{ data: Automation }> {
  const found = (await listAll(context)).find((automation) => automation.id === id)
  if (found) return { data: found }
  throw createWorkerError('unknown_automation', { automation: id })
}

/**
 * @returns the key of the automation's schedule; undefined without one
 * @throws WorkerError `unknown_source`, `no_schedule`
 */
async function findScheduleKey(context: SettingsAccess, id: string): Promise<string | undefined> {
  if (id === DAILY_ID) return DAILY_SCHEDULE_KEY
  if (id === COVERAGE_ID) return undefined
  const sourceId = id.slice(SYNC_PREFIX.length)
  const { schedule } = requireSource((await context.settings.read()).sources, sourceId)
  if (schedule === undefined) throw createWorkerError('no_schedule', { source: sourceId })
  return sourceId
}

export async function runAutomationNow(
  context: SignalContext,
  { body }: Input<typeof runAutomation>,
): Promise<Reply<typeof runAutomation>> {
  const key = await findScheduleKey(context, body.id)
  if (key === undefined) await wakeCoverage(context)
  else await triggerSchedule(context, key)
  return requireAutomation(context, body.id)
}

async function changePause(context: PauseContext, id: string, note: string | null): Promise<{ data: Automation }> {
  const key = await findScheduleKey(context, id)
  if (key === undefined) throw createWorkerError('coverage_unscheduled', {})
  await changeSchedulePause(context, key, note)
  return requireAutomation(context, id)
}

export const pauseAutomationSchedule = (
  context: PauseContext,
  { body }: Input<typeof pauseAutomation>,
): Promise<Reply<typeof pauseAutomation>> => changePause(context, body.id, body.note ?? 'Paused by hand.')

/** Resumes a schedule. Missed runs are not started later. */
export const resumeAutomationSchedule = (
  context: PauseContext,
  { body }: Input<typeof resumeAutomation>,
): Promise<Reply<typeof resumeAutomation>> => changePause(context, body.id, null)
