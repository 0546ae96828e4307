import type { Period } from '../../config/period.ts'

/**
 * The day `count` periods after the anchor. It is computed from the anchor, so a 31st that becomes the 30th in a short month is the 31st again in the
 * next.
 * @param anchor YYYY-MM-DD
 */
export const occurrence = (anchor: string, period: Period, count: number): string =>
  Temporal.PlainDate.from(anchor)
    .add({ [period.unit]: period.count * count })
    .toString()

/** Number of periods from the anchor to about the day; may be off by two. */
function estimate(anchor: string, { unit, count }: Period, day: string): number {
  const from = Temporal.PlainDate.from(anchor)
  const to = Temporal.PlainDate.from(day)
  if (unit === 'days' || unit === 'weeks') return Math.floor(from.until(to).days / (unit === 'weeks' ? 7 * count : count))
  const months = (to.year - from.year) * 12 + to.month - from.month
  return Math.floor(months / (unit === 'years' ? 12 * count : count))
}

export interface SurroundingDays {
  /** Last occurrence before the day; undefined when there is none. */
  missed: string | undefined
  /** First occurrence on or after the day. */
  next: string
}

/**
 * The occurrences before and after a day.
 * @param first number of the first occurrence: 0 when the anchor is one itself, else 1
 */
export function occurrencesAround(anchor: string, period: Period, first: 0 | 1, day: string): SurroundingDays {
  let count = Math.max(first, estimate(anchor, period, day))
  while (occurrence(anchor, period, count) < day) count++
  while (count > first && occurrence(anchor, period, count - 1) >= day) count--
  return { missed: count > first ? occurrence(anchor, period, count - 1) : undefined, next: occurrence(anchor, period, count) }
}
