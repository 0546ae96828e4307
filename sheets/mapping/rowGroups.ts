import type { SheetMapping } from '../../contract/explain.ts'
import type { MappedRow, Sheet } from '../types.ts'
import { isBlankRow } from './cellKind.ts'

/** A defect of Kitroom: nothing that was read may be used. */
export class RowCountDefect extends Error {
  override name = 'RowCountDefect'
}

export const ROW_COUNT_DEFECT =
  'Kitroom lost count of the rows of this sheet, so nothing is written. That is a fault of Kitroom: please report it, with a copy of the sheet.'

/** Row groups that a plan only counts. */
const NOT_LISTED = ['blank', 'header', 'above_header'] as const

/** Compares a plan's rows with the sheet's. @throws RowCountDefect for lost or extra rows */
export function requireEveryRow({ rows, row_groups }: SheetMapping, planned: readonly { row: number }[]): void {
  const listed = new Set(planned.map(({ row }) => row)).size
  const notListed = NOT_LISTED.reduce((sum, group) => sum + (row_groups[group] ?? 0), 0)
  if (listed + notListed !== rows) throw new RowCountDefect(`the sheet has ${rows} rows, and the plan tells of ${listed} and ${notListed} more`)
}

export interface CountedRows {
  rows: readonly MappedRow[]
  /** Row numbers above each strip's first header, and of unlisted headers. */
  above: ReadonlySet<number>
  headers: ReadonlySet<number>
}

const groupOf = ({ outcome, reason }: MappedRow): string => (outcome === 'skipped' || reason === 'other_table' ? (reason ?? 'skipped') : 'item')

/** Counts rows by group and checks the total. @throws RowCountDefect for a row in no group or two */
export function countRowGroups(sheet: Sheet, { rows, above, headers }: CountedRows): Record<string, number> {
  const listed = new Map<number, string>()
  const seen = new Set<string>()
  for (const row of rows) {
    const place = `${row.table ?? 1}:${row.row}`
    if (seen.has(place)) throw new RowCountDefect(`row ${row.row} stands twice in table ${row.table ?? 1}`)
    seen.add(place)
    // Of side-by-side tables, a row is an item if one of them has an item.
    if (listed.get(row.row) !== 'item') listed.set(row.row, groupOf(row))
  }
  const counts: Record<string, number> = {}
  for (const row of sheet.rows) {
    const own = [
      ...(isBlankRow(row) ? ['blank'] : []),
      ...(listed.has(row.row)
        ? [listed.get(row.row) ?? '']
        : headers.has(row.row)
          ? ['header']
          : above.has(row.row) && !isBlankRow(row)
            ? ['above_header']
            : []),
    ]
    const [group] = own
    if (group === undefined || own.length > 1)
      throw new RowCountDefect(`row ${row.row} stands in ${own.length === 0 ? 'no group' : own.join(' and ')}`)
    counts[group] = (counts[group] ?? 0) + 1
    listed.delete(row.row)
  }
  if (listed.size > 0) throw new RowCountDefect(`rows ${[...listed.keys()].slice(0, 10).join(', ')} are not rows of the sheet`)
  return counts
}
