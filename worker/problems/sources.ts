import type { Reason } from '../../activities/inventorySync/types.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { findNewestReportable, findOpenRun } from '../../state/runs.ts'
import type { RunRow } from '../../state/schema.ts'
import { listScheduleFaults } from '../../state/scheduleFaults.ts'
import type { Problem } from './problem.ts'

/** Reason of an aborted run, which needs no report. */
export const ABORTED = 'aborted'

const KITROOM = 'npm run kitroom -- sync'

const sourceKey = (source: string): string => `sync:${source}`

const reasonOf = ({ reason }: RunRow): Reason | undefined => (reason === null ? undefined : (JSON.parse(reason) as Reason))

const EXPIRED: Reason = { code: 'expired', detail: 'Nobody decided for seven days.' }
const WITHOUT_REASON: Reason = { code: 'internal_error', detail: 'The worker’s log has the cause.' }

function describeChanges(run: RunRow): string {
  const counts = JSON.parse(run.counts) as Record<string, number>
  const parts = ['create', 'update', 'mark', 'delete'].flatMap((name) => (counts[name] ? [`${name} ${counts[name]}`] : []))
  return parts.join(', ') || 'none'
}

/** A scheduled plan must be reported: nobody watches it, and its schedule waits for the decision. */
function waiting(run: RunRow): Problem {
  const { source } = run
  const why = reasonOf(run)?.detail ?? 'The source has approve: manual.'
  return {
    key: sourceKey(source),
    code: 'sync_waits',
    title: `A plan of ${source} waits for your decision`,
    detail: `${why} Until it is decided, its schedule starts nothing.\nSee it: ${KITROOM} status --plan ${run.run_id}\nWrite it: ${KITROOM} approve ${source}   Drop it: ${KITROOM} reject ${source}`,
    facts: [
      { name: 'Source', value: source },
      { name: 'Why', value: why },
      { name: 'Changes', value: describeChanges(run) },
      { name: 'Planned at', value: run.planned_at ?? run.started_at },
      { name: 'See it', value: `${KITROOM} status --plan ${run.run_id}` },
      { name: 'Write it', value: `${KITROOM} approve ${source}` },
      { name: 'Drop it', value: `${KITROOM} reject ${source}` },
    ],
  }
}

const FAILED_TITLES: Readonly<Partial<Record<RunRow['status'], (source: string) => string>>> = {
  failed: (source) => `Sync of ${source} failed`,
  stopped: (source) => `Sync of ${source} was stopped before its end`,
  expired: (source) => `A plan of ${source} expired before anybody decided`,
}

function failed(run: RunRow, title: string): Problem {
  const reason = reasonOf(run) ?? (run.status === 'expired' ? EXPIRED : WITHOUT_REASON)
  return {
    key: sourceKey(run.source),
    code: 'sync_failed',
    title,
    detail: `${reason.detail} [${reason.code}]\nWhat became of it: ${KITROOM} status --plan ${run.run_id}   Try again: ${KITROOM} plan ${run.source}`,
    facts: [
      { name: 'Source', value: run.source },
      { name: 'Why', value: reason.detail },
      { name: 'Ended at', value: run.finished_at ?? run.started_at },
      { name: 'What became of it', value: `${KITROOM} status --plan ${run.run_id}` },
      { name: 'Try again', value: `${KITROOM} plan ${run.source}` },
    ],
  }
}

/** A person who started a run sees its failure; a stopped run has written some rows and is always reported. */
const isReportable = (run: RunRow): boolean => reasonOf(run)?.code !== ABORTED && (run.decide === 'policy' || run.status === 'stopped')

function problemOf(run: RunRow): Problem | undefined {
  if (!isReportable(run)) return undefined
  if (run.status === 'waiting') return waiting(run)
  const title = FAILED_TITLES[run.status]
  return title && failed(run, title(run.source))
}

function notStarted({ source, code, detail, since }: { source: string; code: string; detail: string; since: string }): Problem {
  return {
    key: sourceKey(source),
    code: 'sync_not_started',
    title: `The schedule of ${source} cannot start a sync`,
    detail: `${detail} [${code}]\nIt is tried again at its next time. Now: ${KITROOM} plan ${source}`,
    facts: [
      { name: 'Source', value: source },
      { name: 'Why', value: detail },
      { name: 'Since', value: since },
      { name: 'Sync now', value: `${KITROOM} plan ${source}` },
    ],
  }
}

/** Problems of the sources' syncs. A source with a running sync is undecided. */
export async function findSourceProblems(tx: Tx, sources: readonly string[]): Promise<{ problems: Problem[]; undecided: ReadonlySet<string> }> {
  const problems: Problem[] = []
  const undecided = new Set<string>()
  const faults = await listScheduleFaults(tx)
  for (const source of sources) {
    const open = await findOpenRun(tx, source)
    if (open && open.status !== 'waiting') {
      undecided.add(sourceKey(source))
      continue
    }
    const run = await findNewestReportable(tx, source)
    const fault = faults.get(source)
    const isNewer = fault !== undefined && (run === undefined || fault.since > run.started_at)
    const problem = isNewer ? notStarted(fault) : run && problemOf(run)
    if (problem) problems.push(problem)
  }
  return { problems, undecided }
}
