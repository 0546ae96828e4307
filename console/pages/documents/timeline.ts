import { addDays, daysBetween } from '../../base/days.ts'

/** Days before today in a timeline, for documents that have just ended. */
const PAST_DAYS = 30

export interface TimeAxis {
  /** First and last day, YYYY-MM-DD. */
  from: string
  to: string
  /** Returns a day's position in percent of the axis, limited to the axis. */
  place: (day: string) => number
  /** First days of the marked months. */
  marks: string[]
}

const MAX_MARKS = 12

const addMonths = (day: string, months: number): string => {
  const date = new Date(`${day.slice(0, 7)}-01`)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, 10)
}

/** Creates an axis from a month before today to some months after. */
export function createTimeAxis(today: string, months: number): TimeAxis {
  const from = addDays(today, -PAST_DAYS)
  const end = addMonths(today, months + 1)
  const to = addDays(end, -1)
  const length = daysBetween(from, to)
  const step = Math.ceil((months + 1) / MAX_MARKS)
  const count = Math.ceil((months + 1) / step)
  return {
    from,
    to,
    place: (day) => Math.min(100, Math.max(0, (daysBetween(from, day) / length) * 100)),
    marks: Array.from({ length: count }, (_value, index) => addMonths(today, index * step)).filter(
      (day) => day >= from,
    ),
  }
}
