import { say } from '../../contract/sentences/say.ts'
import type { BulkEdit, BulkEditUpdates } from '../../contract/control/bulkEdit.ts'
import type { PlanRow } from '../../contract/control/control.ts'
import type { Gear } from '../../contract/api/gear.ts'
import { readChoice, type Choice } from '../../state/sync/bulkEdits.ts'
import type { RunRow } from '../../state/tables/schema.ts'
import { itemName } from '../../sheets/plan/recordNames.ts'
import type { Records } from '../../sheets/records.ts'
import { createFinalFailure } from '../shared/failures.ts'
import { readAllGear, readGearById } from '../shared/listGear.ts'
import { readOwnCategories } from '../shared/ownCategories.ts'
import { readOwnFields } from '../shared/ownFields.ts'
import { runActivity } from '../shared/runActivity.ts'
import { planEditRow, planGoneItem, type Definitions } from './planEditRow.ts'
import { createPlanRecords, type PlanRecords } from './planRecords.ts'
import { createPlanRows, storeListedPlan } from './planStore.ts'
import { createProgressWriter } from './progress.ts'
import { requireUnrestoredInventory } from './requireUnrestoredInventory.ts'
import { loadRun, toRunState } from './run.ts'
import type { RunState, SyncDeps } from './types.ts'

/** Reads those of the chosen items that exist. */
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
  const ids = new Set(choice.named.map(({ gearId }) => gearId))
  return readGearById(deps.api, ids, signal, records.create<Gear>())
}

/** Plans one row per item. Items given by id keep their order, and items of a filter have the order of the list. */
function* planRows(
  items: Records<Gear>,
  edit: BulkEdit,
  { named, excluded }: Choice,
  definitions: Definitions,
): Generator<PlanRow> {
  const updates = edit.updates as BulkEditUpdates
  if (edit.filter) {
    const left = new Set(excluded)
    for (const item of items) if (!left.has(item.id)) yield planEditRow(item, updates, null, definitions)
    return
  }
  for (const { gearId, seenAt } of named) {
    const [item] = items.find(itemName.id(gearId))
    yield item ? planEditRow(item, updates, seenAt, definitions) : planGoneItem(gearId)
  }
}

/** Compares the chosen items with the new values and stores the plan. It waits for a decision if it writes anything. */
async function storePlan(
  deps: SyncDeps,
  run: RunRow,
  edit: BulkEdit,
  records: PlanRecords,
  signal: AbortSignal,
): Promise<RunState> {
  const { currency } = await requireUnrestoredInventory(deps, signal)
  const definitions = {
    fields: await readOwnFields(deps.api, signal),
    categories: await readOwnCategories(deps.api, signal),
  }
  const listedAtMs = deps.clock.nowMs()
  const choice = await deps.state.read((tx) => readChoice(tx, run.run_id))
  const items = await readItems(deps, { run, edit, choice }, records, signal)
  const rows = createPlanRows(run.run_id, records.create(), items)
  const counts: Record<string, number> = {}
  for (const plan of planRows(items, edit, choice, definitions)) {
    counts[plan.outcome] = (counts[plan.outcome] ?? 0) + 1
    rows.add({ plan })
  }
  return storeListedPlan(deps, run, rows, { counts, currency, listedAtMs })
}

/** Plans a bulk edit. A run that has a plan only returns its state. */
export function createPlanBulkEdit(allDeps: SyncDeps) {
  const plan = async (deps: SyncDeps, runId: string, signal: AbortSignal): Promise<RunState> => {
    const run = await loadRun(deps.state, runId)
    if (run.planned_at !== null || run.finished_at !== null) return toRunState(run)
    if (run.edit === null) throw createFinalFailure('internal_error', say('run_is_no_edit'))
    using records = createPlanRecords()
    return await storePlan(deps, run, JSON.parse(run.edit) as BulkEdit, records, signal)
  }
  return {
    planBulkEdit: ({ runId }: { runId: string }): Promise<RunState> =>
      runActivity(allDeps.log, (signal) =>
        allDeps.withLock(`plan:${runId}`, (state) => plan({ ...allDeps, state }, runId, signal)),
      ),
  }
}
