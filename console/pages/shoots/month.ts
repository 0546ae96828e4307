import { addDays } from '../../app/format.ts'

const DAYS_PER_WEEK = 7

/** The days of whole weeks, from Monday, that hold a month (YYYY-MM). */
export function daysOfMonth(month: string): string[] {
  const first = `${month}-01`
  const weekday = (new Date(first).getUTCDay() + 6) % DAYS_PER_WEEK
  const start = addDays(first, -weekday)
  const weeks = Math.ceil((weekday + new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).getUTCDate()) / DAYS_PER_WEEK)
  return Array.from({ length: weeks * DAYS_PER_WEEK }, (_value, index) => addDays(start, index))
}

/** The month some months later, YYYY-MM. */
export function moveMonth(month: string, months: number): string {
  const date = new Date(`${month}-01`)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, 7)
}
