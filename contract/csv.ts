// Writes CSV for all programs of Kitroom, with one rule against formulas, which the reader of sheets undoes. Rejected:
// packages, because none has this rule, and the console would have to load it.

/** Value of a cell to write. Lists are joined by `joinList` first. */
export type TableCell = string | number | null

/** Text before the first row of a file, so that spreadsheet programs read it as UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff'

/** Excel and Google Sheets ignore leading blanks, and accept the full-width signs of East Asian keyboards. */
const FORMULA = /^[\s\u200b\u2060\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]\s*\S/
const NEGATIVE_NUMBER = /^-(?:0|[1-9]\d*)(?:[.,]\d+)*$/

/**
 * True for a text that a spreadsheet program would run as a formula. Of `-5` it makes what it says, of `+49170` a
 * number without its sign.
 */
export const isFormula = (text: string): boolean => FORMULA.test(text) && !NEGATIVE_NUMBER.test(text)

/** Puts `'` before a formula, which spreadsheet programs then show as text. An escaped text stays as it is. */
export const escapeFormula = (text: string): string => (isFormula(text) ? `'${text}` : text)

/** Joins a list, so that a sync splits it into the same members. */
export const joinList = (members: readonly string[]): string =>
  members
    .map((member) => (/[;,"\n\u0085\u2028\u2029]/.test(member) ? `"${member.replaceAll('"', '""')}"` : member))
    .join(', ')

const withFraction = (whole: string, fraction: string): string =>
  fraction === '' ? whole : `${whole}.${fraction.length === 3 ? `${fraction}0` : fraction}`

/**
 * Formats a number without an exponent. A fraction of three digits gets a fourth, so that nobody takes the point for a
 * thousands separator.
 */
export function formatPlainDecimal(value: number): string {
  const [mantissa = '', exponent] = String(value).split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const exponentValue = Number(exponent ?? 0)
  if (exponentValue >= 0)
    return exponentValue === 0 ? withFraction(whole, fraction) : whole + fraction.padEnd(exponentValue, '0')
  return withFraction('0', '0'.repeat(-exponentValue - 1) + whole + fraction)
}

/** Other separators and outer blanks are quoted too, because programs guess separators and trim cells. */
const NEEDS_QUOTES = /[",;\t\r\n|]|^\s|\s$/

function formatCell(cell: TableCell): string {
  if (cell === null) return ''
  const text = typeof cell === 'number' ? formatPlainDecimal(cell) : escapeFormula(cell)
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A row of CSV (RFC 4180) with its CRLF. Formulas are escaped. */
export const formatCsvRow = (cells: readonly TableCell[]): string => `${cells.map(formatCell).join(',')}\r\n`
