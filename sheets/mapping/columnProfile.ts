import { contentOf, type CellContent } from '../cells/cellContent.ts'
import type { ReadCell } from '../cells/cellState.ts'
import type { Cell, SheetRow } from '../types.ts'

/** The contents of a column's cells. */
export interface ColumnProfile {
  /** Number of cells with a value among those that were read. */
  filled: number
  counts: ReadonlyMap<CellContent, number>
  /** Cells with a value. `row` is the position of the cell's row among those that are read. */
  values: readonly { row: number; cell: Cell; text: string }[]
}

/** Cells that are read of a column. More prove nothing else. */
const READ_CELLS = 500

/** Creates a reader of profiles. It reads the first cells of a column when it is asked for it. */
export function createProfiles(body: readonly SheetRow[], readCell: ReadCell): (index: number) => ColumnProfile {
  const profiles = new Map<number, ColumnProfile>()
  const readProfile = (index: number): ColumnProfile => {
    const values: { row: number; cell: Cell; text: string }[] = []
    const counts = new Map<CellContent, number>()
    for (const [row, sheetRow] of body.entries()) {
      if (values.length === READ_CELLS) break
      const cell = sheetRow.cellAt ? sheetRow.cellAt(index) : sheetRow.cells[index]
      const state = cell && readCell(cell)
      if (cell === undefined || state?.state !== 'value') continue
      const text = state.text.trim()
      values.push({ row, cell, text })
      const content = contentOf(cell, text)
      counts.set(content, (counts.get(content) ?? 0) + 1)
    }
    return { filled: values.length, counts, values }
  }
  return (index) => {
    const known = profiles.get(index) ?? readProfile(index)
    profiles.set(index, known)
    return known
  }
}

/** Share of a column's filled cells whose content is one of these, from 0 to 1; 1 for an empty column. */
export const shareOf = ({ filled, counts }: ColumnProfile, contents: readonly CellContent[]): number =>
  filled === 0 ? 1 : contents.reduce((sum, content) => sum + (counts.get(content) ?? 0), 0) / filled
