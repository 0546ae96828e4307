import { quantityUnits } from '../vocabulary/quantityWords.ts'
import { toLookupKey } from '../vocabulary/lookupKey.ts'
import type { Cell } from '../types.ts'

const units: ReadonlySet<string> = new Set(quantityUnits.flatMap((list) => list.split(', ').map(toLookupKey)))

/**
 * Matches a whole number with "times" or a unit: `3`, `3.0`, `3x`, `x 3`, `3 Stk.`. It excludes three decimals, which
 * could be thousands.
 */
const QUANTITY = /^(?:[x×]\s*)?(\d{1,6})(?:[.,]0{1,2})?\s*(×|\p{L}+\.?)?$/iu

/**
 * Parses the number of items in a row.
 * @returns undefined if it is not a whole number
 * @param text without an escaping `'`
 */
export function parseQuantity(cell: Cell, text: string): number | undefined {
  if (typeof cell.value === 'number') return Number.isInteger(cell.value) && cell.value >= 0 ? cell.value : undefined
  const match = cell.kind === 'text' ? QUANTITY.exec(text.normalize('NFKC').trim()) : null
  if (!match) return undefined
  const unit = match[2]
  return unit === undefined || unit === '×' || units.has(toLookupKey(unit)) ? Number(match[1]) : undefined
}
