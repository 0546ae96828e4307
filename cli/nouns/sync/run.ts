import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '../../../client/client.ts'
import { ApiError, ConnectionError } from '../../../client/errors.ts'
import {
  getRun,
  PlanRow,
  PlanSummary,
  readPlan,
  readReport,
  ReportRow,
  Run,
  watchRun,
} from '../../../contract/control/control.ts'
import { isFinal } from '../../../contract/temporal.ts'
import { EXIT } from '../../base/command.ts'
import { CliError } from '../../base/errors.ts'
import type { Terminal } from '../../base/terminal.ts'
import { describePlanCounts, describeResultCounts, sumPlannedWrites } from '../../show/counts.ts'
import { formatRows } from '../../show/plan.ts'
import { createRunProgress } from '../../show/progress.ts'
import { describeRun } from '../../show/runName.ts'
import { escapeUnsafe } from '../../show/text.ts'
import { formatTime } from '../../show/time.ts'

const FAILED_STATUSES = new Set<Run['status']>(['failed', 'stopped', 'expired', 'superseded', 'rejected'])

/**
 * Returns 1 if the run was incomplete or an item failed, 2 if rows were refused, in conflict or wait for an answer,
 * else 0.
 */
export function toExitCode(run: Run): number {
  if (FAILED_STATUSES.has(run.status) || run.results['failed'] || run.results['not_reached']) return EXIT.failed
  const needsDecision =
    run.status === 'completed_with_errors' ||
    ['refused', 'conflict', 'question'].some((name) => run.counts[name]) ||
    ['refused', 'conflict', 'question', 'stale'].some((name) => run.results[name])
  return needsDecision ? EXIT.needsDecision : EXIT.success
}

export interface PlanWithRows<Row> {
  head: PlanSummary
  rows: Row[]
}

async function collectRows<Row>(
  lines: AsyncIterable<unknown>,
  parse: (value: unknown) => Row,
): Promise<PlanWithRows<Row>> {
  const rows: Row[] = []
  let head: PlanSummary | undefined
  for await (const line of lines) {
    if (head) rows.push(parse(line))
    else head = PlanSummary.parse(line)
  }
  if (!head) throw new CliError('The worker sent an empty plan.')
  return { head, rows }
}

export const fetchPlan = (control: Client, id: string): Promise<PlanWithRows<PlanRow>> =>
  collectRows(control.stream(readPlan, { params: { id } }), (value) => PlanRow.parse(value))

export const fetchReport = (control: Client, id: string): Promise<PlanWithRows<ReportRow>> =>
  collectRows(control.stream(readReport, { params: { id } }), (value) => ReportRow.parse(value))

const RECONNECT_TIMEOUT_MS = 60_000
const RECONNECT_DELAY_MS = 500

/** True if the run waits for a decision or has ended. */
export const isWaitingOrFinal = (run: Run): boolean => run.status === 'waiting' || isFinal(run.status)

// True if the worker does not answer, or was just restarted and has a new token.
const isTransient = (error: unknown): boolean =>
  error instanceof ConnectionError || (error instanceof ApiError && [401, 503].includes(error.status))

async function watchOnce(control: Client, id: string, onRun: (run: Run) => void): Promise<void> {
  for await (const value of control.stream(watchRun, { params: { id } })) onRun(Run.parse(value))
  onRun((await control.call(getRun, { params: { id } })).body.data)
}

/**
 * Follows a run with a progress bar until `isDone`. Waits up to a minute for a restarting worker.
 * @throws ConnectionError when the worker stays unreachable; the run continues once a worker runs again
 */
export async function followRun(
  control: Client,
  firstRun: Run,
  terminal: Terminal,
  isDone: (run: Run) => boolean,
): Promise<Run> {
  const progress = createRunProgress(terminal)
  let run = firstRun
  let lastAnswerAtMs = performance.now()
  const seen = (next: Run): void => {
    run = next
    lastAnswerAtMs = performance.now()
    progress.show(run)
  }
  try {
    for (seen(firstRun); !isDone(run); await wait(isDone(run) ? 0 : RECONNECT_DELAY_MS)) {
      try {
        await watchOnce(control, run.run_id, seen)
      } catch (error) {
        if (!isTransient(error) || performance.now() - lastAnswerAtMs > RECONNECT_TIMEOUT_MS) throw error
      }
    }
    return run
  } finally {
    progress.end()
  }
}

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

/** True for a run that ended without a write because items of its sheet were deleted in Kitroom. */
export const hasOnlyDeletedItems = ({ status, counts }: Run): boolean =>
  status === 'completed' && (counts['deleted_in_api'] ?? 0) > 0 && sumPlannedWrites(counts) === 0

export function describeDeletedItems({ counts }: Run): string {
  const count = counts['deleted_in_api'] ?? 0
  return count === 1
    ? '1 item of its sheet was deleted in Kitroom'
    : `${count} items of its sheet were deleted in Kitroom`
}

const statusOf = (run: Run): string =>
  hasOnlyDeletedItems(run) ? `wrote nothing, since ${describeDeletedItems(run)}` : STATUS_TEXTS[run.status]

const reasonOf = (run: Run): string => (run.reason ? `: ${escapeUnsafe(run.reason.detail)} [${run.reason.code}]` : '')

/** Describes the writing into a run's sheet; empty for a source without `write_back: true`. */
function describeWriteBack({ write_back: writeBack }: Run): string[] {
  if (!writeBack) return []
  const notes = writeBack.notes.map(({ code, detail }) => `${escapeUnsafe(detail)} [${escapeUnsafe(code)}]`)
  if (writeBack.status === 'failed') return [`Not written into the sheet: ${notes.join(' ')}`]
  return writeBack.status === 'written' ? [`Written into the sheet: ${writeBack.rows} rows.`, ...notes] : []
}

/** Describes who decided. Decisions of the control plane have no name here. */
const describeDecision = ({ decided_by: person }: Run): string[] =>
  person === undefined ? [] : [`Decided by ${escapeUnsafe(person)}, by a link.`]

/** Formats a run on two lines or more: state, counts, result of writing into its sheet. */
export function formatRun(run: Run): string {
  const countsText =
    Object.keys(run.results).length > 0 ? describeResultCounts(run.results) : describePlanCounts(run.counts)
  const progress =
    run.status === 'planning' || run.status === 'applying' ? ` ${run.progress.done} of ${run.progress.total}.` : ''
  const head = `${describeRun(run)}: plan ${run.run_id} ${statusOf(run)}${reasonOf(run)}.${progress}`
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
      `${run.edit ? describeRun(run) : 'Sync'} ${statusOf(run)}${reasonOf(run)}: ${describeResultCounts(run.results)}.`,
    ),
  ].join('\n')
}
