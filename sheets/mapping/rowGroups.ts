import type { SheetMapping } from '../../contract/explain.ts'
import type { MappedRow, Sheet } from '../types.ts'
import { isBlankRow } from './cellKind.ts'

/** A fault of Kitroom itself, not of the sheet: nothing that was read may be used. */
export class RowCountDefect extends Error {
  override name = 'RowCountDefect'
}

/** What a person is told about such a fault. */
export const ROW_COUNT_DEFECT =
  'Kitroom lost count of the rows of this sheet, so nothing is written. That is a fault of Kitroom: please report it, with a copy of the sheet.'

/** Groups of rows that a plan counts but does not list. */
const NOT_LISTED = ['blank', 'header', 'above_header'] as const

/**
 * Holds the rows of a plan against the rows of the sheet it was made from.
 * @throws RowCountDefect when the plan has lost rows, or has rows that the sheet does not have.
 */
export function requireEveryRow({ rows, row_groups }: SheetMapping, planned: readonly { row: number }[]): void {
  const listed = new Set(planned.map(({ row }) => row)).size
  const notListed = NOT_LISTED.reduce((sum, group) => sum + (row_groups[group] ?? 0), 0)
  if (listed + notListed !== rows) throw new RowCountDefect(`the sheet has ${rows} rows, and the plan tells of ${listed} and ${notListed} more`)
}

export interface CountedRows {
  rows: readonly MappedRow[]
  /** Numbers of the rows above the first header of each strip, and of the headers that no row of the plan stands for. */
  above: ReadonlySet<number>
  headers: ReadonlySet<number>
}

const groupOf = ({ outcome, reason }: MappedRow): string => (outcome === 'skipped' || reason === 'other_table' ? (reason ?? 'skipped') : 'item')

/**
 * Counts the rows of a sheet by what they were read as, and holds the count against the sheet itself.
 * @throws RowCountDefect when a row of the sheet stands in no group, or in two.
 */
export function countRowGroups(sheet: Sheet, { rows, above, headers }: CountedRows): Record<string, number> {
  const listed = new Map<number, string>()
  const seen = new Set<string>()
  for (const row of rows) {
    const place = `${row.table ?? 1}:${row.row}`
    if (seen.has(place)) throw new RowCountDefect(`row ${row.row} stands twice in table ${row.table ?? 1}`)
    seen.add(place)
    // of two tables side by side the row counts as an item where one of them has one
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
