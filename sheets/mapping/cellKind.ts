import { currenciesOf } from '../cells/currency.ts'
import type { Cell, SheetRow } from '../types.ts'

/** True for a value or an uncalculated formula. */
export const isFilled = (cell: Cell): boolean =>
  cell.kind === 'blank' ? cell.formula === true : cell.text.trim() !== ''

export function isBlankRow(row: Pick<SheetRow, 'cells' | 'cellAt'>): boolean {
  // Cells that are built at each access are not all built for a row whose first cell is filled.
  const first = row.cellAt?.(0)
  return first && isFilled(first) ? false : !row.cells.some(isFilled)
}

/** True for numbers, dates and amounts, which a totals row consists of. */
export function isNumeric(cell: Cell): boolean {
  if (cell.kind !== 'text') return cell.kind !== 'error'
  const bare = cell.text.replaceAll(/\p{L}+/gu, (word) => (currenciesOf(word).length > 0 ? '' : word))
  return /\d/.test(bare) && !/\p{L}/u.test(bare)
}
