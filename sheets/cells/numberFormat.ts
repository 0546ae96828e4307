import { format as formatNumber } from 'numfmt'

/** Locale in a format (`[$-407]`, `[$€-407]`), which determines the decimal mark. */
const LOCALE = /\[\$([^\]-]*)-[^\]]*\]/g

function formatOrUndefined(value: number, format: string): string | undefined {
  try {
    return formatNumber(format, value, { nbsp: false }).trim()
  } catch {
    // Spreadsheet programs do not know the format either, and display the plain number.
    return undefined
  }
}

/** Formats a number by ECMA-376 part 1, section 18.8.31; undefined for an unknown format. */
export const formatCellNumber = (value: number, format: string): string | undefined => formatOrUndefined(value, format)

/** Like `formatCellNumber`, but always with a decimal point and commas. */
export const formatPlainNumber = (value: number, format: string): string | undefined =>
  formatOrUndefined(
    value,
    format.replaceAll(LOCALE, (_region, sign: string) => (sign === '' ? '' : `[$${sign}]`)),
  )

/** Part of a date that a format displays. */
export type DisplayedDatePart = 'day' | 'month' | 'part' | 'time'

/** Parts of a format in which letters are not date codes: locales, colours, quoted and escaped text. */
const NON_DATE_PARTS = /\[\$[^\]]*\]|\[(?![hms]+\])[^\]]*\]|"[^"]*"|\\.|[_*]./gi

/** A format without date codes is a locale's own date format, which displays the day. */
export function findDisplayedDatePart(format: string): DisplayedDatePart {
  const dateCodes = format.replaceAll(NON_DATE_PARTS, '').toLowerCase()
  if (!/[dmyhse]/.test(dateCodes)) return 'day'
  if (!/[dy]|m{3}/.test(dateCodes)) return /[hs]|\[m+\]/.test(dateCodes) ? 'time' : 'part'
  if (/[ye]/.test(dateCodes) && /m/.test(dateCodes)) return /d/.test(dateCodes) ? 'day' : 'month'
  return 'part'
}
