import { format as formatNumber } from 'numfmt'

/** The language and region in a format (`[$-407]`, `[$€-407]`), which decide about its decimal mark. */
const REGION = /\[\$([^\]-]*)-[^\]]*\]/g

function show(value: number, format: string): string | undefined {
  try {
    return formatNumber(format, value, { nbsp: false }).trim()
  } catch {
    // no program knows the format either: the number shows as it is
    return undefined
  }
}

/** A number as its format shows it (ECMA-376 part 1, section 18.8.31); undefined for a format that cannot be read. */
export const showNumber = (value: number, format: string): string | undefined => show(value, format)

/** The same with a decimal point and commas between thousands, whatever language the format names. */
export const showPlainNumber = (value: number, format: string): string | undefined =>
  show(
    value,
    format.replaceAll(REGION, (_region, sign: string) => (sign === '' ? '' : `[$${sign}]`)),
  )

/** What a date format shows: a whole day, a month, a part that is neither, or a time of day or duration. */
export type ShownDate = 'day' | 'month' | 'part' | 'time'

/** Currencies with a language, colours, quoted text and padding: their letters are no parts of a date. */
const NO_PARTS = /\[\$[^\]]*\]|\[(?![hms]+\])[^\]]*\]|"[^"]*"|\\.|[_*]./gi

/** What is seen of a date in this format. A format of a program's own language has no code and shows the day. */
export function shownByFormat(format: string): ShownDate {
  const parts = format.replaceAll(NO_PARTS, '').toLowerCase()
  if (!/[dmyhse]/.test(parts)) return 'day'
  if (!/[dy]|m{3}/.test(parts)) return /[hs]|\[m+\]/.test(parts) ? 'time' : 'part'
  if (/[ye]/.test(parts) && /m/.test(parts)) return /d/.test(parts) ? 'day' : 'month'
  return 'part'
}
