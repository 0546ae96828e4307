import type { Cell, SheetRow } from '../types.ts'

/** A range of columns whose tables are separate from those beside it. */
export interface Strip {
  from: number
  /** Last column; Infinity for the last strip. */
  to: number
}

export const BLANK: Cell = Object.freeze({ text: '', value: null, kind: 'blank' })

/** Cuts a row to a strip; cells keep their columns. */
export function cutRow(row: SheetRow, { from, to }: Strip): SheetRow {
  if (from === 0 && to === Infinity) return row
  return { ...row, cells: row.cells.slice(0, to + 1).map((cell, index) => (index < from ? BLANK : cell)) }
}
