import { isFieldKey, toFieldKey } from '../../contract/api/fieldKeys.ts'
import { accessoryCategories } from '../../contract/api/gearFields.ts'
import { listMaintenance, type Maintenance } from '../../contract/api/maintenance.ts'
import type { PlanRow } from '../../contract/control/control.ts'
import type { Gear } from '../../contract/api/gear.ts'
import { readAcceptedRows } from '../../state/sync/planRows.ts'
import type { RunRow } from '../../state/tables/schema.ts'
import { itemName } from '../../sheets/plan/recordNames.ts'
import type { Records } from '../../sheets/records.ts'
import { readAllGear, readGearById } from '../shared/listGear.ts'
import { visitAllRecords } from '../shared/walkList.ts'
import { readOwnCategories } from '../shared/ownCategories.ts'
import { readOwnFields } from '../shared/ownFields.ts'
import { createPlanRecords, type PlanRecords } from './planRecords.ts'
import { createPlanRows, storeListedPlan } from './planStore.ts'
import { createProgressWriter } from './progress.ts'
import { countAllRelatedRecords, type RelatedRecordCounts } from './relatedRecords.ts'
import { loadRun } from './run.ts'
import type { RunState, SyncDeps } from './types.ts'
import { planUndoRow, type AcceptedRow } from './planUndoRow.ts'

/** Deletes come first, because an item to delete may have the tag that an update restores. */
const UNDO_ORDER = ['delete', 'update'] as const

interface DoneItems {
  ids: Set<string>
  hasCreated: boolean
  /** Items whose rows made maintenance records. */
  served: Set<string>
}

async function readDoneItems({ state }: SyncDeps, undoes: string): Promise<DoneItems> {
  const done: DoneItems = { ids: new Set(), hasCreated: false, served: new Set() }
  for await (const { gear_id: gearId, result, body } of readAcceptedRows(state, undoes)) {
    done.ids.add(gearId)
    done.hasCreated ||= result === 'created'
    if ((JSON.parse(body) as PlanRow).maintenance) done.served.add(gearId)
  }
  return done
}

/** Reads the present items: those of a bulk edit, else the whole inventory. */
async function readItems(
  { api }: SyncDeps,
  run: RunRow,
  { ids }: DoneItems,
  records: PlanRecords,
  signal: AbortSignal,
): Promise<Records<Gear>> {
  if (run.edit === null) return readAllGear(api, signal, () => records.create<Gear>())
  return readGearById(api, ids, signal, records.create<Gear>())
}

/** Reads the maintenance records of items. */
async function readRecordsOf(
  { api }: SyncDeps,
  served: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Maintenance[]>> {
  const byItem = new Map<string, Maintenance[]>([...served].map((id) => [id, []]))
  if (served.size === 0) return byItem
  await visitAllRecords<Maintenance>(
    'maintenance',
    async (query) => (await api.call(listMaintenance, { query }, { signal })).body,
    async (page) => page.forEach((record) => byItem.get(record.item_id)?.push(record)),
  )
  return byItem
}

async function storePlan(
  deps: SyncDeps,
  run: RunRow,
  undoes: string,
  planRecords: PlanRecords,
  signal: AbortSignal,
): Promise<RunState> {
  const undoneRun = await loadRun(deps.state, undoes)
  const listedAtMs = deps.clock.nowMs()
  await createProgressWriter(deps.state, run.run_id)('listing', 0, 0)
  const done = await readDoneItems(deps, undoes)
  const items = await readItems(deps, run, done, planRecords, signal)
  const related = done.hasCreated
    ? await countAllRelatedRecords(deps.api, signal)
    : new Map<string, RelatedRecordCounts>()
  const records = await readRecordsOf(deps, done.served, signal)
  const fields = await readOwnFields(deps.api, signal)
  const defined = new Set(fields.filter(({ state }) => state !== 'ending').map(({ name }) => toFieldKey(name)))
  const categories = new Set<unknown>([...accessoryCategories, null])
  for (const { name } of await readOwnCategories(deps.api, signal)) categories.add(name)
  const canRestore = (field: string, value: unknown): boolean =>
    isFieldKey(field) ? defined.has(field) : field !== 'category' || categories.has(value)
  const rows = createPlanRows(run.run_id, planRecords.create(), items, UNDO_ORDER)
  const counts: Record<string, number> = {}
  for await (const { body, result, gear_id: gearId } of readAcceptedRows(deps.state, undoes)) {
    const accepted: AcceptedRow = { plan: JSON.parse(body) as PlanRow, result: result as AcceptedRow['result'], gearId }
    const [item] = items.find(itemName.id(gearId))
    for (const plan of planUndoRow(accepted, item, related.get(gearId), canRestore, records.get(gearId))) {
      counts[plan.outcome] = (counts[plan.outcome] ?? 0) + 1
      // The row has no base: bindings keep the sheet's values, so that the next run does not redo the undone changes.
      rows.addAbsent({ plan, base: null })
    }
  }
  return storeListedPlan(deps, run, rows, { counts, currency: undoneRun.currency, listedAtMs })
}

/**
 * Plans the undo of a run: compares the values that each sent row wrote with the current inventory. The plan waits for
 * a decision if it writes anything.
 */
export async function planUndo(deps: SyncDeps, run: RunRow, undoes: string, signal: AbortSignal): Promise<RunState> {
  using records = createPlanRecords()
  return await storePlan(deps, run, undoes, records, signal)
}
