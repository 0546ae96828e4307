import type { ReadCell } from '../cells/cellState.ts'
import type { Cell, SheetRow } from '../types.ts'
import { isFilled, isNumeric } from './cellKind.ts'
import { totalsWords } from './cellWords.ts'
import type { MappedColumn } from './columns.ts'
import { squash } from './squash.ts'

export type RowClass = 'item' | 'blank' | 'group_row' | 'totals_row'

const totals: ReadonlySet<string> = new Set(totalsWords.flatMap((list) => list.split(', ').map(squash)))

interface RowScan {
  /** Filled cells, counted up to two. */
  filled: number
  texts: number
  first?: Cell
  text?: Cell
  /** True when a mapped column is filled. */
  isMapped: boolean
}

/** Scans a row until it has more than one text. */
function scanRow(row: SheetRow, mapped: ReadonlySet<number>, lastHeader: number): RowScan {
  const seen: RowScan = { filled: 0, texts: 0, isMapped: false }
  for (const [index, cell] of row.cells.entries()) {
    if (index > lastHeader) break
    if (!isFilled(cell)) continue
    seen.filled++
    seen.first ??= cell
    seen.isMapped ||= mapped.has(index)
    if (isNumeric(cell)) continue
    seen.text ??= cell
    seen.texts++
    if (seen.texts > 1 && seen.isMapped) break
  }
  return seen
}

/** Separates items from other rows of a table. @param headerRow cells beyond its last header make no item */
export function createClassifier(
  headerRow: SheetRow,
  columns: readonly Pick<MappedColumn, 'index'>[],
  keyIndex: number,
  readCell: ReadCell,
): (row: SheetRow) => RowClass {
  const lastHeader = headerRow.cells.findLastIndex(isFilled)
  const mapped = new Set(columns.map(({ index }) => index))
  return (row) => {
    const seen = scanRow(row, mapped, lastHeader)
    if (seen.filled === 0) return row.cells.some(isFilled) ? 'group_row' : 'blank'
    if (seen.texts > 1) return seen.isMapped ? 'item' : 'group_row'
    if (seen.text && totals.has(squash(seen.text.text))) return 'totals_row'
    if (seen.filled > 1) return seen.isMapped ? 'item' : 'group_row'
    const isKey = row.cells[keyIndex] === seen.first
    if (seen.first && readCell(seen.first).state === 'error') return 'item'
    return seen.text || isKey ? 'group_row' : 'item'
  }
}
