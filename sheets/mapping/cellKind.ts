import { currenciesOf } from '../cells/currency.ts'
import type { Cell, SheetRow } from '../types.ts'

/** True for a value or an uncalculated formula. */
export const isFilled = (cell: Cell): boolean =>
  cell.kind === 'blank' ? cell.formula === true : cell.text.trim() !== ''

export function isBlankRow(row: Pick<SheetRow, 'cells' | 'cellAt'>): boolean {
  // `cells` builds every cell at each access, so check the first cell alone first.
  const first = row.cellAt?.(0)
  return first && isFilled(first) ? false : !row.cells.some(isFilled)
}

/** True for numbers, dates and amounts. A totals row consists of them. */
export function isNumeric(cell: Cell): boolean {
  if (cell.kind !== 'text') return cell.kind !== 'error'
  const bare = cell.text.replaceAll(/\p{L}+/gu, (word) => (currenciesOf(word).length > 0 ? '' : word))
  return /\d/.test(bare) && !/\p{L}/u.test(bare)
}
