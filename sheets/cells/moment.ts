// A moment is a date and time with a time zone. Its day depends on the zone in which it is read.
import { formatDay } from './dateShape.ts'

/** Matches the time of a moment: hour, minute, second, fraction, half of the day, zone. */
const TIME_WITH_ZONE =
  /^([T\s,]+)(\d{1,2})[:.h](\d{2})(?:[:.](\d{2})(?:[.,](\d+))?)?\s*(?:([ap])\.?\s?m\.?)?\s*(z|(?:utc|gmt)?\s*[+-]\d{1,2}(?::?\d{2})?|utc|gmt)$/i

const OFFSET = /([+-])(\d{1,2}):?(\d{2})?$/
const MS_PER_MINUTE = 60_000
const MINUTES_PER_DAY = 1440
/** Zones range from UTC-12:00 to UTC+14:00. */
const MIN_OFFSET_MINUTES = -720
const MAX_OFFSET_MINUTES = 840

/** @returns undefined for an offset that no zone has */
function parseOffset(zone: string): number | undefined {
  const [, sign, hours, minutes = '0'] = OFFSET.exec(zone) ?? []
  if (sign === undefined) return 0
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  return Number(minutes) < 60 && offset >= MIN_OFFSET_MINUTES && offset <= MAX_OFFSET_MINUTES ? offset : undefined
}

function parseMsOfDay(hour: number, minute: number, second: number, half: string | undefined): number | undefined {
  if (minute > 59 || second > 59 || hour > 24 || (hour === 24 && minute + second > 0)) return undefined
  if (half !== undefined && (hour < 1 || hour > 12)) return undefined
  const hours = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return ((hours * 60 + minute) * 60 + second) * 1000
}

/**
 * Computes the moment of a day and a time with a zone (RFC 3339, section 5.6, and the forms of PostgreSQL and
 * JavaScript).
 * @param day `YYYY-MM-DD`
 * @param time as written, with its separator
 * @returns milliseconds since 1970, undefined for a time without a zone
 */
export function parseMoment(day: string, time: string): number | undefined {
  const parts = TIME_WITH_ZONE.exec(time)
  if (!parts) return undefined
  const [, separator = '', hour, minute, second, fraction = '0', half, zone = ''] = parts
  // `10:30-11:00` can be a span of time. Programs that write an offset write seconds or a T too.
  if (/^\s*-/.test(zone) && second === undefined && !/t/i.test(separator)) return undefined
  const offset = parseOffset(zone)
  const msOfDay = parseMsOfDay(Number(hour), Number(minute), Number(second ?? 0), half)
  if (offset === undefined || msOfDay === undefined) return undefined
  return Date.parse(day) + msOfDay + Number(`0.${fraction}`) * 1000 - offset * MS_PER_MINUTE
}

/** Days that a moment can mean. Each is `YYYY-MM-DD`. */
interface MomentDays {
  inZone: string
  inUtc: string
  /** Day that is certain: the moment begins it in the zone or in UTC, or all zones give the same one. */
  certain?: string
}

const toZoned = (ms: number, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(Math.floor(ms)).toZonedDateTimeISO(timeZone)

const toDay = ({ year, month, day }: Temporal.ZonedDateTime): string => formatDay(year, month, day)

export const findDayInZone = (ms: number, timeZone: string): string => toDay(toZoned(ms, timeZone))

/** @param written the day as written, in the zone that the text names */
export function findMomentDays(ms: number, written: string, timeZone: string): MomentDays {
  const zoned = toZoned(ms, timeZone)
  const [inZone, inUtc] = [toDay(zoned), findDayInZone(ms, 'UTC')]
  // When clocks change, a day may begin at 01:00.
  if (zoned.startOfDay().epochMilliseconds === ms) return { inZone, inUtc, certain: inZone }
  if (ms % (MINUTES_PER_DAY * MS_PER_MINUTE) === 0) return { inZone, inUtc, certain: inUtc }
  return { inZone, inUtc, ...(inZone === inUtc && inUtc === written && { certain: inUtc }) }
}
