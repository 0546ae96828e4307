import { currenciesOf } from '../cells/currency.ts'
import type { Cell } from '../types.ts'

/** True for a value or an uncalculated formula. */
export const isFilled = (cell: Cell): boolean => (cell.kind === 'blank' ? cell.formula === true : cell.text.trim() !== '')

export const isBlankRow = ({ cells }: { cells: readonly Cell[] }): boolean => !cells.some(isFilled)

/** True for numbers, dates and amounts, which a totals row consists of. */
export function isNumeric(cell: Cell): boolean {
  if (cell.kind !== 'text') return cell.kind !== 'error'
  const bare = cell.text.replaceAll(/\p{L}+/gu, (word) => (currenciesOf(word).length > 0 ? '' : word))
  return /\d/.test(bare) && !/\p{L}/u.test(bare)
}
