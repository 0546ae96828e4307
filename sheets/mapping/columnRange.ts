import type { Cell, SheetRow } from '../types.ts'

/** A range of columns whose tables are separate from those beside it. */
export interface ColumnRange {
  from: number
  /** Last column; Infinity for the last range. */
  to: number
}

export const BLANK_CELL: Cell = Object.freeze({ text: '', value: null, kind: 'blank' })

/** Cuts a row to a range; cells keep their columns. */
export function cutRowToRange(row: SheetRow, { from, to }: ColumnRange): SheetRow {
  if (from === 0 && to === Infinity) return row
  return { ...row, cells: row.cells.slice(0, to + 1).map((cell, index) => (index < from ? BLANK_CELL : cell)) }
}
