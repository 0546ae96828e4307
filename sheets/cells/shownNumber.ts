import { format as formatNumber } from 'numfmt'

/** Locale in a format (`[$-407]`, `[$€-407]`), which determines the decimal mark. */
const REGION = /\[\$([^\]-]*)-[^\]]*\]/g

function show(value: number, format: string): string | undefined {
  try {
    return formatNumber(format, value, { nbsp: false }).trim()
  } catch {
    // No program knows the format either; the number shows as it is.
    return undefined
  }
}

/** Formats a number by ECMA-376 part 1, section 18.8.31; undefined for an unknown format. */
export const showNumber = (value: number, format: string): string | undefined => show(value, format)

/** Like `showNumber`, but always with a decimal point and commas. */
export const showPlainNumber = (value: number, format: string): string | undefined =>
  show(
    value,
    format.replaceAll(REGION, (_region, sign: string) => (sign === '' ? '' : `[$${sign}]`)),
  )

/** Part of a date that a format displays. */
export type ShownDate = 'day' | 'month' | 'part' | 'time'

/** Format parts whose letters are no date codes. */
const NO_PARTS = /\[\$[^\]]*\]|\[(?![hms]+\])[^\]]*\]|"[^"]*"|\\.|[_*]./gi

/** A locale's own format has no code and displays the day. */
export function shownByFormat(format: string): ShownDate {
  const parts = format.replaceAll(NO_PARTS, '').toLowerCase()
  if (!/[dmyhse]/.test(parts)) return 'day'
  if (!/[dy]|m{3}/.test(parts)) return /[hs]|\[m+\]/.test(parts) ? 'time' : 'part'
  if (/[ye]/.test(parts) && /m/.test(parts)) return /d/.test(parts) ? 'day' : 'month'
  return 'part'
}
