import type { Run } from '../../contract/control.ts'
import { escapeUnsafe } from '../show/text.ts'
import { describePlanCounts, describeResultCounts } from '../show/counts.ts'
import { formatRows } from '../show/plan.ts'
import type { Terminal } from '../show/terminal.ts'
import type { ReportRow } from '../../contract/control.ts'
import { formatTime } from '../show/time.ts'

export const SYNC_COMMAND = 'npm run kitroom -- sync'

const STATUS_TEXTS: Readonly<Record<Run['status'], string>> = {
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

const reasonOf = (run: Run): string => (run.reason ? `: ${escapeUnsafe(run.reason.detail)} [${run.reason.code}]` : '')

/** A run on two lines: state, then counts. */
export function formatRun(run: Run): string {
  const countsText = Object.keys(run.results).length > 0 ? describeResultCounts(run.results) : describePlanCounts(run.counts)
  const progress = run.status === 'planning' || run.status === 'applying' ? ` ${run.progress.done} of ${run.progress.total}.` : ''
  return `${escapeUnsafe(run.source)}: plan ${run.run_id} ${STATUS_TEXTS[run.status]}${reasonOf(run)}.${progress}\n  ${formatTime(run.started_at)}  ${countsText}`
}

export function formatResult(run: Run, rows: readonly ReportRow[], terminal: Terminal, all: boolean): string {
  const problemRows = rows.filter((row) => row.error || row.result === 'stale' || row.result === 'not_reached')
  const rowsText = formatRows(all ? rows : problemRows, terminal, all)
  return [
    ...(rowsText ? [rowsText] : []),
    terminal.paint('bold', `Sync ${STATUS_TEXTS[run.status]}${reasonOf(run)}: ${describeResultCounts(run.results)}.`),
  ].join('\n')
}
