import { memoize } from './memoize.ts'

export const toStudioDay = (nowMs: number, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timeZone).toPlainDate().toString()

/** Counts the days from `from` to `to`; negative if `to` is earlier. */
export const countDaysBetween = (from: string, to: string): number =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to)).days

const DAY_MS = 86_400_000

const MAX_REMEMBERED_DAYS = 20_000

const toMs = memoize((day: string) => Date.parse(day), MAX_REMEMBERED_DAYS)
const toDay = memoize((ms: number) => new Date(ms).toISOString().slice(0, 10), MAX_REMEMBERED_DAYS)

/**
 * Adds days in UTC, in which every day has 24 hours. It avoids Temporal, because a forecast adds days a million times.
 */
export const addDays = (day: string, days: number): string => toDay(toMs(day) + days * DAY_MS)

/**
 * Computes the moment of a local time on a day. When clocks change, a skipped time moves forward, and a repeated one
 * means its first occurrence.
 * @param at `HH:MM`
 */
export const localTimeToMs = (day: string, at: string, timeZone: string): number =>
  Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(at) }).epochMilliseconds
