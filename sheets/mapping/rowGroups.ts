import type { SheetMapping } from '../../contract/control/explain.ts'
import type { MappedRow, Sheet } from '../types.ts'
import { isBlankRow } from './cellKind.ts'

/** Signals a bug in Kitroom: rows were lost or counted twice, so the read must not be used. */
export class RowCountDefect extends Error {
  override name = 'RowCountDefect'
}

/** Groups of rows that a plan counts but does not list. */
const UNLISTED_GROUPS = ['blank', 'header', 'above_header'] as const

/** Compares a plan's rows with the sheet's. @param planned row numbers @throws RowCountDefect for lost or extra rows */
export function requireEveryRow({ rows, row_groups }: SheetMapping, planned: Pick<ReadonlySet<number>, 'size'>): void {
  const listedCount = planned.size
  const unlistedCount = UNLISTED_GROUPS.reduce((sum, group) => sum + (row_groups[group] ?? 0), 0)
  if (listedCount + unlistedCount !== rows)
    throw new RowCountDefect(
      `the sheet has ${rows} rows, and the plan tells of ${listedCount} and ${unlistedCount} more`,
    )
}

export type CountedRow = Pick<MappedRow, 'row' | 'table' | 'outcome' | 'reason'>

export interface CountedRows {
  rows: Iterable<CountedRow>
  /** Row numbers above each range's first header, and of unlisted headers. */
  above: ReadonlySet<number>
  headers: ReadonlySet<number>
}

const groupOf = ({ outcome, reason }: CountedRow): string =>
  outcome === 'skipped' || reason === 'other_table' ? (reason ?? 'skipped') : 'item'

/**
 * Records the group of each listed row. It uses arrays by row number, because maps of a large sheet's rows need much
 * memory.
 */
class ListedGroups {
  readonly #names: string[] = []
  /** Index of the group's name, from 1. */
  readonly #groups: Uint16Array
  readonly #tables: Uint16Array
  /** Rows that are in further tables beside the first one. */
  readonly #others = new Set<string>()
  readonly beyond = new Set<number>()

  constructor(lastRow: number) {
    this.#groups = new Uint16Array(lastRow + 1)
    this.#tables = new Uint16Array(lastRow + 1)
  }

  add(row: number, table: number, group: string): void {
    if (row >= this.#groups.length) return void this.beyond.add(row)
    const known = this.of(row)
    if (known !== undefined) {
      const name = `${table}:${row}`
      if (this.#tables[row] === table || this.#others.has(name))
        throw new RowCountDefect(`row ${row} stands twice in table ${table}`)
      this.#others.add(name)
    } else this.#tables[row] = table
    // A row of side-by-side tables counts as an item if it is one in any of them.
    if (known === 'item') return
    const index = this.#names.indexOf(group)
    this.#groups[row] = index < 0 ? this.#names.push(group) : index + 1
  }

  of(row: number): string | undefined {
    return this.#names[(this.#groups[row] ?? 0) - 1]
  }

  delete(row: number): void {
    this.#groups[row] = 0
  }

  /** Lists the first rows without a group, and rows beyond the last row. */
  rest(): number[] {
    const found: number[] = []
    for (let row = 0; row < this.#groups.length && found.length < MAX_NAMED; row++)
      if (this.#groups[row] !== 0) found.push(row)
    return [...found, ...this.beyond].slice(0, MAX_NAMED)
  }
}

const MAX_NAMED = 10

/** Counts rows by group and checks the total. @throws RowCountDefect for a row in no group or two */
export function countRowGroups(sheet: Sheet, { rows, above, headers }: CountedRows): Record<string, number> {
  const listed = new ListedGroups(sheet.rows.reduce((last, { row }) => Math.max(last, row), 0))
  for (const row of rows) listed.add(row.row, row.table ?? 1, groupOf(row))
  const counts: Record<string, number> = {}
  for (const row of sheet.rows) {
    const isBlank = isBlankRow(row)
    const groupAbove = above.has(row.row) && !isBlank ? 'above_header' : undefined
    const listedGroup = listed.of(row.row) ?? (headers.has(row.row) ? 'header' : groupAbove)
    const groups = [...(isBlank ? ['blank'] : []), ...(listedGroup === undefined ? [] : [listedGroup])]
    const [group] = groups
    if (group === undefined || groups.length > 1)
      throw new RowCountDefect(`row ${row.row} stands in ${groups.length === 0 ? 'no group' : groups.join(' and ')}`)
    counts[group] = (counts[group] ?? 0) + 1
    listed.delete(row.row)
  }
  const rest = listed.rest()
  if (rest.length > 0) throw new RowCountDefect(`rows ${rest.join(', ')} are not rows of the sheet`)
  return counts
}
