import { FORMULA_START } from '../cells/escape.ts'

/** A cell of a file that Kitroom writes. Texts are neutralised or escaped already. */
export type OutCell = string | number | null

/** The longest text that a cell of a workbook can hold, in UTF-16 units (ECMA-376 part 1, section 18.3.1.96 as programs keep it). */
export const LONGEST_CELL = 32_767

/** Text that no spreadsheet program takes for a formula. A text that is a plain number stays as it is. */
export const neutralise = (text: string): string => (FORMULA_START.test(text) && !/^[+-]?\d+(?:[.,]\d+)*$/.test(text) ? `'${text}` : text)

/** A number in digits and at most one point: never an exponent, and never a point before exactly three digits, which could stand between thousands. */
export function plainNumber(value: number): string {
  const [mantissa = '', exponent] = String(value).split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const power = Number(exponent ?? 0)
  if (power >= 0) return power === 0 ? withFraction(whole, fraction) : whole + fraction.padEnd(power, '0')
  return withFraction('0', '0'.repeat(-power - 1) + whole + fraction)
}

const withFraction = (whole: string, fraction: string): string =>
  fraction === '' ? whole : `${whole}.${fraction.length === 3 ? `${fraction}0` : fraction}`
