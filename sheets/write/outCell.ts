import { FORMULA_START } from '../cells/escape.ts'

/** Texts must be neutralized or escaped. */
export type OutCell = string | number | null

/** Limit of a workbook cell in UTF-16 units (ECMA-376 part 1, section 18.3.1.96, as implemented). */
export const MAX_CELL_LENGTH = 32_767

/** Escapes text that a program would take for a formula; plain numbers stay. */
export const neutralise = (text: string): string => (FORMULA_START.test(text) && !/^[+-]?\d+(?:[.,]\d+)*$/.test(text) ? `'${text}` : text)

/** No exponent, and no point before exactly three digits, which could mean thousands. */
export function plainNumber(value: number): string {
  const [mantissa = '', exponent] = String(value).split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const power = Number(exponent ?? 0)
  if (power >= 0) return power === 0 ? withFraction(whole, fraction) : whole + fraction.padEnd(power, '0')
  return withFraction('0', '0'.repeat(-power - 1) + whole + fraction)
}

const withFraction = (whole: string, fraction: string): string =>
  fraction === '' ? whole : `${whole}.${fraction.length === 3 ? `${fraction}0` : fraction}`
