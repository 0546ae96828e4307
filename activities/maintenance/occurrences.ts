import type { Period } from '../../config/period.ts'

/**
 * The day `count` periods after the anchor. Counting from the anchor keeps the day of the month: after a short month, the 31st is the 31st again.
 * @param anchor YYYY-MM-DD
 */
export const toNthOccurrence = (anchor: string, period: Period, count: number): string =>
  Temporal.PlainDate.from(anchor)
    .add({ [period.unit]: period.count * count })
    .toString()

/** Approximate number of periods from the anchor to the day; may be off by two. */
function estimatePeriods(anchor: string, { unit, count }: Period, day: string): number {
  const start = Temporal.PlainDate.from(anchor)
  const end = Temporal.PlainDate.from(day)
  if (unit === 'days' || unit === 'weeks') return Math.floor(start.until(end).days / (unit === 'weeks' ? 7 * count : count))
  const months = (end.year - start.year) * 12 + end.month - start.month
  return Math.floor(months / (unit === 'years' ? 12 * count : count))
}

export interface SurroundingOccurrences {
  /** Last occurrence before the day; undefined when there is none. */
  missed: string | undefined
  /** First occurrence on or after the day. */
  next: string
}

/**
 * The occurrences before and after a day.
 * @param first number of the first occurrence: 0 when the anchor itself is an occurrence, else 1
 */
export function findSurroundingOccurrences(anchor: string, period: Period, first: 0 | 1, day: string): SurroundingOccurrences {
  let count = Math.max(first, estimatePeriods(anchor, period, day))
  while (toNthOccurrence(anchor, period, count) < day) count++
  while (count > first && toNthOccurrence(anchor, period, count - 1) >= day) count--
  return { missed: count > first ? toNthOccurrence(anchor, period, count - 1) : undefined, next: toNthOccurrence(anchor, period, count) }
}
