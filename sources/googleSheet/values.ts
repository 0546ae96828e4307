import type { GoogleValue } from '../../sheets/googleGrid.ts'
import { findWriteBackCells, writeBackHeaders } from '../../sheets/writeBackColumns.ts'
import { looksLikeError } from './errors.ts'
import type { Tab } from './listTabs.ts'
import { rowRange } from './ranges.ts'
import type { Render, SheetReads } from './reads.ts'

/** Cells per read: some 2 MB as text. Large grids have mostly blank cells, which Google leaves out, so they are read in few parts. */
const CELLS_PER_READ = 200_000
const MAX_BATCHES = 12

export interface TabCells {
  tab: Tab
  /** Without blank rows at the end. Blank cells are ''. */
  values: GoogleValue[][]
  /** As displayed, in the locale of the spreadsheet. */
  displayed: string[][]
}

/** Rows of a sheet; `end` is the row after the last. */
interface Part {
  tab: Tab
  first: number
  end: number
}

/** Parts of several sheets that one request reads. */
export type Batch = readonly Part[]

const cellsOf = ({ tab, first, end }: Part): number => (end - first) * tab.columnCount

/** Divides sheets into batches of about equal numbers of cells, at most 13. */
export function planBatches(tabs: readonly Tab[]): Batch[] {
  const total = tabs.reduce((sum, { rowCount, columnCount }) => sum + rowCount * columnCount, 0)
  const maxCells = Math.max(CELLS_PER_READ, Math.ceil(total / MAX_BATCHES))
  const batches: Part[][] = []
  let cells = Number.POSITIVE_INFINITY
  for (const tab of tabs) {
    for (let first = 0; first < tab.rowCount;) {
      if (cells + tab.columnCount > maxCells) {
        batches.push([])
        cells = 0
      }
      const rows = Math.max(1, Math.floor((maxCells - cells) / tab.columnCount))
      const part = { tab, first, end: Math.min(first + rows, tab.rowCount) }
      batches.at(-1)?.push(part)
      cells += cellsOf(part)
      first = part.end
    }
  }
  return batches
}

const toValue = (value: unknown): GoogleValue => (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : '')

/** Reads a batch and places its rows. Google leaves out blank rows at the end of a range. */
async function readBatch<T>(
  reads: SheetReads,
  batch: Batch,
  render: Render,
  target: Map<number, T[][]>,
  convert: (value: unknown) => T,
): Promise<void> {
  const found = await reads.values(
    batch.map(({ tab, first, end }) => rowRange(tab.title, first, end)),
    render,
  )
  for (const [index, { tab, first }] of batch.entries()) {
    const rows = target.get(tab.id) ?? []
    target.set(tab.id, rows)
    const part = found[index] ?? []
    if (part.length === 0) continue
    while (rows.length < first) rows.push([])
    for (const row of part) rows.push(row.map(convert))
  }
}

const isBlankRow = (row: readonly unknown[]): boolean => row.every((value) => value === '')

const withoutBlankEnd = <T>(rows: T[][]): T[][] => rows.slice(0, rows.findLastIndex((row) => !isBlankRow(row)) + 1)

/** Blanks what Kitroom wrote, so that its own writes change neither the sheet's hash nor the plan. */
function withoutOwnCells(rows: GoogleValue[][]): GoogleValue[][] {
  for (const { row, column } of findWriteBackCells(rows, String)) {
    const cells = rows[row] ?? []
    cells.splice(column, writeBackHeaders.length, ...cells.slice(column, column + writeBackHeaders.length).map(() => ''))
    rows[row] = cells.slice(0, cells.findLastIndex((value) => value !== '') + 1)
  }
  return withoutBlankEnd(rows)
}

/** Reads all cells twice: as values and as displayed. */
export async function readCells(reads: SheetReads, tabs: readonly Tab[], batches: readonly Batch[]): Promise<TabCells[]> {
  const values = new Map<number, GoogleValue[][]>()
  const displayed = new Map<number, string[][]>()
  for (const batch of batches) {
    await readBatch(reads, batch, 'UNFORMATTED_VALUE', values, toValue)
    await readBatch(reads, batch, 'FORMATTED_VALUE', displayed, String)
  }
  return tabs.map((tab) => ({ tab, values: withoutOwnCells(values.get(tab.id) ?? []), displayed: displayed.get(tab.id) ?? [] }))
}

/** Numbers may change at each read (`NOW()`), and errors while formulas are computed. Texts change only when somebody edits or moves them. */
function isSameText(a: GoogleValue, b: GoogleValue): boolean {
  if (typeof a === 'number' && typeof b === 'number') return true
  return a === b || looksLikeError(a) || looksLikeError(b)
}

function isSameRow(row: readonly GoogleValue[], other: readonly GoogleValue[]): boolean {
  const width = Math.max(row.length, other.length)
  for (let column = 0; column < width; column++) if (!isSameText(row[column] ?? '', other[column] ?? '')) return false
  return true
}

/** Reads the values again. True if rows were inserted, deleted or moved since, or a text was edited. */
export async function hasMoved(reads: SheetReads, cells: readonly TabCells[], batches: readonly Batch[]): Promise<boolean> {
  const again = new Map<number, GoogleValue[][]>()
  for (const batch of batches) await readBatch(reads, batch, 'UNFORMATTED_VALUE', again, toValue)
  return cells.some(({ tab, values }) => {
    const second = withoutOwnCells(again.get(tab.id) ?? [])
    return second.length !== values.length || values.some((row, index) => !isSameRow(row, second[index] ?? []))
  })
}
