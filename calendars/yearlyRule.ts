import type { Transition } from './transitions.ts'

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

const isLast = ({ day, daysInMonth }: Temporal.PlainDateTime): boolean => day > daysInMonth - 7
const weekOfMonth = ({ day }: Temporal.PlainDateTime): number => Math.ceil(day / 7)

/** Yearly recurrence rule for exactly these changes. @returns a RECUR (RFC 5545 section 3.3.10); undefined when no rule matches */
export function yearlyRule(transitions: readonly Transition[], toYear: number): string | undefined {
  const onsets = transitions.map(({ onset }) => onset)
  const first = onsets[0]
  if (!first || onsets.at(-1)?.year !== toYear || onsets.length < 2) return undefined
  const isYearly = onsets.every(
    (onset, index) =>
      onset.year === first.year + index &&
      onset.month === first.month &&
      onset.dayOfWeek === first.dayOfWeek &&
      onset.toPlainTime().equals(first.toPlainTime()),
  )
  if (!isYearly) return undefined
  const week = onsets.every(isLast) ? -1 : weekOfMonth(first)
  if (week !== -1 && onsets.some((onset) => weekOfMonth(onset) !== week)) return undefined
  return `FREQ=YEARLY;BYMONTH=${first.month};BYDAY=${week}${WEEKDAYS[first.dayOfWeek - 1]}`
}
