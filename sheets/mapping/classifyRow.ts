import type { ReadCell } from '../cells/cellState.ts'
import type { Cell, SheetRow } from '../types.ts'
import { isFilled, isNumeric } from './cellKind.ts'
import { totalsWords } from './cellWords.ts'
import type { MappedColumn } from './columns.ts'
import { squash } from './squash.ts'

export type RowClass = 'item' | 'blank' | 'group_row' | 'totals_row'

const totals: ReadonlySet<string> = new Set(totalsWords.flatMap((list) => list.split(', ').map(squash)))

interface Survey {
  /** Filled cells, at least as many as were needed to see that there are two texts. */
  filled: number
  texts: number
  first?: Cell
  text?: Cell
  /** Whether a filled cell stands in a column that feeds a field. */
  isMapped: boolean
}

/** Looks at a row's cells until it is plain that it holds more than one text. */
function survey(row: SheetRow, mapped: ReadonlySet<number>, lastHeader: number): Survey {
  const seen: Survey = { filled: 0, texts: 0, isMapped: false }
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

/**
 * Tells items from the other rows of a table. Headers are not among its rows.
 * @param headerRow what stands beyond its last header belongs to no column, and makes no item.
 */
export function createClassifier(
  headerRow: SheetRow,
  columns: readonly Pick<MappedColumn, 'index'>[],
  keyIndex: number,
  readCell: ReadCell,
): (row: SheetRow) => RowClass {
  const lastHeader = headerRow.cells.findLastIndex(isFilled)
  const mapped = new Set(columns.map(({ index }) => index))
  return (row) => {
    const seen = survey(row, mapped, lastHeader)
    if (seen.filled === 0) return row.cells.some(isFilled) ? 'group_row' : 'blank'
    if (seen.texts > 1) return seen.isMapped ? 'item' : 'group_row'
    if (seen.text && totals.has(squash(seen.text.text))) return 'totals_row'
    if (seen.filled > 1) return seen.isMapped ? 'item' : 'group_row'
    const isKey = row.cells[keyIndex] === seen.first
    if (seen.first && readCell(seen.first).state === 'error') return 'item'
    return seen.text || isKey ? 'group_row' : 'item'
  }
}
