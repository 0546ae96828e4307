import type { Run } from '../../contract/control.ts'
import { clean } from '../show/clean.ts'
import { planCounts, resultCounts } from '../show/counts.ts'
import { showRows } from '../show/plan.ts'
import type { Terminal } from '../show/terminal.ts'
import type { ReportRow } from '../../contract/control.ts'
import { showTime } from '../show/time.ts'

export const COMMAND = 'npm run kitroom -- sync'

const STATUSES: Readonly<Record<Run['status'], string>> = {
  planning: 'is being planned',
  waiting: 'waits for a decision',
  applying: 'is being applied',
  completed: 'is done',
  completed_with_errors: 'is done, but not every row was written',
  stopped: 'was stopped',
  rejected: 'was rejected',
  superseded: 'was replaced by a newer run',
  expired: 'expired before anybody decided',
  failed: 'failed',
}

const reasonOf = (run: Run): string => (run.reason ? `: ${clean(run.reason.detail)} [${run.reason.code}]` : '')

/** A run on two lines: state, then counts. */
export function showRun(run: Run): string {
  const numbers = Object.keys(run.results).length > 0 ? resultCounts(run.results) : planCounts(run.counts)
  const progress = run.status === 'planning' || run.status === 'applying' ? ` ${run.progress.done} of ${run.progress.total}.` : ''
  return `${clean(run.source)}: plan ${run.run_id} ${STATUSES[run.status]}${reasonOf(run)}.${progress}\n  ${showTime(run.started_at)}  ${numbers}`
}

export function showResult(run: Run, rows: readonly ReportRow[], terminal: Terminal, all: boolean): string {
  const troubled = rows.filter((row) => row.error || row.result === 'stale' || row.result === 'not_reached')
  const shown = showRows(all ? rows : troubled, terminal, all)
  return [...(shown ? [shown] : []), terminal.paint('bold', `Sync ${STATUSES[run.status]}${reasonOf(run)}: ${resultCounts(run.results)}.`)].join('\n')
}
