import { SheetRefused, type Cell, type MergedRows } from '../types.ts'
import { BLANK } from './displayedCell.ts'

/** A merged range; rows and columns count from 0, and the last ones belong to it. */
export interface MergedRange {
  startRow: number
  startCol: number
  endRow: number
  endCol: number
}

/** Merged cells of a sheet, by position. */
export interface MergedCells {
  /** True for a cell behind another one. Programs may have left an old value there. */
  isCovered: (row: number, column: number) => boolean
  /** Rows of a cell that is merged downwards in one column. */
  rowsOf: (row: number, column: number) => MergedRows | undefined
  /** Number of columns that merged cells have in a row. */
  widthOf: (row: number) => number
}

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Rows of merged ranges in which a sheet has no cells. */
const MAX_MERGED_BLANKS = 1_000_000

const createOverlapError = (): SheetRefused =>
  new SheetRefused(
    'unreadable_file',
    'The sheet has merged ranges that overlap each other, which no spreadsheet program writes. Open it in one and save it anew.',
  )

/**
 * @param values by row and column; ranges may go on far beyond them
 * @throws SheetRefused unreadable_file, for ranges that overlap each other
 */
export function findMergedCells(ranges: readonly MergedRange[], values: readonly (readonly unknown[])[]): MergedCells {
  const covered = new Set<string>()
  const rows = new Map<string, MergedRows>()
  const widths = new Map<number, number>()
  // Ranges that do not overlap have no more cells than the sheet. Some may lie beside its cells.
  let remaining = values.reduce((sum, cells) => sum + 4 * cells.length, MAX_MERGED_BLANKS)
  for (const { startRow, startCol, endRow, endCol } of ranges) {
    const isDownwards = startCol === endCol && endRow > startRow && !isBlank(values[startRow]?.[startCol])
    const merged = { first: startRow + 1, last: endRow + 1 }
    for (let row = startRow; row <= Math.min(endRow, values.length - 1); row++) {
      const cells = values[row] ?? []
      const lastColumn = Math.min(endCol, cells.length - 1)
      remaining -= 1 + Math.max(0, lastColumn - startCol + 1)
      if (remaining < 0) throw createOverlapError()
      for (let column = startCol; column <= lastColumn; column++)
        if ((row > startRow || column > startCol) && !isBlank(cells[column])) covered.add(`${row},${column}`)
      if (!isDownwards) continue
      rows.set(`${row},${startCol}`, merged)
      widths.set(row, Math.max(widths.get(row) ?? 0, startCol + 1))
    }
  }
  return {
    isCovered: (row, column) => covered.has(`${row},${column}`),
    rowsOf: (row, column) => rows.get(`${row},${column}`),
    widthOf: (row) => widths.get(row) ?? 0,
  }
}

/** Converts a row's values. Cells that are merged downwards know their rows, and covered ones are blank. */
export function toMergedCells<Value>(
  values: readonly Value[],
  row: number,
  { isCovered, rowsOf, widthOf }: MergedCells,
  toCell: (value: Value, column: number) => Cell,
): Cell[] {
  const width = Math.max(values.length, widthOf(row))
  return Array.from({ length: width }, (_, column) => {
    const value = values[column]
    const cell = value === undefined || isCovered(row, column) ? BLANK : toCell(value, column)
    const merged = rowsOf(row, column)
    return merged ? { ...cell, merged } : cell
  })
}
