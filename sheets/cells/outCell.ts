import { FORMULA_START } from '../cells/escape.ts'

/** Value of a cell to write. A text must have been neutralized or escaped. */
export type OutCell = string | number | null

/** Longest text that spreadsheet programs accept in a workbook cell, in UTF-16 units. */
export const MAX_CELL_LENGTH = 32_767

/** Escapes text that a program would interpret as a formula. Plain numbers stay unchanged. */
export const escapeFormula = (text: string): string =>
  FORMULA_START.test(text) && !/^[+-]?\d+(?:[.,]\d+)*$/.test(text) ? `'${text}` : text

/** Formats a number without an exponent. A fraction of three digits gets a zero, because the point could be taken for a thousands separator. */
export function formatPlainDecimal(value: number): string {
  const [mantissa = '', exponent] = String(value).split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const exponentValue = Number(exponent ?? 0)
  if (exponentValue >= 0)
    return exponentValue === 0 ? withFraction(whole, fraction) : whole + fraction.padEnd(exponentValue, '0')
  return withFraction('0', '0'.repeat(-exponentValue - 1) + whole + fraction)
}

const withFraction = (whole: string, fraction: string): string =>
  fraction === '' ? whole : `${whole}.${fraction.length === 3 ? `${fraction}0` : fraction}`
