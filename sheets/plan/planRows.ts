import type { PlanRow } from '../../contract/control/control.ts'
import { createPlanContext, type PlanContext } from './planContext.ts'
import { findEqualTags } from './equalTags.ts'
import { findDamagedKeys } from './damagedKeys.ts'
import { planMissing } from './planMissing.ts'
import { planItemRow } from './planItemRow.ts'
import { Questions } from './questions.ts'
import { hasDoubtfulKey } from './resolveDoubtful.ts'
import { resolveStackTag } from './resolveStackTags.ts'
import { toPlanRow } from './planRow.ts'
import { collectSheetFacts } from './sheetFacts.ts'
import type { PlanInput } from './planInput.ts'
import type { PlannedRow, PlanSummary, MappedRow } from '../types.ts'

/** Reason given for rows in a table that does not list gear. */
const OTHER_TABLE = 'other_table'

/**
 * Plans each row by comparing the sheet with the last synced values and the current inventory. Bound items without a
 * row are missing, and are marked or deleted if configured. The item of a refused row is not missing. It yields the
 * planned rows in order, and undefined where the caller may pause. It holds no rows, so that a sheet may be larger than
 * memory.
 */
export function* planRows(input: PlanInput): Generator<PlannedRow | undefined, PlanSummary> {
  let present = { has: (_id: string): boolean => false }
  const equalTags = yield* findEqualTags(input.table.rows)
  const context = createPlanContext(input, (gearId) => present.has(gearId), equalTags)
  const damaged = yield* findDamagedKeys(input.table.rows, context)
  const sheetFacts = yield* collectSheetFacts(input.table.rows, (row) => hasDoubtfulKey(row, context))
  const unreadRow = sheetFacts.unreadRow ?? damaged.unreadRow
  const facts = { ...sheetFacts, ...(unreadRow && { unreadRow }) }
  const resolve = (row: MappedRow): MappedRow => damaged.resolve(resolveStackTag(row, facts.keys, context))
  const bound = yield* findBoundItems(input.table.rows, resolve, context)
  present = { has: (id: string): boolean => bound.firstRows.has(id) || damaged.present.has(id) }
  const counts: Record<string, number> = {}
  const questions = new Questions()
  for (const mapped of input.table.rows) {
    const planned = planRow(resolve(mapped), bound.duplicates, context)
    counts[planned.plan.outcome] = (counts[planned.plan.outcome] ?? 0) + 1
    questions.add(planned.plan.row, planned.plan.questions ?? [])
    yield planned
  }
  const { absent, missing, held } = yield* planMissing(present, facts, context)
  for (const { plan } of absent) counts[plan.outcome] = (counts[plan.outcome] ?? 0) + 1
  if (missing.length > 0) counts['missing'] = missing.length
  const { columns } = context
  return {
    absent,
    missing,
    held,
    counts,
    questions: [...columns.list(), ...questions.list()],
    readings: columns.readings,
  }
}

/** A row that looks like a heading is an item if its text is the key of a binding. */
function planRow(row: MappedRow, duplicates: ReadonlyMap<string, number[]>, context: PlanContext): PlannedRow {
  const binding = context.bindingOf(row)
  const isItem = (row.outcome !== 'skipped' || binding !== undefined) && row.reason !== OTHER_TABLE
  const planned = isItem
    ? planItemRow(row, binding, duplicates.get(binding?.gearId ?? context.renamedItem(row)?.id ?? '') ?? [], context)
    : { plan: planSkipped(row) }
  return row.keyFold === undefined ? planned : { ...planned, keyFold: row.keyFold }
}

const planSkipped = (row: MappedRow): PlanRow =>
  row.outcome === 'refused'
    ? toPlanRow(row, 'refused', { errors: row.errors, reason: OTHER_TABLE })
    : toPlanRow(row, 'skipped', { ...(row.reason !== undefined && { reason: row.reason }) })

interface BoundItems {
  /** Number of the first row that refers to an item, by gear id. */
  firstRows: ReadonlyMap<string, number>
  /** Numbers of the rows that refer to the same bound item, by gear id; only for items with several. */
  duplicates: ReadonlyMap<string, number[]>
}

/**
 * Finds the item that a row means before it is planned: the bound one, the renamed one, or an unbound one with its key.
 */
function findGearId(row: MappedRow, hasUnbound: boolean, context: PlanContext): string | undefined {
  const bound = context.bindingOf(row)?.gearId ?? context.renamedItem(row)?.id
  if (bound !== undefined || !hasUnbound || row.keyFold === undefined) return bound
  return context.unboundWith(row.keyFold)[0]?.id
}

/** Finds the items of all rows. Yields after each row. */
function* findBoundItems(
  rows: Iterable<MappedRow>,
  resolve: (row: MappedRow) => MappedRow,
  context: PlanContext,
): Generator<undefined, BoundItems> {
  const firstRows = new Map<string, number>()
  const duplicates = new Map<string, number[]>()
  const hasUnbound = context.input.items.size > context.input.bindings.size
  if (context.input.bindings.size === 0 && !hasUnbound) return { firstRows, duplicates }
  for (const mapped of rows) {
    yield
    const row = resolve(mapped)
    const gearId = findGearId(row, hasUnbound, context)
    const first = gearId === undefined ? undefined : firstRows.get(gearId)
    if (gearId === undefined) continue
    if (first === undefined) firstRows.set(gearId, row.row)
    else duplicates.set(gearId, [...(duplicates.get(gearId) ?? [first]), row.row])
  }
  return { firstRows, duplicates }
}
