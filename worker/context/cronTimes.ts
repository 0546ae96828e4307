import { DAY_MS } from '../../contract/policies.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
/** Sunday is 0 or 7. */
const DAYS_OF_WEEK = 7

/** True for a field that restricts days. Like crontab(5), two such fields are alternatives. */
export const isRestricted = (field: string): boolean => !field.startsWith('*')

function listValues(field: string, [min, max]: readonly [number, number], names: readonly string[] = []): Set<number> {
  const toNumber = (text: string): number => (names.includes(text) ? names.indexOf(text) + min : Number(text))
  const values = new Set<number>()
  for (const part of field.split(',')) {
    const [range = '*', step = '1'] = part.split('/')
    const [from = '', to] = range === '*' ? [String(min), String(max)] : range.split('-')
    const lastOfStart = part.includes('/') ? max : toNumber(from)
    const last = to === undefined ? lastOfStart : toNumber(to)
    for (let value = toNumber(from); value <= last; value += Number(step)) values.add(value)
  }
  return values
}

interface Cron {
  hours: readonly number[]
  minutes: readonly number[]
  isDay: (day: Temporal.PlainDate) => boolean
}

const toSorted = (values: Iterable<number>): number[] => [...values].toSorted((a, b) => a - b)

function parseCron(text: string): Cron {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = text.trim().toLowerCase().split(/\s+/)
  const days = listValues(day, [1, 31])
  const months = listValues(month, [1, 12], MONTHS)
  const weekdays = new Set([...listValues(weekday, [0, DAYS_OF_WEEK], WEEKDAYS)].map((value) => value % DAYS_OF_WEEK))
  const isEither = isRestricted(day) && isRestricted(weekday)
  return {
    hours: toSorted(listValues(hour, [0, 23])),
    minutes: toSorted(listValues(minute, [0, 59])),
    isDay: (date) => {
      const [isDayOfMonth, isWeekday] = [days.has(date.day), weekdays.has(date.dayOfWeek % DAYS_OF_WEEK)]
      return months.has(date.month) && (isEither ? isDayOfMonth || isWeekday : isDayOfMonth && isWeekday)
    },
  }
}

/**
 * Lists the starts of a schedule after one moment and until another, as Temporal computes them. A skipped local time
 * has no start, and a repeated one means its second occurrence.
 * @param cron five fields that `findScheduleFault` accepts
 * @param limit maximum number of starts
 * @returns Unix milliseconds, ascending
 */
export function listStarts(
  { cron, timeZone }: { cron: string; timeZone: string },
  afterMs: number,
  untilMs: number,
  limit: number,
): number[] {
  const { hours, minutes, isDay } = parseCron(cron)
  const starts: number[] = []
  const toDay = (ms: number): Temporal.PlainDate =>
    Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).toPlainDate()
  const lastDay = toDay(untilMs + DAY_MS)
  for (let day = toDay(afterMs); Temporal.PlainDate.compare(day, lastDay) <= 0; day = day.add({ days: 1 })) {
    if (!isDay(day)) continue
    for (const hour of hours)
      for (const minute of minutes) {
        const local = day.toPlainDateTime({ hour, minute })
        const zoned = local.toZonedDateTime(timeZone, { disambiguation: 'later' })
        const startMs = zoned.epochMilliseconds
        if (!zoned.toPlainDateTime().equals(local) || startMs <= afterMs) continue
        if (startMs > untilMs || starts.length === limit) return starts
        starts.push(startMs)
      }
  }
  return starts
}
