import type { Run } from '../../contract/control/control.ts'
import { escapeUnsafe } from '../show/text.ts'
import { describePlanCounts, describeResultCounts } from '../show/counts.ts'
import { formatRows } from '../show/plan.ts'
import { describeRun } from '../show/runName.ts'
import type { Terminal } from '../terminal.ts'
import type { ReportRow } from '../../contract/control/control.ts'
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

/** What a run wrote into its sheet; nothing for a source without `write_back: true`. */
function describeWriteBack({ write_back: writeBack }: Run): string[] {
  if (!writeBack) return []
  const notes = writeBack.notes.map(({ code, detail }) => `${escapeUnsafe(detail)} [${escapeUnsafe(code)}]`)
  if (writeBack.status === 'failed') return [`Not written into the sheet: ${notes.join(' ')}`]
  return writeBack.status === 'written' ? [`Written into the sheet: ${writeBack.rows} rows.`, ...notes] : []
}

/** Decisions of the control plane have no name here. */
const describeDecision = ({ decided_by: person }: Run): string[] =>
  person === undefined ? [] : [`Decided by ${escapeUnsafe(person)}, by a link.`]

/** A run on two lines or more: state, counts, what it wrote into its sheet. */
export function formatRun(run: Run): string {
  const countsText =
    Object.keys(run.results).length > 0 ? describeResultCounts(run.results) : describePlanCounts(run.counts)
  const progress =
    run.status === 'planning' || run.status === 'applying' ? ` ${run.progress.done} of ${run.progress.total}.` : ''
  const head = `${describeRun(run)}: plan ${run.run_id} ${STATUS_TEXTS[run.status]}${reasonOf(run)}.${progress}`
  return [
    head,
    `${formatTime(run.started_at)}  ${countsText}`,
    ...describeDecision(run),
    ...describeWriteBack(run),
  ].join('\n  ')
}

export function formatResult(run: Run, rows: readonly ReportRow[], terminal: Terminal, all: boolean): string {
  const problemRows = rows.filter((row) => row.error || row.result === 'stale' || row.result === 'not_reached')
  const rowsText = formatRows(all ? rows : problemRows, terminal, all)
  return [
    ...(rowsText ? [rowsText] : []),
    ...describeDecision(run),
    ...describeWriteBack(run),
    terminal.paint(
      'bold',
      `${run.edit ? describeRun(run) : 'Sync'} ${STATUS_TEXTS[run.status]}${reasonOf(run)}: ${describeResultCounts(run.results)}.`,
    ),
  ].join('\n')
}
