import { isRealDay } from '../../contract/text.ts'
import type { Cell } from '../types.ts'
import type { ColumnRules } from './columnRules.ts'
import { parseDayInOrder, formatDay, hasShortYear, parseDateShape, expandYear, type DateShape } from './dateShape.ts'
import { isPlausibleDuration, isDuration } from './duration.ts'
import { parseMonth, type YearMonth } from './month.ts'
import { findDayInZone, findMomentDays, parseMoment } from './moment.ts'
import { normaliseFigures } from './normalise.ts'
import { say, type Said } from '../../contract/sentences/say.ts'
import { parseFault, shorten, toNote, type ParseResult } from './parseResult.ts'

const FIRST_DAY = '1900-01-01'
const LAST_DAY = '2200-12-31'
const WRITE_DATE = say('write_date')
const WRITE_DAY = say('write_day')

/** Matches what programs write around a date: the name of its day before it, the name of its zone after it. */
const DAY_NAME = /^(?:mon|tue|wed|thu|fri|sat|sun)(?:,\s*|\s+)(?=.*\d:\d{2})/i
const ZONE_NAME_BEHIND = /(?<=[+-]\d{4})\s*(?:\([^()]*\)|\s[A-Z]{3,4})$/

/** Parses text of a date column. A date and time with a zone is a moment, whose day depends on the studio's zone. */
export function parseDateText(raw: string, rules: ColumnRules): ParseResult {
  const written = normaliseFigures(raw).replace(DAY_NAME, '').replace(ZONE_NAME_BEHIND, '')
  // In a column with the year first, the last two digits are a day, so they are not expanded to a year.
  const canExpandYear = rules.firstShortYear !== undefined && rules.dateOrder?.order !== 'YMD' && hasShortYear(written)
  const text = canExpandYear ? expandYear(written, rules.firstShortYear ?? 0) : written
  const shape = parseDateShape(text)
  const month = shape ? undefined : parseMonth(text)
  if (month) return resolveMonth(month, text, rules)
  if (!shape) {
    if (isDuration(text) || (rules.field === 'warranty_expires_on' && isPlausibleDuration(text)))
      return parseFault('duration', say('date_is_span', { text: shorten(text) }), WRITE_DAY)
    if (hasShortYear(text)) return parseFault('two_digit_year', say('year_of_two_digits', { text: shorten(text) }))
    if (/^\d{4,6}(?:[.,]\d+)?$/.test(text))
      return parseFault('not_a_date', say('no_date_maybe_day_number', { text: shorten(text) }), WRITE_DATE)
    return parseFault('not_a_date', say('no_date', { text: shorten(text) }), WRITE_DATE)
  }
  const day = resolveDay(shape, text, rules)
  if (typeof day !== 'string') return day
  const momentMs = shape.time === undefined ? undefined : parseMoment(day, shape.time)
  if (momentMs !== undefined) return resolveMoment(momentMs, day, text, rules)
  return checkRange(day, text, shape.time === undefined ? undefined : TIME_DROPPED)
}

/** Finds the day of a moment, and identifies the moment in `moment`. @param written day as written */
function resolveMoment(ms: number, written: string, text: string, rules: ColumnRules): ParseResult {
  const { studioZone = 'UTC', dateZone } = rules
  const { certain, inZone, inUtc } = findMomentDays(ms, written, studioZone)
  const moment = new Date(ms).toISOString()
  if (certain !== undefined) {
    const hint = say('day_of_zone_used', { day: certain, zone: inZone === certain ? studioZone : 'UTC' })
    const parsed = checkRange(certain, text, certain === written ? TIME_DROPPED : hint)
    return parsed.code === undefined ? { ...parsed, moment } : parsed
  }
  if (dateZone !== undefined) {
    const zone = dateZone === 'studio' ? studioZone : dateZone
    const parsed = checkRange(findDayInZone(ms, zone), text, say('read_in_zone', { zone }))
    return parsed.code === undefined ? { ...parsed, moment: `${moment} ${dateZone}` } : parsed
  }
  const fault = parseFault(
    'ambiguous_date',
    say('moment_ambiguous', { text: shorten(text), day: inZone, zone: studioZone }),
    inZone === inUtc ? say('moment_as_in_utc') : say('moment_other_in_utc', { day: inUtc }),
    ...(written === inUtc ? [] : [say('moment_other_as_written', { day: written })]),
    say('set_date_zone'),
  )
  return { ...fault, moment }
}

function resolveMonth({ year, month }: YearMonth, text: string, rules: ColumnRules): ParseResult {
  if (rules.monthDay === undefined) return parseFault('not_a_date', say('month_without_day', { text: shorten(text) }))
  // Day 0 of the next month is this month's last.
  const day = rules.monthDay === 'first' ? 1 : new Date(Date.UTC(year, month, 0)).getUTCDate()
  return checkRange(formatDay(year, month, day), text)
}

const isEitherDay = ({ parts }: DateShape): boolean =>
  parts[0] !== parts[1] && parseDayInOrder(parts, 'DMY') !== undefined && parseDayInOrder(parts, 'MDY') !== undefined

function resolveDay(shape: DateShape, text: string, rules: ColumnRules): string | ParseResult {
  const [a, b, c] = shape.parts
  const noSuchDay = parseFault('no_such_day', say('no_such_day', { text: shorten(text) }))
  const isDottedInMonthFirstColumn =
    shape.form === 'dotted' && rules.dateOrder?.by === 'column' && rules.dateOrder.order === 'MDY'
  if (shape.form !== 'slashed' && !(isDottedInMonthFirstColumn && isEitherDay(shape))) {
    const day = shape.form === 'fixed' ? formatDay(a, b, c) : formatDay(c, b, a)
    return isRealDay(day) ? day : noSuchDay
  }
  const order = rules.dateOrder?.order === 'YMD' ? undefined : rules.dateOrder?.order
  const [dayFirst, monthFirst] = [parseDayInOrder(shape.parts, 'DMY'), parseDayInOrder(shape.parts, 'MDY')]
  if (order && rules.dateOrder?.by === 'setting')
    return (
      parseDayInOrder(shape.parts, order) ??
      ((dayFirst ?? monthFirst)
        ? parseFault('no_such_day', say('no_such_day_in_order', { text: shorten(text), order }))
        : noSuchDay)
    )
  if (dayFirst === undefined || monthFirst === undefined || dayFirst === monthFirst)
    return dayFirst ?? monthFirst ?? noSuchDay
  if (order && !isDottedInMonthFirstColumn) return order === 'DMY' ? dayFirst : monthFirst
  const readings = { text: shorten(text), first: dayFirst, second: monthFirst }
  return parseFault(
    'ambiguous_date',
    isDottedInMonthFirstColumn ? say('day_ambiguous_beside_months', readings) : say('day_ambiguous', readings),
  )
}

const TIME_DROPPED = say('write_date_alone')

/** @param timeHint what a warning says of the time of day; undefined without one */
function checkRange(day: string, text: string, timeHint?: Said): ParseResult {
  if (day < FIRST_DAY || day > LAST_DAY)
    return parseFault(
      'date_out_of_range',
      say('day_out_of_range', { text: shorten(text), first: FIRST_DAY, last: LAST_DAY }),
    )
  return timeHint !== undefined
    ? {
        value: day,
        warning: toNote('time_dropped', say('date_of_text_used', { text: shorten(text) }), timeHint),
      }
    : { value: day }
}

const MS_PER_DAY = 86_400_000

/** Parses a workbook's date cell if its format shows a day. A cell that shows a plain number is not a date. */
export function parseDateCell(cell: Cell, rules: ColumnRules): ParseResult {
  const { value, text } = cell
  if (typeof value === 'number' && isDuration(text))
    return parseFault('duration', say('date_is_span', { text: shorten(text) }), WRITE_DAY)
  if (typeof value === 'number' && rules.field === 'warranty_expires_on' && isPlausibleDuration(text))
    return parseFault('duration', say('date_is_months', { text: shorten(text) }), WRITE_DAY)
  if (!(value instanceof Date))
    return parseFault('not_a_date', say('no_date_format_column', { text: shorten(text) }), WRITE_DATE)
  if (cell.shows === 'time') return parseFault('not_a_date', say('date_is_time', { text: shorten(text) }), WRITE_DAY)
  if (cell.shows === 'part') return parseFault('not_a_date', say('date_shown_in_part', { text: shorten(text) }))
  if (cell.shows === 'month') return parseMonthCell(value, text, rules)
  return parseDateMs(value.getTime(), text)
}

function parseMonthCell(value: Date, text: string, rules: ColumnRules): ParseResult {
  if (rules.monthDay !== undefined && Number.isFinite(value.getTime()))
    return resolveMonth({ year: value.getUTCFullYear(), month: value.getUTCMonth() + 1 }, text, rules)
  const parsed = parseDateText(text, rules)
  return parsed.code === undefined || parsed.code !== 'not_a_date'
    ? parsed
    : parseFault('not_a_date', say('date_shown_without_day', { text: shorten(text) }))
}

function parseDateMs(ms: number, text: string): ParseResult {
  if (!Number.isFinite(ms)) return parseFault('not_a_date', say('no_date', { text: shorten(text) }), WRITE_DATE)
  const midnightMs = Math.floor(ms / MS_PER_DAY) * MS_PER_DAY
  return checkRange(new Date(midnightMs).toISOString().slice(0, 10), text, ms === midnightMs ? undefined : TIME_DROPPED)
}
