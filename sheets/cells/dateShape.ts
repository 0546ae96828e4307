import { isRealDay } from '../../contract/text.ts'
import { foldText } from '../../platform/foldText.ts'
import type { DateOrder } from './columnRules.ts'
import { monthByName } from './months.ts'

/** A date as written. The order of its parts may be ambiguous. */
export interface DateShape {
  /** `dotted`: day.month.year; `slashed`: ambiguous; `fixed`: unambiguous. */
  form: 'fixed' | 'dotted' | 'slashed'
  /** Numbers in written order; year, month, day for `fixed`. */
  parts: readonly [number, number, number]
  /** Time of day as written, with its separator and zone. */
  time?: string
}

const TIME =
  /[T\s,]+\d{1,2}[:.h]\d{2}(?:[:.]\d{2}(?:[.,]\d+)?)?\s*(?:[ap]\.?\s?m\.?)?\s*(?:z|(?:utc|gmt)?\s*[+-]\d{2}:?\d{2}|(?<=:\d{2}:\d{2}(?:[.,]\d+)?)[+-]\d{2}|utc|gmt)?(?:\s*uhr)?$/i
/** More characters than a time has. A search in a long text would begin anew at each blank. */
const MAX_TIME_CHARACTERS = 60

const withoutTime = (text: string): string =>
  text.slice(0, -MAX_TIME_CHARACTERS) + text.slice(-MAX_TIME_CHARACTERS).replace(TIME, '')

/** Hungarian and Korean dates end with a full stop. */
const YEAR_FIRST = /^(\d{4})\s*([-/.])\s*(\d{1,2})\s*\2\s*(\d{1,2})(?:(?<=\..*)\.)?$/
const EAST_ASIAN = /^(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일]$/
const DOTTED = /^(\d{1,2})\s*\.\s*(\d{1,2})\s*\.\s*(\d{4})$/
const SLASHED = /^(\d{1,2})\s*([-/])\s*(\d{1,2})\s*\2\s*(\d{4})$/
const DAY_NAME_YEAR = /^(\d{1,2})(?:st|nd|rd|th|er)?[\s.-]+(?:of |de )?(\p{L}+)[\s.,-]+(?:de |del )?(\d{4})$/u
const NAME_DAY_YEAR = /^(\p{L}+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/u
/** A date in one of the forms above, but with a two-digit year. */
const SHORT_YEAR =
  /^(?:\d{1,2}\s*([-/.])\s*\d{1,2}\s*\1\s*['’]?\d{2}|\d{1,2}[\s.-]+\p{L}+[\s.,-]+['’]?\d{2}|\p{L}+\.?\s+\d{1,2},?\s+['’]\d{2})$/u

export const hasShortYear = (text: string): boolean => SHORT_YEAR.test(withoutTime(text))

/** Expands a two-digit year to a year from `firstYear` to `firstYear + 99`. */
export function expandYear(text: string, firstYear: number): string {
  const date = withoutTime(text)
  const year = (short: string): string => String(firstYear + ((Number(short) - (firstYear % 100) + 100) % 100))
  return date.replace(/['’]?(\d{2})$/, (_all, short: string) => year(short)) + text.slice(date.length)
}

/** Recognizes a date's form. The text is one normalized line. */
export function parseDateShape(text: string): DateShape | undefined {
  const date = withoutTime(text)
  const time = date.length < text.length && { time: text.slice(date.length) }
  const yearFirst = YEAR_FIRST.exec(date)
  if (yearFirst)
    return { form: 'fixed', parts: [Number(yearFirst[1]), Number(yearFirst[3]), Number(yearFirst[4])], ...time }
  const eastAsian = EAST_ASIAN.exec(date)
  if (eastAsian)
    return { form: 'fixed', parts: [Number(eastAsian[1]), Number(eastAsian[2]), Number(eastAsian[3])], ...time }
  const dotted = DOTTED.exec(date)
  if (dotted) return { form: 'dotted', parts: [Number(dotted[1]), Number(dotted[2]), Number(dotted[3])], ...time }
  const slashed = SLASHED.exec(date)
  if (slashed) return { form: 'slashed', parts: [Number(slashed[1]), Number(slashed[3]), Number(slashed[4])], ...time }
  return readNamedMonth(date, time)
}

function readNamedMonth(date: string, time: Pick<DateShape, 'time'> | false): DateShape | undefined {
  const folded = foldText(date)
  const dayFirst = DAY_NAME_YEAR.exec(folded)
  const nameFirst = dayFirst ? undefined : NAME_DAY_YEAR.exec(folded)
  const month = monthByName.get(dayFirst?.[2] ?? nameFirst?.[1] ?? '')
  if (month === undefined) return undefined
  return {
    form: 'fixed',
    parts: [Number(dayFirst?.[3] ?? nameFirst?.[3]), month, Number(dayFirst?.[1] ?? nameFirst?.[2])],
    ...time,
  }
}

/** The date as YYYY-MM-DD, or undefined when it does not exist. */
export function parseDayInOrder(parts: DateShape['parts'], order: 'DMY' | 'MDY'): string | undefined {
  const [first, second, year] = parts
  const text = order === 'DMY' ? formatDay(year, second, first) : formatDay(year, first, second)
  return isRealDay(text) ? text : undefined
}

export const formatDay = (year: number, month: number, day: number): string =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

/**
 * Finds the only order that gives a valid date.
 * @returns undefined if no order does, or if both do; also if both give the same date
 */
export function findProvenOrder(shape: DateShape): Exclude<DateOrder, 'YMD'> | undefined {
  if (shape.form === 'fixed') return undefined
  const [dayFirst, monthFirst] = [parseDayInOrder(shape.parts, 'DMY'), parseDayInOrder(shape.parts, 'MDY')]
  if (shape.form === 'dotted' && dayFirst !== undefined) return undefined
  if ((dayFirst === undefined) === (monthFirst === undefined)) return undefined
  return dayFirst === undefined ? 'MDY' : 'DMY'
}
