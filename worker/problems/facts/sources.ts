import type { StopReason } from '../../activities/inventorySync/types.ts'
import { englishTexts, type Texts } from '../../messages/languages/texts.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { findNewestReportable, findOpenRun } from '../../state/sync/runs.ts'
import type { RunRow } from '../../state/tables/schema.ts'
import { listScheduleFaults } from '../../state/schedules/scheduleFaults.ts'
import type { ScheduleWatch } from '../../state/schedules/scheduleWatches.ts'
import { readWriteBack } from '../../state/sync/writeBacks.ts'
import type { SourceSettings } from '../../sheets/sources/settings.ts'
import { createProblem, type Problem } from './problem.ts'
import { findStalledSchedules } from './stalled.ts'

/** Reason code of an aborted run. It is not reported, because a person aborted it. */
export const ABORTED_CODE = 'aborted'

export const SYNC_COMMAND = 'npm run kitroom -- sync'

export const toSourceKey = (source: string): string => `sync:${source}`

export const reasonOf = ({ reason }: RunRow): StopReason | undefined =>
  reason === null ? undefined : (JSON.parse(reason) as StopReason)

type SyncTexts = Texts['problems']['sync']

const { sync: english } = englishTexts.problems

const CHANGES = ['create', 'update', 'mark', 'delete'] as const

/** Such as `create 3, update 2`. */
export function describeChanges(run: RunRow, { problems: { sync }, format }: Texts): string {
  const counts = JSON.parse(run.counts) as Partial<Record<(typeof CHANGES)[number], number>>
  const parts = CHANGES.flatMap((name) => (counts[name] ? [`${sync.changes[name]} ${format.count(counts[name])}`] : []))
  return parts.join(', ') || sync.noChanges
}

export const describeWait = (run: RunRow, { problems }: Texts): string =>
  reasonOf(run)?.detail ?? problems.sync.waitsForApproval

/** A scheduled plan must be reported: nobody watches it, and its schedule waits for the decision. */
function toWaitingProblem(run: RunRow): Problem {
  const { source } = run
  return createProblem({
    key: toSourceKey(source),
    code: 'sync_waits',
    detail: `${describeWait(run, englishTexts)} Until it is decided, its schedule starts nothing.\nSee it: ${SYNC_COMMAND} status --plan ${run.run_id}\nWrite it: ${SYNC_COMMAND} approve ${source}   Drop it: ${SYNC_COMMAND} reject ${source}`,
    describe: (texts) => {
      const { sync, facts: names } = texts.problems
      const facts = [
        { name: names.source, value: source },
        { name: names.why, value: describeWait(run, texts) },
        { name: names.changes, value: describeChanges(run, texts) },
        { name: names.plannedAt, value: texts.format.time(run.planned_at ?? run.started_at) },
        { name: names.seeIt, value: `${SYNC_COMMAND} status --plan ${run.run_id}` },
        { name: names.writeIt, value: `${SYNC_COMMAND} approve ${source}` },
        { name: names.dropIt, value: `${SYNC_COMMAND} reject ${source}` },
      ]
      return { title: sync.waits(source), facts, plan: { runId: run.run_id, attempt: run.plan_attempt } }
    },
  })
}

type FailedStatus = 'failed' | 'stopped' | 'expired'

const hasFailed = ({ status }: RunRow): boolean =>
  (['failed', 'stopped', 'expired'] as const).some((failed) => failed === status)

/** @param run failed, stopped or expired */
function toFailedProblem(run: RunRow): Problem {
  const status = run.status as FailedStatus
  const reason = reasonOf(run)
  const describeReason = (sync: SyncTexts): string =>
    reason?.detail ?? (status === 'expired' ? sync.nobodyDecided : sync.causeInLog)
  const code = reason?.code ?? (status === 'expired' ? 'expired' : 'internal_error')
  return createProblem({
    key: toSourceKey(run.source),
    code: 'sync_failed',
    detail: `${describeReason(english)} [${code}]\nWhat became of it: ${SYNC_COMMAND} status --plan ${run.run_id}   Try again: ${SYNC_COMMAND} plan ${run.source}`,
    describe: ({ problems: { sync, facts: names }, format }) => ({
      title: sync[status](run.source),
      facts: [
        { name: names.source, value: run.source },
        { name: names.why, value: describeReason(sync) },
        { name: names.endedAt, value: format.time(run.finished_at ?? run.started_at) },
        { name: names.whatBecame, value: `${SYNC_COMMAND} status --plan ${run.run_id}` },
        { name: names.tryAgain, value: `${SYNC_COMMAND} plan ${run.source}` },
      ],
    }),
  })
}

function toNotWrittenProblem(run: RunRow, { code, detail }: StopReason): Problem {
  return createProblem({
    key: toSourceKey(run.source),
    code: 'write_back_failed',
    detail: `${detail} [${code}]\nThe sync itself is done. The next one writes them: ${SYNC_COMMAND} plan ${run.source}`,
    describe: ({ problems: { sync, facts: names }, format }) => ({
      title: sync.notWritten(run.source),
      facts: [
        { name: names.source, value: run.source },
        { name: names.why, value: detail },
        { name: names.endedAt, value: format.time(run.finished_at ?? run.started_at) },
        { name: names.tryAgain, value: `${SYNC_COMMAND} plan ${run.source}` },
      ],
    }),
  })
}

/** True for scheduled runs, because nobody watches them, and for runs that stopped after writing some rows. */
const isReportable = (run: RunRow): boolean =>
  reasonOf(run)?.code !== ABORTED_CODE && (run.decide === 'policy' || run.status === 'stopped')

function problemOf(run: RunRow): Problem | undefined {
  if (!isReportable(run)) return undefined
  if (run.status === 'waiting') return toWaitingProblem(run)
  if (hasFailed(run)) return toFailedProblem(run)
  const writeBack = readWriteBack(run)
  const [note] = writeBack?.status === 'failed' ? writeBack.notes : []
  return note && note.code !== ABORTED_CODE ? toNotWrittenProblem(run, note) : undefined
}

function toNotStartedProblem({
  source,
  code,
  detail,
  since,
}: {
  source: string
  code: string
  detail: string
  since: string
}): Problem {
  return createProblem({
    key: toSourceKey(source),
    code: 'sync_not_started',
    detail: `${detail} [${code}]\nIt is tried again at its next time. Now: ${SYNC_COMMAND} plan ${source}`,
    describe: ({ problems: { sync, facts: names }, format }) => ({
      title: sync.notStarted(source),
      facts: [
        { name: names.source, value: source },
        { name: names.why, value: detail },
        { name: names.since, value: format.time(since) },
        { name: names.syncNow, value: `${SYNC_COMMAND} plan ${source}` },
      ],
    }),
  })
}

/** @param openRun a run that was begun and does not end */
function toStalledProblem({ source, cron, since }: ScheduleWatch, openRun: RunRow | undefined): Problem {
  const describeReason = ({ problems: { sync }, format }: Texts): string =>
    openRun ? sync.runDoesNotEnd(format.time(openRun.started_at)) : sync.noneStarted
  const command = openRun ? `${SYNC_COMMAND} status --plan ${openRun.run_id}` : `${SYNC_COMMAND} plan ${source}`
  return createProblem({
    key: toSourceKey(source),
    code: 'sync_stalled',
    detail: `Its schedule (${cron}) should have started three or more since ${since}. ${describeReason(englishTexts)}\n${openRun ? 'See it' : 'Sync now'}: ${command}`,
    describe: (texts) => {
      const { sync, facts: names } = texts.problems
      const facts = [
        { name: names.source, value: source },
        { name: names.schedule, value: cron },
        { name: names.noneEndedSince, value: texts.format.time(since) },
        { name: names.why, value: describeReason(texts) },
        { name: openRun ? names.seeIt : names.syncNow, value: command },
      ]
      return { title: sync.stalled({ source, day: texts.format.day(since.slice(0, 10)) }), facts }
    },
  })
}

/** Problems of the sources' syncs. A source with a running sync is undecided. */
export async function findSourceProblems(
  tx: Tx,
  sources: readonly SourceSettings[],
  nowMs: number,
): Promise<{ problems: Problem[]; undecided: ReadonlySet<string> }> {
  const problems: Problem[] = []
  const undecided = new Set<string>()
  const faults = await listScheduleFaults(tx)
  const stalledSchedules = await findStalledSchedules(tx, sources, nowMs)
  for (const { id: source } of sources) {
    const openRun = await findOpenRun(tx, source)
    const stalled = openRun?.status === 'waiting' ? undefined : stalledSchedules.get(source)
    if (openRun && openRun.status !== 'waiting') {
      if (stalled) problems.push(toStalledProblem(stalled, openRun))
      else undecided.add(toSourceKey(source))
      continue
    }
    const run = await findNewestReportable(tx, source)
    const fault = faults.get(source)
    const isNewer = fault !== undefined && (run === undefined || fault.since > run.started_at)
    const runProblem = stalled ? toStalledProblem(stalled, undefined) : run && problemOf(run)
    const problem = isNewer ? toNotStartedProblem(fault) : runProblem
    if (problem) problems.push(problem)
  }
  return { problems, undecided }
}
