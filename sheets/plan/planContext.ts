import type { CellNote } from '../../contract/control.ts'
import type { Gear } from '../../contract/gear.ts'
import { foldKey } from '../mapping/keys.ts'
import type { Binding, ColumnTarget, PlanInput, KeyField, MappedRow, MappedTable } from '../types.ts'
import { createBindingFinder } from './findBinding.ts'

export type Item = Gear & Record<string, unknown>

/** Lookups for comparing rows, built once per sheet. */
export interface PlanContext {
  input: PlanInput
  key: KeyField
  bindingOf: (row: MappedRow) => Binding | undefined
  itemOf: (gearId: string) => Item | undefined
  /** Items with a certain key that are not bound to this source. */
  unboundWith: (keyFold: string) => readonly Item[]
  ownerOfTag: (tag: string) => Item | undefined
  /** Creates a fault at the row's cell of a field. */
  faultAt: (row: MappedRow, field: string, code: string, message: string, rows?: number[]) => CellNote
}

function memoize<T>(build: () => T): () => T {
  let cached: { value: T } | undefined
  return () => (cached ??= { value: build() }).value
}

export function createPlanContext(input: PlanInput): PlanContext {
  const { table, settings, bindings, items } = input
  const key = table.read.key ?? settings.key
  const byId = new Map(items.map((item) => [item.id, item as Item]))
  const unbound = memoize(() => {
    const bound = new Set(bindings.map(({ gearId }) => gearId))
    return Map.groupBy(items.filter((item) => !bound.has(item.id) && item[key]) as Item[], (item) => foldKey(String(item[key])))
  })
  const tagOwners = memoize(() => new Map((items as Item[]).filter((item) => item.asset_tag).map((item) => [foldKey(String(item.asset_tag)), item])))
  const letterOf = createLetterFinder(table)
  return {
    input,
    key,
    bindingOf: createBindingFinder(bindings, key),
    itemOf: (gearId) => byId.get(gearId),
    unboundWith: (keyFold) => unbound().get(keyFold) ?? [],
    ownerOfTag: (tag) => tagOwners().get(foldKey(tag)),
    faultAt: (row, field, code, message, rows) => ({
      cell: `${letterOf(row, field)}${row.row}`,
      code,
      raw: row.raw?.[field] ?? describeValue(row.fields[field]),
      message,
      ...(rows && { rows }),
    }),
  }
}

/** Column letter of a field in the row's table. */
function createLetterFinder({ read, mapping }: MappedTable): (row: MappedRow, field: string) => string {
  const main = Object.entries(read.columns).map(([column, { field }]) => ({ column, field }))
  const tables = new Map<number | undefined, ReadonlyMap<string, string>>([[undefined, lettersOf(main)]])
  for (const { table, columns } of mapping.tables) tables.set(table, lettersOf(columns as ColumnField[]))
  return ({ table }, field) => tables.get(table)?.get(field) ?? ''
}

interface ColumnField {
  column: string
  field: ColumnTarget
}

const lettersOf = (columns: readonly ColumnField[]): ReadonlyMap<string, string> =>
  new Map(
    columns.flatMap(({ column, field }) =>
      (typeof field === 'string' ? [field] : Object.values(field)).map((name): [string, string] => [name, column]),
    ),
  )

const describeValue = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
