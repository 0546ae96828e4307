import { z } from 'zod'
import { say } from '../contract/sentences/say.ts'
import { toSettingMessage } from '../contract/sentences/schemaSentences.ts'

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Weekday = (typeof weekdays)[number]

/** Returns the weekday of a day, `YYYY-MM-DD`. */
export const toWeekday = (day: string): Weekday => weekdays[Temporal.PlainDate.from(day).dayOfWeek - 1] ?? 'monday'

const NEEDS_TIME = toSettingMessage(say('setting_time', { example: '20:00' }))
const time = z.string({ message: NEEDS_TIME }).regex(TIME, { message: NEEDS_TIME })

/** Minimum time per day without quiet hours. A worker that is busy or starts must find time to send. */
const MIN_OPEN_MINUTES = 60
const DAY_MINUTES = 24 * 60

const toMinutes = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))

/** Counts the minutes of a day outside its quiet hours. */
const countOpenMinutes = (from: string, to: string): number =>
  (toMinutes(from) - toMinutes(to) + DAY_MINUTES) % DAY_MINUTES

/** Hours in which a person gets no messages, in the person's time zone. */
export const Quiet = z
  .strictObject({
    from: time,
    /** End of the quiet hours. A time earlier than `from` is on the next day. */
    to: time,
    /** Days on which `from` applies. */
    days: z
      .array(z.enum(weekdays))
      .min(1, { message: toSettingMessage(say('setting_no_weekdays')) })
      .default([...weekdays]),
  })
  .refine(({ from, to }) => from !== to, {
    path: ['to'],
    message: toSettingMessage(say('setting_quiet_same_time')),
  })
  .refine(
    ({ from, to, days }) =>
      from === to || new Set(days).size < weekdays.length || countOpenMinutes(from, to) >= MIN_OPEN_MINUTES,
    {
      path: ['to'],
      message: toSettingMessage(say('setting_quiet_too_long')),
    },
  )
export type Quiet = z.output<typeof Quiet>

/** One message per day or week instead of one per reminder. */
export const Digest = z
  .strictObject({
    every: z.enum(['day', 'week']),
    at: time,
    /** Weekday of a weekly digest. */
    on: z.enum(weekdays).optional(),
  })
  .refine(({ every, on }) => every === 'week' || on === undefined, {
    path: ['on'],
    message: toSettingMessage(say('setting_for_weekly_digest')),
  })
export type Digest = z.output<typeof Digest>

export const TimeZone = z.string().refine(isTimeZone, { message: toSettingMessage(say('setting_time_zone')) })

function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId)
  } catch {
    return false
  }
}
