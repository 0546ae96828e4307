import type { GoogleValue } from '../../googleGrid.ts'
import { findWriteBackCells, writeBackHeaders } from '../../cells/writeBackColumns.ts'
import { looksLikeError } from './errors.ts'
import type { TabPart } from './listTabs.ts'
import { partRange } from './ranges.ts'
import type { Render, SheetReads } from './reads.ts'

/**
 * Cells per read: some 2 MB of text. Google omits blank cells, which large grids mostly have, so a few reads suffice.
 */
const CELLS_PER_READ = 200_000
const MAX_BATCHES = 12

export interface TabCells {
  tab: TabPart
  /**
   * Values by row and column of the sheet, without blank rows at the end. Blank cells and those outside the part are
   * ''.
   */
  values: GoogleValue[][]
  /** Texts as displayed, in the spreadsheet's locale. */
  displayed: string[][]
}

/** Rows of a sheet; `end` is the row after the last. */
interface Part {
  tab: TabPart
  first: number
  end: number
}

/** Parts of several sheets that one request reads. */
export type Batch = readonly Part[]

/**
 * Finds the columns to read. Kitroom's own columns are recognised next to each other, so a block that crosses the
 * part's edge is read whole.
 */
function readColumns({ area, columnCount }: TabPart): [from: number, to: number] {
  const beside = writeBackHeaders.length - 1
  return [Math.max(0, area.firstColumn - beside), Math.min(columnCount, area.endColumn + beside)]
}

function widthOf(tab: TabPart): number {
  const [from, to] = readColumns(tab)
  return to - from
}

/** Divides sheets into batches of about equal numbers of cells, at most 13. */
export function planBatches(tabs: readonly TabPart[]): Batch[] {
  const total = tabs.reduce((sum, tab) => sum + (tab.area.endRow - tab.area.firstRow) * widthOf(tab), 0)
  const maxCells = Math.max(CELLS_PER_READ, Math.ceil(total / MAX_BATCHES))
  const batches: Part[][] = []
  let cells = Number.POSITIVE_INFINITY
  for (const tab of tabs) {
    const width = widthOf(tab)
    for (let first = tab.area.firstRow; first < tab.area.endRow;) {
      if (cells + width > maxCells) {
        batches.push([])
        cells = 0
      }
      const rows = Math.max(1, Math.floor((maxCells - cells) / width))
      const end = Math.min(first + rows, tab.area.endRow)
      batches.at(-1)?.push({ tab, first, end })
      cells += (end - first) * width
      first = end
    }
  }
  return batches
}

const toValue = (value: unknown): GoogleValue =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : ''

/** Reads a batch and puts its rows at their positions. Google omits blank rows at the end of a range. */
async function readBatch<T>(
  reads: SheetReads,
  batch: Batch,
  render: Render,
  target: Map<number, T[][]>,
  convert: (value: unknown) => T,
): Promise<void> {
  const found = await reads.values(
    batch.map(({ tab, first, end }) => partRange(tab, first, end, readColumns(tab))),
    render,
  )
  for (const [index, { tab, first }] of batch.entries()) {
    const rows = target.get(tab.id) ?? []
    target.set(tab.id, rows)
    const part = found[index] ?? []
    if (part.length === 0) continue
    while (rows.length < first) rows.push([])
    const left = Array.from({ length: readColumns(tab)[0] }, () => convert(''))
    for (const row of part) rows.push(row.length === 0 ? [] : [...left, ...row.map(convert)])
  }
}

const isBlankRow = (row: readonly unknown[]): boolean => row.every((value) => value === '')

const withoutBlankEnd = <T>(rows: T[][]): T[][] => rows.slice(0, rows.findLastIndex((row) => !isBlankRow(row)) + 1)

/** Blanks Kitroom's own cells, so that its writes change neither the sheet's hash nor the plan. */
function withoutOwnCells(rows: GoogleValue[][]): GoogleValue[][] {
  for (const { row, column } of findWriteBackCells(rows, String)) {
    const cells = rows[row] ?? []
    cells.splice(
      column,
      writeBackHeaders.length,
      ...cells.slice(column, column + writeBackHeaders.length).map(() => ''),
    )
    rows[row] = cells.slice(0, cells.findLastIndex((value) => value !== '') + 1)
  }
  return rows
}

/** Blanks the columns outside the part of a sheet. */
function clipColumns(rows: GoogleValue[][], { area, columnCount }: TabPart): GoogleValue[][] {
  const { firstColumn, endColumn } = area
  if (firstColumn === 0 && endColumn === columnCount) return rows
  return rows.map((row) => {
    const cells = row.slice(0, endColumn).fill('', 0, firstColumn)
    return cells.slice(0, cells.findLastIndex((value) => value !== '') + 1)
  })
}

/** Selects the cells of the part from those that were read. */
const toCells = (tab: TabPart, rows: GoogleValue[][] = []): GoogleValue[][] =>
  withoutBlankEnd(clipColumns(withoutOwnCells(rows), tab))

/** Reads all cells twice: as values and as displayed. */
export async function readCells(
  reads: SheetReads,
  tabs: readonly TabPart[],
  batches: readonly Batch[],
): Promise<TabCells[]> {
  const values = new Map<number, GoogleValue[][]>()
  const displayed = new Map<number, string[][]>()
  for (const batch of batches) {
    await readBatch(reads, batch, 'UNFORMATTED_VALUE', values, toValue)
    await readBatch(reads, batch, 'FORMATTED_VALUE', displayed, String)
  }
  return tabs.map((tab) => ({ tab, values: toCells(tab, values.get(tab.id)), displayed: displayed.get(tab.id) ?? [] }))
}

/**
 * True if two values have the same text. Numbers may change at each read (`NOW()`), and so may errors while formulas
 * are computed. Texts change only when a person edits or moves them.
 */
function isSameText(a: GoogleValue, b: GoogleValue): boolean {
  if (typeof a === 'number' && typeof b === 'number') return true
  return a === b || looksLikeError(a) || looksLikeError(b)
}

function isSameRow(row: readonly GoogleValue[], other: readonly GoogleValue[]): boolean {
  const width = Math.max(row.length, other.length)
  for (let column = 0; column < width; column++) if (!isSameText(row[column] ?? '', other[column] ?? '')) return false
  return true
}

/** Reads the values again. @returns true if rows were inserted, deleted or moved since, or a text was edited */
export async function hasMoved(
  reads: SheetReads,
  cells: readonly TabCells[],
  batches: readonly Batch[],
): Promise<boolean> {
  const again = new Map<number, GoogleValue[][]>()
  for (const batch of batches) await readBatch(reads, batch, 'UNFORMATTED_VALUE', again, toValue)
  return cells.some(({ tab, values }) => {
    const second = toCells(tab, again.get(tab.id))
    return second.length !== values.length || values.some((row, index) => !isSameRow(row, second[index] ?? []))
  })
}
