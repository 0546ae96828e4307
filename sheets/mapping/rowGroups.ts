import type { SheetMapping } from '../../contract/explain.ts'
import type { MappedRow, Sheet } from '../types.ts'
import { isBlankRow } from './cellKind.ts'

/** A bug in Kitroom: rows were lost or counted twice, so nothing that was read may be used. */
export class RowCountDefect extends Error {
  override name = 'RowCountDefect'
}

export const ROW_COUNT_DEFECT =
  'Kitroom lost count of the rows of this sheet, so nothing is written. That is a fault of Kitroom: please report it, with a copy of the sheet.'

/** Groups of rows that a plan counts but does not list. */
const UNLISTED_GROUPS = ['blank', 'header', 'above_header'] as const

/** Compares a plan's rows with the sheet's. @param planned row numbers @throws RowCountDefect for lost or extra rows */
export function requireEveryRow({ rows, row_groups }: SheetMapping, planned: ReadonlySet<number>): void {
  const listedCount = planned.size
  const unlistedCount = UNLISTED_GROUPS.reduce((sum, group) => sum + (row_groups[group] ?? 0), 0)
  if (listedCount + unlistedCount !== rows)
    throw new RowCountDefect(`the sheet has ${rows} rows, and the plan tells of ${listedCount} and ${unlistedCount} more`)
}

export type CountedRow = Pick<MappedRow, 'row' | 'table' | 'outcome' | 'reason'>

export interface CountedRows {
  rows: readonly CountedRow[]
  /** Row numbers above each range's first header, and of unlisted headers. */
  above: ReadonlySet<number>
  headers: ReadonlySet<number>
}

const groupOf = ({ outcome, reason }: CountedRow): string => (outcome === 'skipped' || reason === 'other_table' ? (reason ?? 'skipped') : 'item')

/** Counts rows by group and checks the total. @throws RowCountDefect for a row in no group or two */
export function countRowGroups(sheet: Sheet, { rows, above, headers }: CountedRows): Record<string, number> {
  const groupByRow = new Map<number, string>()
  const seenRows = new Set<number>()
  for (const row of rows) {
    // Numbers, because texts of a large sheet's rows need much memory. A sheet has fewer tables.
    const rowKey = row.row * 1000 + (row.table ?? 1)
    if (seenRows.has(rowKey)) throw new RowCountDefect(`row ${row.row} stands twice in table ${row.table ?? 1}`)
    seenRows.add(rowKey)
    // A row of side-by-side tables is an item if it is one in any of them.
    if (groupByRow.get(row.row) !== 'item') groupByRow.set(row.row, groupOf(row))
  }
  const counts: Record<string, number> = {}
  for (const row of sheet.rows) {
    const groups = [
      ...(isBlankRow(row) ? ['blank'] : []),
      ...(groupByRow.has(row.row)
        ? [groupByRow.get(row.row) ?? '']
        : headers.has(row.row)
          ? ['header']
          : above.has(row.row) && !isBlankRow(row)
            ? ['above_header']
            : []),
    ]
    const [group] = groups
    if (group === undefined || groups.length > 1)
      throw new RowCountDefect(`row ${row.row} stands in ${groups.length === 0 ? 'no group' : groups.join(' and ')}`)
    counts[group] = (counts[group] ?? 0) + 1
    groupByRow.delete(row.row)
  }
  if (groupByRow.size > 0) throw new RowCountDefect(`rows ${[...groupByRow.keys()].slice(0, 10).join(', ')} are not rows of the sheet`)
  return counts
}
