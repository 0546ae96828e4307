import type { BulkEdit, BulkEditUpdates } from '../../contract/bulkEdit.ts'
import type { PlanRow } from '../../contract/control.ts'
import type { Gear } from '../../contract/gear.ts'
import { toIsoTime } from '../../platform/clock.ts'
import { readChoice, type Choice } from '../../state/bulkEdits.ts'
import { findRun } from '../../state/runs.ts'
import type { RunRow } from '../../state/schema.ts'
import { itemName, listItemNames } from '../../sheets/plan/recordNames.ts'
import type { Records } from '../../sheets/plan/records.ts'
import { createFinalFailure } from '../failures.ts'
import { readAllGear } from '../listGear.ts'
import { readItemsById } from '../readItem.ts'
import { runActivity } from '../runActivity.ts'
import { planEditRow, planGoneItem } from './planEditRow.ts'
import { createPlanRecords, type PlanRecords } from './planRecords.ts'
import { createPlanRows, showPlan, writePlanRows } from './planStore.ts'
import { createProgressWriter } from './progress.ts'
import { requireUnrestoredInventory } from './requireUnrestoredInventory.ts'
import { loadRun, toRunState } from './run.ts'
import type { RunState, SyncActivities, SyncDeps } from './types.ts'

/** Reads the chosen items that exist. */
async function readItems(
  deps: SyncDeps,
  { run, edit, choice }: { run: RunRow; edit: BulkEdit; choice: Choice },
  records: PlanRecords,
  signal: AbortSignal,
): Promise<Records<Gear>> {
  const report = createProgressWriter(deps.state, run.run_id)
  await report('listing', 0, choice.named.length)
  if (edit.filter) {
    const progress: Promise<void>[] = []
    const onProgress = (done: number, total: number): void => void progress.push(report('listing', done, total))
    const found = await readAllGear(deps.api, signal, () => records.create<Gear>(), onProgress, edit.filter)
    await Promise.all(progress)
    return found
  }
  const items = records.create<Gear>()
  const ids = new Set(choice.named.map(({ gearId }) => gearId))
  for (const item of (await readItemsById(deps.api, ids, signal)).values()) items.add(item, listItemNames(item))
  return items
}

/** One row per item: named ones in their order, those of a filter in the order of the list. */
function* planRows(items: Records<Gear>, edit: BulkEdit, { named, excluded }: Choice): Generator<PlanRow> {
  const updates = edit.updates as BulkEditUpdates
  if (edit.filter) {
    const left = new Set(excluded)
    for (const item of items) if (!left.has(item.id)) yield planEditRow(item, updates, null)
    return
  }
  for (const { gearId, seenAt } of named) {
    const [item] = items.find(itemName.id(gearId))
    yield item ? planEditRow(item, updates, seenAt) : planGoneItem(gearId)
  }
}

/** Compares the chosen items with the new values and stores the plan, which always waits for a decision. */
async function storePlan(deps: SyncDeps, run: RunRow, edit: BulkEdit, records: PlanRecords, signal: AbortSignal): Promise<RunState> {
  const { currency } = await requireUnrestoredInventory(deps, signal)
  const listedAtMs = deps.clock.nowMs()
  const choice = await deps.state.read((tx) => readChoice(tx, run.run_id))
  const items = await readItems(deps, { run, edit, choice }, records, signal)
  const rows = createPlanRows(run.run_id, records.create(), items)
  const counts: Record<string, number> = {}
  for (const plan of planRows(items, edit, choice)) {
    counts[plan.outcome] = (counts[plan.outcome] ?? 0) + 1
    rows.add({ plan })
  }
  const attempt = await writePlanRows(deps.state, run.run_id, rows)
  await showPlan(deps.state, attempt, {
    run_id: run.run_id,
    status: 'waiting',
    phase: 'waiting',
    done: rows.total,
    total: rows.total,
    currency,
    read: null,
    counts: JSON.stringify(counts),
    missing: '[]',
    reason: null,
    actions: rows.actions(),
    planned_at: toIsoTime(deps.clock.nowMs()),
    listed_at: toIsoTime(listedAtMs),
    held: null,
  })
  return toRunState((await deps.state.read((tx) => findRun(tx, run.run_id))) ?? run)
}

/** Plans a bulk edit. A run that has a plan only returns its state. */
export function createPlanBulkEdit(allDeps: SyncDeps): SyncActivities['planBulkEdit'] {
  const plan = async (deps: SyncDeps, runId: string, signal: AbortSignal): Promise<RunState> => {
    const run = await loadRun(deps.state, runId)
    if (run.planned_at !== null || run.finished_at !== null) return toRunState(run)
    if (run.edit === null) throw createFinalFailure('internal_error', 'This run is no bulk edit.')
    const records = createPlanRecords()
    try {
      return await storePlan(deps, run, JSON.parse(run.edit) as BulkEdit, records, signal)
    } finally {
      records.close()
    }
  }
  return ({ runId }) => runActivity(allDeps.log, (signal) => allDeps.withLock(`plan:${runId}`, (state) => plan({ ...allDeps, state }, runId, signal)))
}
