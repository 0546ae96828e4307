import type { Period } from '../../config/period.ts'

/**
 * The day that lies `count` periods after the anchor. It is reckoned from the anchor itself: a 31st that falls into a short month is that
 * month's last day, and is the 31st again in the next long one; 29 February is 28 February in common years.
 * @param anchor YYYY-MM-DD
 */
export const occurrence = (anchor: string, period: Period, count: number): string =>
  Temporal.PlainDate.from(anchor)
    .add({ [period.unit]: period.count * count })
    .toString()

/** A number of periods after the anchor that leads near the day, at most one or two off. */
function estimate(anchor: string, { unit, count }: Period, day: string): number {
  const from = Temporal.PlainDate.from(anchor)
  const to = Temporal.PlainDate.from(day)
  if (unit === 'days' || unit === 'weeks') return Math.floor(from.until(to).days / (unit === 'weeks' ? 7 * count : count))
  const months = (to.year - from.year) * 12 + to.month - from.month
  return Math.floor(months / (unit === 'years' ? 12 * count : count))
}

/** Two occurrences in a row with a day between them. */
export interface Around {
  /** The last before the day; undefined when the first is still to come. */
  missed: string | undefined
  /** The first on or after the day. */
  next: string
}

/**
 * The occurrences before and after a day.
 * @param first number of the first occurrence: 0 when the anchor is one itself, 1 when it lies one period after the anchor
 */
export function occurrencesAround(anchor: string, period: Period, first: 0 | 1, day: string): Around {
  let count = Math.max(first, estimate(anchor, period, day))
  while (occurrence(anchor, period, count) < day) count++
  while (count > first && occurrence(anchor, period, count - 1) >= day) count--
  return { missed: count > first ? occurrence(anchor, period, count - 1) : undefined, next: occurrence(anchor, period, count) }
}
