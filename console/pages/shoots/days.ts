import { addDays } from '../../base/days.ts'

export const DAYS_PER_WEEK = 7

/** Returns the Monday of a day's week. */
export const mondayOf = (day: string): string => addDays(day, -((new Date(day).getUTCDay() + 6) % DAYS_PER_WEEK))

export const daysOfWeek = (monday: string): string[] =>
  Array.from({ length: DAYS_PER_WEEK }, (_value, index) => addDays(monday, index))

/** Lists the days of a month's whole weeks, from Monday. @param month YYYY-MM */
export function daysOfMonth(month: string): string[] {
  const first = `${month}-01`
  const start = mondayOf(first)
  const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).toISOString().slice(0, 10)
  const days: string[] = []
  for (let monday = start; monday <= last; monday = addDays(monday, DAYS_PER_WEEK)) days.push(...daysOfWeek(monday))
  return days
}

/** Adds months to a month, YYYY-MM. */
export function moveMonth(month: string, months: number): string {
  const date = new Date(`${month}-01`)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, 7)
}
