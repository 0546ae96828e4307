import type { Period } from '../../config/period.ts'
import { memoize } from '../../platform/memoize.ts'
import { addDays } from '../../platform/studioDay.ts'

const DAY_MS = 86_400_000
const MAX_REMEMBERED_DAYS = 20_000

interface MonthDay {
  /** Months since the year 0. */
  months: number
  day: number
}

const toMonthDay = memoize(
  (text: string): MonthDay => ({
    months: Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7)) - 1,
    day: Number(text.slice(8, 10)),
  }),
  MAX_REMEMBERED_DAYS,
)

const isLeapYear = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

function countDaysOfMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

function addMonths(anchor: string, count: number): string {
  const { months, day } = toMonthDay(anchor)
  const year = Math.floor((months + count) / 12)
  const month = months + count - year * 12 + 1
  const clampedDay = Math.min(day, countDaysOfMonth(year, month))
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(clampedDay).padStart(2, '0')}`
}

/**
 * Computes the day `count` periods after the anchor. Counting from the anchor keeps the day of the month: after a short
 * month, the 31st is the 31st again. It avoids Temporal, because a forecast computes many.
 * @param anchor YYYY-MM-DD
 */
export function toNthOccurrence(anchor: string, period: Period, count: number): string {
  const units = period.count * count
  if (period.unit === 'days' || period.unit === 'weeks')
    return addDays(anchor, period.unit === 'weeks' ? units * 7 : units)
  return addMonths(anchor, period.unit === 'years' ? units * 12 : units)
}

/** Estimates the number of periods from the anchor to the day; the result may be off by two. */
function estimatePeriods(anchor: string, { unit, count }: Period, day: string): number {
  if (unit === 'days' || unit === 'weeks')
    return Math.floor((Date.parse(day) - Date.parse(anchor)) / DAY_MS / (unit === 'weeks' ? 7 * count : count))
  return Math.floor((toMonthDay(day).months - toMonthDay(anchor).months) / (unit === 'years' ? 12 * count : count))
}

export interface SurroundingOccurrences {
  /** Last occurrence before the day; undefined if there is none. */
  missed: string | undefined
  /** First occurrence on or after the day. */
  next: string
}

/**
 * Finds the occurrences before and after a day.
 * @param first number of the first occurrence: 0 if the anchor itself is an occurrence, else 1
 */
export function findSurroundingOccurrences(
  anchor: string,
  period: Period,
  first: 0 | 1,
  day: string,
): SurroundingOccurrences {
  let count = Math.max(first, estimatePeriods(anchor, period, day))
  while (toNthOccurrence(anchor, period, count) < day) count++
  while (count > first && toNthOccurrence(anchor, period, count - 1) >= day) count--
  return {
    missed: count > first ? toNthOccurrence(anchor, period, count - 1) : undefined,
    next: toNthOccurrence(anchor, period, count),
  }
}
