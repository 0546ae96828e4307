import type { PlanRow } from '../../contract/control.ts'
import { toIsoTime } from '../../platform/clock.ts'
import { listAcceptedRows, type StoredRow } from '../../state/planRows.ts'
import { findRun } from '../../state/runs.ts'
import type { RunRow } from '../../state/schema.ts'
import type { Item } from '../../sheets/plan/planContext.ts'
import { listAllGear } from '../listGear.ts'
import { readItemsById } from '../readItem.ts'
import { assignActionNumbers, showPlan, writePlanRows } from './planStore.ts'
import { createProgressWriter } from './progress.ts'
import { countAllRelatedRecords, type RelatedRecordCounts } from './relatedRecords.ts'
import { loadRun, toRunState } from './run.ts'
import type { RunState, SyncDeps } from './types.ts'
import { planUndoRow, type AcceptedRow } from './planUndoRow.ts'

/** Deletes come first: an item to delete may have the tag that an update restores. */
const UNDO_ORDER = ['delete', 'update'] as const

function toRows(runId: string, plan: readonly PlanRow[], items: ReadonlyMap<string, Item>): { rows: StoredRow[]; actions: number } {
  const actions = assignActionNumbers(plan, UNDO_ORDER)
  const rows = plan.map((row, position): StoredRow => ({
    run_id: runId,
    position,
    row: row.row,
    action: actions.get(row) ?? null,
    outcome: row.outcome,
    key_fold: null,
    gear_id: row.gear_id ?? null,
    judged_at: items.get(row.gear_id ?? '')?.updated_at ?? null,
    body: JSON.stringify(row),
    // No base: bindings keep the sheet's values, so that the next run does not redo the undone changes.
    base: null,
    asset_tag: null,
    serial_number: null,
  }))
  return { rows, actions: actions.size }
}

const countOutcomes = (plan: readonly PlanRow[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { outcome } of plan) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}

/** The present items, by id: those of a bulk edit alone, else the whole inventory. */
async function readItems({ api }: SyncDeps, run: RunRow, ids: ReadonlySet<string>, signal: AbortSignal): Promise<Map<string, Item>> {
  const items = run.edit === null ? await listAllGear(api, signal) : (await readItemsById(api, ids, signal)).values()
  return new Map([...items].map((item) => [item.id, item as Item]))
}

/** Plans the undo of a run: compares what each sent row wrote with the current inventory. Always waits for a decision. */
export async function planUndo(deps: SyncDeps, run: RunRow, undoes: string, signal: AbortSignal): Promise<RunState> {
  const report = createProgressWriter(deps.state, run.run_id)
  const undoneRun = await loadRun(deps.state, undoes)
  const listedAtMs = deps.clock.nowMs()
  await report('listing', 0, 0)
  const doneRows = await deps.state.read((tx) => listAcceptedRows(tx, undoes))
  const items = await readItems(deps, run, new Set(doneRows.map((row) => row.gear_id)), signal)
  const related = doneRows.some(({ result }) => result === 'created')
    ? await countAllRelatedRecords(deps.api, signal)
    : new Map<string, RelatedRecordCounts>()
  const plan = doneRows.flatMap(({ body, result, gear_id: gearId }) =>
    planUndoRow({ plan: JSON.parse(body) as PlanRow, result: result as AcceptedRow['result'], gearId }, items.get(gearId), related.get(gearId)),
  )
  const { rows, actions } = toRows(run.run_id, plan, items)
  const attempt = await writePlanRows(deps.state, run.run_id, { total: rows.length, slice: (from, below) => rows.slice(from, below) })
  await showPlan(deps.state, attempt, {
    run_id: run.run_id,
    status: 'waiting',
    phase: 'waiting',
    done: rows.length,
    total: rows.length,
    currency: undoneRun.currency,
    read: null,
    counts: JSON.stringify(countOutcomes(plan)),
    missing: '[]',
    reason: null,
    actions,
    planned_at: toIsoTime(deps.clock.nowMs()),
    listed_at: toIsoTime(listedAtMs),
    held: null,
  })
  return toRunState((await deps.state.read((tx) => findRun(tx, run.run_id))) ?? run)
}
