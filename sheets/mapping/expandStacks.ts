import { findFieldSchema } from '../vocabulary/fields.ts'
import { say, type Said } from '../../contract/sentences/say.ts'
import { SheetRefused, type KeyField, type MappedRow } from '../types.ts'
import { foldKey } from './keys.ts'

const MAX_ITEMS = 200_000

export const toUnitTag = (tag: string, unit: number): string => `${tag}-${unit}`

const isStack = (row: MappedRow): boolean =>
  row.quantity !== undefined && row.outcome === undefined && row.key !== undefined

function* keysOf(row: MappedRow): Generator<string> {
  if (row.keyFold !== undefined) yield row.keyFold
  if (isStack(row))
    for (let unit = 1; unit <= (row.quantity ?? 0); unit++) yield foldKey(toUnitTag(row.key ?? '', unit))
}

/** Finds rows whose key, from a cell or generated, equals that of another row. */
function findCollisions(rows: readonly MappedRow[]): Map<MappedRow, { key: string; others: Set<number> }> {
  const owners = new Map<string, MappedRow[]>()
  for (const row of rows) for (const key of keysOf(row)) owners.set(key, [...(owners.get(key) ?? []), row])
  const collisions = new Map<MappedRow, { key: string; others: Set<number> }>()
  for (const [key, group] of owners) {
    if (group.length < 2 || !group.some(isStack)) continue
    for (const row of group) {
      const others = collisions.get(row)?.others ?? new Set<number>()
      for (const other of group) if (other !== row) others.add(other.row)
      collisions.set(row, { key: collisions.get(row)?.key ?? key, others })
    }
  }
  return collisions
}

function refuseRow(row: MappedRow, letter: string, code: string, said: Said, others: readonly number[]): void {
  row.outcome = 'refused'
  delete row.reason
  const rows = others.length > 0 ? { rows: [row.row, ...others].toSorted((a, b) => a - b) } : {}
  row.errors.unshift({
    cell: `${letter}${row.row}`,
    code,
    raw: row.raw?.['asset_tag'] ?? row.key ?? '',
    ...said,
    ...rows,
  })
}

/** Refuses rows with duplicate or too long generated tags. */
function refuseInvalidTags(rows: readonly MappedRow[], letterOf: (row: MappedRow) => string): void {
  for (const [row, { key, others }] of findCollisions(rows)) {
    const numbers = [...others].toSorted((a, b) => a - b)
    const said = say('quantity_makes_tag_of', { tag: key, rows: numbers.join(', ') })
    refuseRow(row, letterOf(row), 'duplicate_key', said, numbers)
  }
  for (const row of rows.filter(isStack)) {
    const longest = toUnitTag(row.key ?? '', row.quantity ?? 0)
    if (findFieldSchema('asset_tag')?.safeParse(longest).success === false)
      refuseRow(row, letterOf(row), 'too_long', say('quantity_tag_too_long', { tag: longest }), [])
  }
}

function toUnits(row: MappedRow): MappedRow[] {
  const { quantity, raw, ...rest } = row
  if (row.key === undefined || row.keyFold === undefined) return [row]
  const tag = row.key
  if (quantity === undefined || row.outcome !== undefined)
    return [{ ...rest, ...(raw && { raw }), stack: { tag, unit: 1, of: 1 } }]
  return Array.from({ length: quantity }, (_, index) => {
    const key = toUnitTag(tag, index + 1)
    return {
      ...rest,
      key,
      keyFold: foldKey(key),
      fields: { ...row.fields, asset_tag: key },
      // The cell's tag belongs to the whole row, not to one unit.
      raw: { ...raw, asset_tag: key },
      warnings: index === 0 ? row.warnings : [],
      stack: { tag, unit: index + 1, of: quantity },
    }
  })
}

/**
 * Expands rows with a quantity to items tagged `X-1` to `X-n`. A row with any fault stays one refused row for all its
 * items.
 * @throws SheetRefused unreadable_file for too many items
 */
export function expandStacks(
  rows: readonly MappedRow[],
  key: KeyField,
  letterOf: (row: MappedRow) => string,
): MappedRow[] {
  const items = rows.reduce((sum, row) => sum + (isStack(row) ? (row.quantity ?? 1) : 1), 0)
  if (items > MAX_ITEMS)
    throw new SheetRefused('unreadable_file', say('too_many_items', { count: items, limit: MAX_ITEMS }))
  if (key === 'asset_tag') refuseInvalidTags(rows, letterOf)
  return rows.flatMap(toUnits)
}
