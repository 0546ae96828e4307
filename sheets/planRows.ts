import type { PlanRow } from '../contract/control.ts'
import { createPlanContext, type PlanContext } from './plan/planContext.ts'
import { planMissing } from './plan/planMissing.ts'
import { planItemRow } from './plan/planItemRow.ts'
import { findUnitsOfRefusedRows, collectRefusedKeys, resolveStackTags } from './plan/resolveStackTags.ts'
import { toPlanRow } from './plan/planRow.ts'
import type { Binding, PlannedRows, PlanInput, MappedRow } from './types.ts'

/** Reason of rows in a table that is not gear. */
const OTHER_TABLE = 'other_table'

/**
 * Plans each row by comparing the sheet with the last synced values and the current inventory; a pure function. Bound items without a row are
 * missing, and are marked or deleted if configured. The item of a refused row is not missing.
 */
export function planRows(input: PlanInput): PlannedRows {
  const context = createPlanContext(input)
  const rows = resolveStackTags(input.table.rows, context)
  const bindingByRow = findBindings(rows, context)
  const duplicatesByItem = findDuplicateRows(bindingByRow)
  const planned: PlannedRows = { rows: [], absent: [], missing: [], held: null, counts: {}, bindings: [] }
  for (const row of rows) {
    const binding = bindingByRow.get(row)
    const isItem = (row.outcome !== 'skipped' || binding !== undefined) && row.reason !== OTHER_TABLE
    const { plan, bind } = isItem
      ? planItemRow(row, binding, (binding && duplicatesByItem.get(binding.gearId)) ?? [], context)
      : { plan: planSkipped(row) }
    planned.rows.push(plan)
    if (bind) planned.bindings.push(bind)
    planned.counts[plan.outcome] = (planned.counts[plan.outcome] ?? 0) + 1
  }
  const presentItems = new Set(bindingByRow.values().map(({ gearId }) => gearId))
  Object.assign(planned, planMissing(presentItems.union(findUnitsOfRefusedRows(collectRefusedKeys(rows), input.bindings)), context))
  for (const { plan } of planned.absent) planned.counts[plan.outcome] = (planned.counts[plan.outcome] ?? 0) + 1
  if (planned.missing.length > 0) planned.counts['missing'] = planned.missing.length
  return planned
}

const planSkipped = (row: MappedRow): PlanRow =>
  row.outcome === 'refused'
    ? toPlanRow(row, 'refused', { errors: row.errors, reason: OTHER_TABLE })
    : toPlanRow(row, 'skipped', { ...(row.reason !== undefined && { reason: row.reason }) })

/** Bindings by row. A row that looks like a heading is an item if its text is a bound key. */
function findBindings(rows: readonly MappedRow[], context: PlanContext): Map<MappedRow, Binding> {
  const found = new Map<MappedRow, Binding>()
  for (const row of rows) {
    const binding = context.bindingOf(row)
    if (binding) found.set(row, binding)
  }
  return found
}

/** Numbers of the rows that refer to the same bound item, by item; only where there are several. */
function findDuplicateRows(bindingByRow: ReadonlyMap<MappedRow, Binding>): Map<string, number[]> {
  const first = new Map<string, number>()
  const duplicatesByItem = new Map<string, number[]>()
  for (const [{ row }, { gearId }] of bindingByRow) {
    const other = first.get(gearId)
    if (other === undefined) first.set(gearId, row)
    else duplicatesByItem.set(gearId, [...(duplicatesByItem.get(gearId) ?? [other]), row])
  }
  return duplicatesByItem
}
