const DAY_MS = 86_400_000
const DAYS_PER_WEEK = 7

/** Days of the demo as YYYY-MM-DD, relative to today in the studio's time zone. */
export interface DemoDays {
  today: string
  /** Returns the day some days after today; negative: before it. */
  inDays: (days: number) => string
  /** Returns a day of a week: 0 is this week, 1 the next. @param weekday 0 is Monday */
  inWeek: (week: number, weekday: number) => string
}

export function createDemoDays(nowMs: number, timeZone: string): DemoDays {
  const today = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(nowMs)
  const todayMs = Date.parse(today)
  const inDays = (days: number): string => new Date(todayMs + days * DAY_MS).toISOString().slice(0, 10)
  const weekdayToday = (new Date(todayMs).getUTCDay() + DAYS_PER_WEEK - 1) % DAYS_PER_WEEK
  return { today, inDays, inWeek: (week, weekday) => inDays(week * DAYS_PER_WEEK + weekday - weekdayToday) }
}
