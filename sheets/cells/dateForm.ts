// Forms of dates that headers name: `Purchase date (MM/DD/YYYY)`, `Kaufdatum TT.MM.JJJJ`, `Date (JJ/MM/AAAA)`.
const DAY = '(?:dd?|tt?|jj|gg|pp)'
const MONTH = '(?:mm?|kk|aa)'
const YEAR = '(?:(?:yy|jj|aa|åå|vv|rr){1,2})'
const SEPARATOR = '[-/. ]'
const DAY_FIRST = new RegExp(String.raw`(?<!\p{L})${DAY}${SEPARATOR}${MONTH}${SEPARATOR}${YEAR}(?!\p{L})`, 'iu')
const MONTH_FIRST = new RegExp(String.raw`(?<!\p{L})mm?${SEPARATOR}dd?${SEPARATOR}${YEAR}(?!\p{L})`, 'iu')
const YEAR_FIRST = new RegExp(String.raw`(?<!\p{L})${YEAR}${SEPARATOR}${MONTH}${SEPARATOR}${DAY}(?!\p{L})`, 'iu')

/** Finds the order of a date that a header names. */
export function findNamedOrder(header: string): 'DMY' | 'MDY' | undefined {
  const [dayFirst, monthFirst] = [DAY_FIRST.test(header), MONTH_FIRST.test(header)]
  if (dayFirst === monthFirst) return undefined
  return dayFirst ? 'DMY' : 'MDY'
}

/** The letters of a year. Most headers have none. */
const HAS_YEAR = /yy|jj|aa|åå|vv|rr/i

/** Removes the form of a date from a header. */
export const withoutDateForm = (header: string): string =>
  !HAS_YEAR.test(header)
    ? header
    : [MONTH_FIRST, DAY_FIRST, YEAR_FIRST].reduce((text, form) => text.replace(form, ' '), header)
