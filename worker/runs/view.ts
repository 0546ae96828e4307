import type { PlanSummary, ReportRow, Run } from '../../contract/control/control.ts'
import { isFinal, type RunStatus } from '../../contract/temporal.ts'
import { parseRunSettings } from '../../activities/inventorySync/run.ts'
import type { UnchangedReason } from '../../sheets/types.ts'
import { fromStoredRead } from '../../sheets/storedRead.ts'
import { describeSettings } from '../../sheets/settings/settings.ts'
import type { Tx } from '../../platform/sql/types.ts'
import type { ReportedRow } from '../../state/sync/planRows.ts'
import { readBulkEdit } from '../../state/sync/bulkEdits.ts'
import { countRowResults } from '../../state/sync/rowResults.ts'
import type { RunRow } from '../../state/tables/schema.ts'
import { readWriteBack } from '../../state/sync/writeBacks.ts'
import { sumSentResults, resolveRowResult, tallyResults } from '../../state/sync/tallyResults.ts'

const DECIDED: readonly RunStatus[] = ['applying', 'completed', 'completed_with_errors', 'stopped', 'rejected']

/** True once a plan was approved or rejected, by a person or by its source's policy. */
export const wasDecided = ({ status }: Pick<RunRow, 'status'>): boolean => DECIDED.includes(status)

type Counts = Record<string, number>

async function countLiveResults(tx: Tx, run: RunRow): Promise<{ results: Counts; sent: number }> {
  const sent = await countRowResults(tx, run.run_id)
  const results = tallyResults(JSON.parse(run.counts) as Counts, run.actions, sent, false)
  return { results, sent: sumSentResults(sent) }
}

/** Counts of the plan. Items without a row are counted only if the sheet is the whole one of its source. */
function readCounts(run: RunRow): Counts {
  const { missing, ...counts } = JSON.parse(run.counts) as Counts
  return missing !== undefined && isWhole(run) ? { ...counts, missing } : counts
}

/** Creates the view of a run. While a run is being applied, its results are counted from the rows sent so far. */
export async function toRunView(tx: Tx, run: RunRow): Promise<Run> {
  const liveCounts = run.status === 'applying' ? await countLiveResults(tx, run) : undefined
  return {
    run_id: run.run_id,
    source: run.source,
    status: run.status,
    progress: { phase: run.phase, done: liveCounts?.sent ?? run.done, total: run.total },
    counts: readCounts(run),
    results: liveCounts?.results ?? (JSON.parse(run.results) as Counts),
    reason: run.reason === null ? null : (JSON.parse(run.reason) as Run['reason']),
    started_at: run.started_at,
    planned_at: run.planned_at,
    finished_at: run.finished_at,
    ...(run.decided_by !== null && wasDecided(run) && { decided_by: run.decided_by }),
    ...(run.undoes !== null && { undoes: run.undoes }),
    ...withEdit(run),
    ...withWriteBack(run),
  }
}

function withEdit(run: RunRow): Pick<Run, 'edit'> {
  const edit = readBulkEdit(run)
  return edit ? { edit } : {}
}

function withWriteBack(run: RunRow): Pick<Run, 'write_back'> {
  const writeBack = readWriteBack(run)
  // A run that ends before it has applied its plan writes nothing.
  return writeBack && !(writeBack.status === 'pending' && isFinal(run.status)) ? { write_back: writeBack } : {}
}

/** True if an item without a row is missing from the source's own sheet. */
function isWhole(run: RunRow): boolean {
  if (run.edit !== null || run.read === null) return true
  const held = run.held === null ? undefined : (JSON.parse(run.held) as UnchangedReason)
  return !parseRunSettings(run).isUpload && (held === undefined || held.code === 'guard_missing')
}

/**
 * True if the view shows why missing items are unchanged. A source with `missing: ignore` never marks or deletes, so it
 * needs no reason.
 */
const shouldShowHeld = (run: RunRow): boolean => parseRunSettings(run).source.missing !== 'ignore'

export function toPlanView(run: RunRow): PlanSummary {
  return {
    plan_id: run.run_id,
    source: run.source,
    status: run.status,
    file: run.file,
    sha256: run.sha256 ?? '',
    settings: run.edit === null ? describeSettings(parseRunSettings(run).source, run.currency ?? '') : {},
    ...(run.read === null ? {} : fromStoredRead(run.read)),
    counts: readCounts(run),
    ...(!isWhole(run) && { is_whole: false }),
    missing: JSON.parse(run.missing) as PlanSummary['missing'],
    ...(run.held !== null && shouldShowHeld(run) && { missing_held: JSON.parse(run.held) as UnchangedReason }),
    ...(run.dropped_rows > 0 && { unchanged_dropped: run.dropped_rows }),
    ...(run.undoes !== null && { undoes: run.undoes }),
    ...withEdit(run),
    ...withWriteBack(run),
    ...(isFinal(run.status) ? { results: JSON.parse(run.results) as Counts } : {}),
  }
}

export function toReportRowView(row: ReportedRow): ReportRow {
  const planRow = JSON.parse(row.body) as ReportRow
  return {
    ...planRow,
    ...(row.result_gear_id === null ? {} : { gear_id: row.result_gear_id }),
    result: resolveRowResult(row.outcome, row.result) as ReportRow['result'],
    ...(row.error === null ? {} : { error: JSON.parse(row.error) as ReportRow['error'] }),
  }
}
