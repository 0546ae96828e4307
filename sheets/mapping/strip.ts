import type { Cell, SheetRow } from '../types.ts'

/** Columns of a sheet that hold tables of their own, beside those of other columns. */
export interface Strip {
  from: number
  /** Last column; Infinity for the last strip. */
  to: number
}

export const BLANK: Cell = Object.freeze({ text: '', value: null, kind: 'blank' })

/** A row with the cells of a strip only; they keep their columns. */
export function cutRow(row: SheetRow, { from, to }: Strip): SheetRow {
  if (from === 0 && to === Infinity) return row
  return { ...row, cells: row.cells.slice(0, to + 1).map((cell, index) => (index < from ? BLANK : cell)) }
}
