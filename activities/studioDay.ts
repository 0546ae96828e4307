/** The day that it is in a time zone, `YYYY-MM-DD`. */
export const dayAt = (nowMs: number, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timeZone).toPlainDate().toString()

/** Days from one day to another; negative when the other has passed. */
export const daysBetween = (from: string, to: string): number => Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to)).days

/** The day so many days later, or earlier. */
export const addDays = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString()

/**
 * The moment at which a clock in a time zone shows `at` on a day. Where clocks are set forward past it, as much later as they are set; where
 * they show it twice, the first time.
 * @param at hour and minute, `HH:MM`
 */
export const momentAt = (day: string, at: string, timeZone: string): number =>
  Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(at) }).epochMilliseconds
