import type { StopReason } from '../../activities/inventorySync/types.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { findNewestReportable, findOpenRun } from '../../state/runs.ts'
import type { RunRow } from '../../state/schema.ts'
import { listScheduleFaults } from '../../state/scheduleFaults.ts'
import { readWriteBack } from '../../state/writeBacks.ts'
import type { Problem } from './problem.ts'

/** Reason code of an aborted run. It is not reported, because a person aborted it. */
export const ABORTED_CODE = 'aborted'

const SYNC_COMMAND = 'npm run kitroom -- sync'

const toSourceKey = (source: string): string => `sync:${source}`

const reasonOf = ({ reason }: RunRow): StopReason | undefined => (reason === null ? undefined : (JSON.parse(reason) as StopReason))

const EXPIRED_REASON: StopReason = { code: 'expired', detail: 'Nobody decided for seven days.' }
const UNKNOWN_REASON: StopReason = { code: 'internal_error', detail: 'The worker’s log has the cause.' }

function describeChanges(run: RunRow): string {
  const counts = JSON.parse(run.counts) as Record<string, number>
  const parts = ['create', 'update', 'mark', 'delete'].flatMap((name) => (counts[name] ? [`${name} ${counts[name]}`] : []))
  return parts.join(', ') || 'none'
}

/** A scheduled plan must be reported: nobody watches it, and its schedule waits for the decision. */
function toWaitingProblem(run: RunRow): Problem {
  const { source } = run
  const reasonText = reasonOf(run)?.detail ?? 'The source has approve: manual.'
  return {
    key: toSourceKey(source),
    code: 'sync_waits',
    title: `A plan of ${source} waits for your decision`,
    detail: `${reasonText} Until it is decided, its schedule starts nothing.\nSee it: ${SYNC_COMMAND} status --plan ${run.run_id}\nWrite it: ${SYNC_COMMAND} approve ${source}   Drop it: ${SYNC_COMMAND} reject ${source}`,
    facts: [
      { name: 'Source', value: source },
      { name: 'Why', value: reasonText },
      { name: 'Changes', value: describeChanges(run) },
      { name: 'Planned at', value: run.planned_at ?? run.started_at },
      { name: 'See it', value: `${SYNC_COMMAND} status --plan ${run.run_id}` },
      { name: 'Write it', value: `${SYNC_COMMAND} approve ${source}` },
      { name: 'Drop it', value: `${SYNC_COMMAND} reject ${source}` },
    ],
  }
}

const FAILED_TITLES: Readonly<Partial<Record<RunRow['status'], (source: string) => string>>> = {
  failed: (source) => `Sync of ${source} failed`,
  stopped: (source) => `Sync of ${source} was stopped before its end`,
  expired: (source) => `A plan of ${source} expired before anybody decided`,
}

function toFailedProblem(run: RunRow, title: string): Problem {
  const reason = reasonOf(run) ?? (run.status === 'expired' ? EXPIRED_REASON : UNKNOWN_REASON)
  return {
    key: toSourceKey(run.source),
    code: 'sync_failed',
    title,
    detail: `${reason.detail} [${reason.code}]\nWhat became of it: ${SYNC_COMMAND} status --plan ${run.run_id}   Try again: ${SYNC_COMMAND} plan ${run.source}`,
    facts: [
      { name: 'Source', value: run.source },
      { name: 'Why', value: reason.detail },
      { name: 'Ended at', value: run.finished_at ?? run.started_at },
      { name: 'What became of it', value: `${SYNC_COMMAND} status --plan ${run.run_id}` },
      { name: 'Try again', value: `${SYNC_COMMAND} plan ${run.source}` },
    ],
  }
}

function toNotWrittenProblem(run: RunRow, { code, detail }: StopReason): Problem {
  return {
    key: toSourceKey(run.source),
    code: 'write_back_failed',
    title: `The results of ${run.source} could not be written into its sheet`,
    detail: `${detail} [${code}]\nThe sync itself is done. The next one writes them: ${SYNC_COMMAND} plan ${run.source}`,
    facts: [
      { name: 'Source', value: run.source },
      { name: 'Why', value: detail },
      { name: 'Ended at', value: run.finished_at ?? run.started_at },
      { name: 'Try again', value: `${SYNC_COMMAND} plan ${run.source}` },
    ],
  }
}

/** True for scheduled runs, because nobody watches them, and for runs that stopped after writing some rows. */
const isReportable = (run: RunRow): boolean => reasonOf(run)?.code !== ABORTED_CODE && (run.decide === 'policy' || run.status === 'stopped')

function problemOf(run: RunRow): Problem | undefined {
  if (!isReportable(run)) return undefined
  if (run.status === 'waiting') return toWaitingProblem(run)
  const title = FAILED_TITLES[run.status]
  if (title) return toFailedProblem(run, title(run.source))
  const writeBack = readWriteBack(run)
  const [note] = writeBack?.status === 'failed' ? writeBack.notes : []
  return note && note.code !== ABORTED_CODE ? toNotWrittenProblem(run, note) : undefined
}

function toNotStartedProblem({ source, code, detail, since }: { source: string; code: string; detail: string; since: string }): Problem {
  return {
    key: toSourceKey(source),
    code: 'sync_not_started',
    title: `The schedule of ${source} cannot start a sync`,
    detail: `${detail} [${code}]\nIt is tried again at its next time. Now: ${SYNC_COMMAND} plan ${source}`,
    facts: [
      { name: 'Source', value: source },
      { name: 'Why', value: detail },
      { name: 'Since', value: since },
      { name: 'Sync now', value: `${SYNC_COMMAND} plan ${source}` },
    ],
  }
}

/** Problems of the sources' syncs. A source with a running sync is undecided. */
export async function findSourceProblems(tx: Tx, sources: readonly string[]): Promise<{ problems: Problem[]; undecided: ReadonlySet<string> }> {
  const problems: Problem[] = []
  const undecided = new Set<string>()
  const faults = await listScheduleFaults(tx)
  for (const source of sources) {
    const openRun = await findOpenRun(tx, source)
    if (openRun && openRun.status !== 'waiting') {
      undecided.add(toSourceKey(source))
      continue
    }
    const run = await findNewestReportable(tx, source)
    const fault = faults.get(source)
    const isNewer = fault !== undefined && (run === undefined || fault.since > run.started_at)
    const problem = isNewer ? toNotStartedProblem(fault) : run && problemOf(run)
    if (problem) problems.push(problem)
  }
  return { problems, undecided }
}
