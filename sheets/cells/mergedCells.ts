import { say } from '../../contract/sentences/say.ts'
import { SheetRefused, type Cell, type MergedRows } from '../types.ts'
import { BLANK } from './displayedCell.ts'

/** A merged range; rows and columns count from 0, and the last ones belong to it. */
export interface MergedRange {
  startRow: number
  startCol: number
  endRow: number
  endCol: number
}

/** A cell that is merged downwards in one column, and the blank cell that stands in the rows that it covers. */
interface Downwards {
  rows: MergedRows
  covered: Cell
}

/** Merged cells of a sheet, by position. */
interface MergedCells {
  /** True for a cell behind another one. Programs may have left an old value there. */
  isCovered: (row: number, column: number) => boolean
  find: (row: number, column: number) => Downwards | undefined
  /** Columns with cells that are merged downwards. */
  columns: readonly number[]
}

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Rows of merged ranges in which a sheet has no cells. */
const MAX_MERGED_BLANKS = 1_000_000

const createOverlapError = (): SheetRefused => new SheetRefused('unreadable_file', say('merged_ranges_overlap'))

/** Finds a row's merged cell among those of a column, which are in the order of their rows. */
function findInColumn(merged: readonly Downwards[] | undefined, row: number): Downwards | undefined {
  let [from, below] = [0, merged?.length ?? 0]
  while (from < below) {
    const middle = Math.floor((from + below) / 2)
    const found = merged?.[middle]
    if (!found || row < found.rows.first - 1) below = middle
    else if (row > found.rows.last - 1) from = middle + 1
    else return found
  }
  return undefined
}

/**
 * @param values by row and column; ranges may go on far beyond them
 * @throws SheetRefused unreadable_file, for ranges that overlap each other
 */
export function findMergedCells(ranges: readonly MergedRange[], values: readonly (readonly unknown[])[]): MergedCells {
  const covered = new Set<string>()
  const byColumn = new Map<number, Downwards[]>()
  // Ranges that do not overlap have no more cells than the sheet. Some may lie beside its cells.
  let remaining = values.reduce((sum, cells) => sum + 4 * cells.length, MAX_MERGED_BLANKS)
  for (const { startRow, startCol, endRow, endCol } of ranges) {
    for (let row = startRow; row <= Math.min(endRow, values.length - 1); row++) {
      const cells = values[row] ?? []
      const lastColumn = Math.min(endCol, cells.length - 1)
      remaining -= 1 + Math.max(0, lastColumn - startCol + 1)
      if (remaining < 0) throw createOverlapError()
      for (let column = startCol; column <= lastColumn; column++)
        if ((row > startRow || column > startCol) && !isBlank(cells[column])) covered.add(`${row},${column}`)
    }
    if (startCol !== endCol || endRow === startRow || isBlank(values[startRow]?.[startCol])) continue
    const rows = { first: startRow + 1, last: endRow + 1 }
    const merged = byColumn.get(startCol) ?? []
    merged.push({ rows, covered: { ...BLANK, merged: rows } })
    byColumn.set(startCol, merged)
  }
  for (const [column, merged] of byColumn)
    byColumn.set(
      column,
      merged.toSorted((a, b) => a.rows.first - b.rows.first),
    )
  return {
    isCovered: (row, column) => covered.has(`${row},${column}`),
    find: (row, column) => findInColumn(byColumn.get(column), row),
    columns: [...byColumn.keys()],
  }
}

/** Converts a row's values. Cells that are merged downwards know their rows, and covered ones are blank. */
export function toMergedCells<Value>(
  values: readonly Value[],
  row: number,
  { isCovered, find, columns }: MergedCells,
  toCell: (value: Value, column: number) => Cell,
): Cell[] {
  const cells = values.map((value, column) => (isCovered(row, column) ? BLANK : toCell(value, column)))
  for (const column of columns) {
    const merged = find(row, column)
    if (!merged) continue
    while (cells.length <= column) cells.push(BLANK)
    const cell = cells[column] ?? BLANK
    cells[column] = row === merged.rows.first - 1 ? { ...cell, merged: merged.rows } : merged.covered
  }
  return cells
}
