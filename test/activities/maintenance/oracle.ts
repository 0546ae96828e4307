import type { Period } from '../../../config/period.ts'

// Calendar arithmetic by counting alone, without a library.

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const lengthOf = (year: number, month: number): number =>
  [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0

type Parts = [year: number, month: number, day: number]

const parse = (day: string): Parts => day.split('-').map(Number) as Parts
const write = ([year, month, day]: Parts): string =>
  [year, String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')

function nextDay([year, month, day]: Parts): Parts {
  if (day < lengthOf(year, month)) return [year, month, day + 1]
  return month < 12 ? [year, month + 1, 1] : [year + 1, 1, 1]
}

export function daysLater(day: string, count: number): string {
  let parts = parse(day)
  for (let remaining = count; remaining > 0; remaining--) parts = nextDay(parts)
  return write(parts)
}

function monthsLater(day: string, count: number): string {
  let [year, month] = parse(day)
  const dayOfMonth = parse(day)[2]
  for (let remaining = count; remaining > 0; remaining--) [year, month] = month < 12 ? [year, month + 1] : [year + 1, 1]
  return write([year, month, Math.min(dayOfMonth, lengthOf(year, month))])
}

/** The day that lies `times` periods after the anchor. */
export function naiveOccurrence(anchor: string, { unit, count }: Period, times: number): string {
  if (unit === 'days' || unit === 'weeks') return daysLater(anchor, times * count * (unit === 'weeks' ? 7 : 1))
  return monthsLater(anchor, times * count * (unit === 'years' ? 12 : 1))
}

export function naiveAround(
  anchor: string,
  period: Period,
  first: number,
  day: string,
): { missed: string | undefined; next: string } {
  let missedDay: string | undefined
  for (let times = first; ; times++) {
    const next = naiveOccurrence(anchor, period, times)
    if (next >= day) return { missed: missedDay, next }
    missedDay = next
  }
}
