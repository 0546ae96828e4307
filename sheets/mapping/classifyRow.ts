import type { ReadCell } from '../cells/cellState.ts'
import type { Cell, SheetRow } from '../types.ts'
import { isFilled, isNumeric } from './cellKind.ts'
import { totalsWords } from '../vocabulary/cellWords.ts'
import type { MappedColumn } from './columns.ts'
import { toLookupKey } from '../vocabulary/lookupKey.ts'

export type RowClass = 'item' | 'blank' | 'group_row' | 'totals_row'

const totalsSet: ReadonlySet<string> = new Set(totalsWords.flatMap((list) => list.split(', ').map(toLookupKey)))

interface RowScan {
  /** Number of filled cells. Counting stops at two. */
  filled: number
  texts: number
  first?: Cell
  text?: Cell
  /** True if a mapped column is filled. */
  isMapped: boolean
}

/** Scans a row until it has more than one text. */
function scanRow(row: SheetRow, mapped: ReadonlySet<number>, lastHeader: number): RowScan {
  const scan: RowScan = { filled: 0, texts: 0, isMapped: false }
  for (const [index, cell] of row.cells.entries()) {
    if (index > lastHeader) break
    if (!isFilled(cell)) continue
    scan.filled++
    scan.first ??= cell
    scan.isMapped ||= mapped.has(index)
    if (isNumeric(cell)) continue
    scan.text ??= cell
    scan.texts++
    if (scan.texts > 1 && scan.isMapped) break
  }
  return scan
}

/** Distinguishes items from other rows of a table. @param headerRow cells to the right of its last header are ignored */
export function createClassifier(
  headerRow: SheetRow,
  columns: readonly Pick<MappedColumn, 'index'>[],
  keyIndex: number,
  readCell: ReadCell,
): (row: SheetRow) => RowClass {
  const lastHeader = headerRow.cells.findLastIndex(isFilled)
  const mapped = new Set(columns.map(({ index }) => index))
  return (row) => {
    const scan = scanRow(row, mapped, lastHeader)
    if (scan.filled === 0) return row.cells.some(isFilled) ? 'group_row' : 'blank'
    if (scan.texts > 1) return scan.isMapped ? 'item' : 'group_row'
    if (scan.text && totalsSet.has(toLookupKey(scan.text.text))) return 'totals_row'
    if (scan.filled > 1) return scan.isMapped ? 'item' : 'group_row'
    const isKey = row.cells[keyIndex] === scan.first
    if (scan.first && readCell(scan.first).state === 'error') return 'item'
    return scan.text || isKey ? 'group_row' : 'item'
  }
}
