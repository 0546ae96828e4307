import { createInvalid, createTimeRangeEmpty } from './errors.ts'

/** Start or end of an event: a `date`, or a `dateTime`. */
export interface EventTime {
  /** `yyyy-mm-dd`. The date of an end is exclusive. */
  date?: string
  /** RFC 3339. */
  dateTime?: string
  /** Name of the IANA database. */
  timeZone?: string
}

export interface EventTimes {
  start: EventTime
  end: EventTime
}

export function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && Temporal.Now.zonedDateTimeISO(name) !== undefined
  } catch {
    return false
  }
}

/** @returns undefined where Temporal refuses the text */
function tryParse<T>(parse: () => T): T | undefined {
  try {
    return parse()
  } catch {
    return undefined
  }
}

/** @param name `start` or `end`, for messages. @returns the moment, in whole seconds. @throws GoogleError */
function parseDateTime(dateTime: string, timeZone: string | undefined, name: string): Temporal.Instant {
  const hasOffset = /(?:Z|[+-]\d\d:\d\d)$/.test(dateTime)
  if (!hasOffset && timeZone === undefined)
    throw createInvalid(`Missing time zone definition for ${name} time.`, 'required')
  const instant = tryParse(() =>
    hasOffset
      ? Temporal.Instant.from(dateTime)
      : Temporal.PlainDateTime.from(dateTime)
          .toZonedDateTime(timeZone ?? 'UTC')
          .toInstant(),
  )
  if (!instant) throw createInvalid(`Invalid ${name} time.`)
  return instant.round({ smallestUnit: 'second', roundingMode: 'floor' })
}

/** @throws GoogleError */
function normalizeTime({ date, dateTime, timeZone }: EventTime, name: string): EventTime {
  if (date === undefined && dateTime === undefined) throw createInvalid(`Missing ${name} time.`, 'required')
  if (date !== undefined && dateTime !== undefined) throw createInvalid(`Invalid ${name} time.`)
  if (timeZone !== undefined && !isTimeZone(timeZone))
    throw createInvalid(`Invalid time zone definition for ${name} time.`)
  const zone = timeZone === undefined ? {} : { timeZone }
  if (dateTime !== undefined) return { dateTime: parseDateTime(dateTime, timeZone, name).toString(), ...zone }
  if (!tryParse(() => Temporal.PlainDate.from(date ?? ''))) throw createInvalid(`Invalid ${name} time.`)
  return { ...(date !== undefined && { date }), ...zone }
}

/** Milliseconds since 1970. @param timeZone where a date begins */
export function toEpochMs({ date, dateTime }: EventTime, timeZone: string): number {
  if (dateTime !== undefined) return Temporal.Instant.from(dateTime).epochMilliseconds
  return Temporal.PlainDate.from(date ?? '').toZonedDateTime(timeZone).epochMilliseconds
}

/** Checks the times of an event. @returns them with `dateTime` in UTC. @throws GoogleError */
export function normalizeTimes({ start, end }: EventTimes): EventTimes {
  const times = { start: normalizeTime(start, 'start'), end: normalizeTime(end, 'end') }
  if ((times.start.date === undefined) !== (times.end.date === undefined))
    throw createInvalid('Start and end times must either both be date or both be dateTime.')
  if (toEpochMs(times.end, 'UTC') <= toEpochMs(times.start, 'UTC')) throw createTimeRangeEmpty()
  return times
}

/** Writes a `dateTime` with the offset of the time zone. */
export function renderTime(time: EventTime, timeZone: string): EventTime {
  if (time.dateTime === undefined) return time
  const zoned = Temporal.Instant.from(time.dateTime).toZonedDateTimeISO(timeZone)
  const dateTime = zoned.toString({ timeZoneName: 'never', smallestUnit: 'second' }).replace(/\+00:00$/, 'Z')
  return { ...time, dateTime }
}

export const isSameTime = (a: EventTime, b: EventTime): boolean => a.date === b.date && a.dateTime === b.dateTime
