import { isRealDay } from '../../contract/text.ts'
import type { Cell } from '../types.ts'
import type { ColumnRules } from './columnRules.ts'
import { parseDayInOrder, formatDay, hasShortYear, parseDateShape, expandYear, type DateShape } from './dateShape.ts'
import { isPlausibleDuration, isDuration } from './duration.ts'
import { parseMonth, type YearMonth } from './month.ts'
import { findDayInZone, findMomentDays, parseMoment } from './moment.ts'
import { normaliseFigures } from './normalise.ts'
import { parseFault, quoteShortened, type ParseResult } from './parseResult.ts'

const FIRST_DAY = '1900-01-01'
const LAST_DAY = '2200-12-31'
const WRITE_DATE_HINT = 'Write it as 2024-03-28.'
const WRITE_DAY_HINT = 'Write the day itself, such as 2024-03-28.'

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
      return parseFault('duration', `${quoteShortened(text)} is a span of time and no date. ${WRITE_DAY_HINT}`)
    if (hasShortYear(text))
      return parseFault(
        'two_digit_year',
        `${quoteShortened(text)} has a year of two digits. Write the year in full, or set two_digit_years: 1970-2069 for this source.`,
      )
    if (/^\d{4,6}(?:[.,]\d+)?$/.test(text))
      return parseFault(
        'not_a_date',
        `${quoteShortened(text)} is not a date. If it is a spreadsheet's day number, format the column as a date there. ${WRITE_DATE_HINT}`,
      )
    return parseFault('not_a_date', `${quoteShortened(text)} is not a date. ${WRITE_DATE_HINT}`)
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
    const hint = `It is ${certain} in ${inZone === certain ? studioZone : 'UTC'}, so that day is used.`
    const parsed = checkRange(certain, text, certain === written ? TIME_DROPPED : hint)
    return parsed.code === undefined ? { ...parsed, moment } : parsed
  }
  if (dateZone !== undefined) {
    const zone = dateZone === 'studio' ? studioZone : dateZone
    const parsed = checkRange(findDayInZone(ms, zone), text, `It is read in ${zone}, as date_zone says.`)
    return parsed.code === undefined ? { ...parsed, moment: `${moment} ${dateZone}` } : parsed
  }
  const writtenDay = written === inUtc ? '' : `, and ${written} where it was written`
  const message = `${quoteShortened(text)} is ${inZone} in ${studioZone}, the time zone of the studio, ${inZone === inUtc ? 'as in UTC' : `and ${inUtc} in UTC`}${writtenDay}. Set date_zone: studio or UTC for this source, or write the day alone.`
  return { code: 'ambiguous_date', message, moment }
}

function resolveMonth({ year, month }: YearMonth, text: string, rules: ColumnRules): ParseResult {
  if (rules.monthDay === undefined)
    return parseFault(
      'not_a_date',
      `${quoteShortened(text)} names a month and no day. Write the day, or set month_dates: first or last for this source.`,
    )
  // Day 0 of the next month is this month's last.
  const day = rules.monthDay === 'first' ? 1 : new Date(Date.UTC(year, month, 0)).getUTCDate()
  return checkRange(formatDay(year, month, day), text)
}

const isEitherDay = ({ parts }: DateShape): boolean =>
  parts[0] !== parts[1] && parseDayInOrder(parts, 'DMY') !== undefined && parseDayInOrder(parts, 'MDY') !== undefined

function resolveDay(shape: DateShape, text: string, rules: ColumnRules): string | ParseResult {
  const [a, b, c] = shape.parts
  const noSuchDay = parseFault('no_such_day', `There is no day ${quoteShortened(text)}. Correct the date.`)
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
        ? parseFault(
            'no_such_day',
            `${quoteShortened(text)} is no day in the order that date_order: ${order} sets. Correct the date, or change the setting.`,
          )
        : noSuchDay)
    )
  if (dayFirst === undefined || monthFirst === undefined || dayFirst === monthFirst)
    return dayFirst ?? monthFirst ?? noSuchDay
  if (order && !isDottedInMonthFirstColumn) return order === 'DMY' ? dayFirst : monthFirst
  return parseFault(
    'ambiguous_date',
    `${quoteShortened(text)} can be ${dayFirst} or ${monthFirst}, and ${isDottedInMonthFirstColumn ? 'other cells of the column have the month first' : 'no other cell of the column decides'}. Set date_order: DMY or MDY for this source, or write it as ${dayFirst}.`,
  )
}

const TIME_DROPPED = 'Write the date alone to see no warning.'

/** @param timeHint what a warning says of the time of day; undefined without one */
function checkRange(day: string, text: string, timeHint?: string): ParseResult {
  if (day < FIRST_DAY || day > LAST_DAY)
    return parseFault(
      'date_out_of_range',
      `${quoteShortened(text)} lies outside ${FIRST_DAY} to ${LAST_DAY}. Correct the year, or empty the cell.`,
    )
  return timeHint !== undefined
    ? {
        value: day,
        warning: {
          code: 'time_dropped',
          message: `Only the date of ${quoteShortened(text)} is used. ${timeHint}`,
        },
      }
    : { value: day }
}

const MS_PER_DAY = 86_400_000

/** Parses a workbook's date cell if its format shows a day. A cell that shows a plain number is not a date. */
export function parseDateCell(cell: Cell, rules: ColumnRules): ParseResult {
  const { value, text } = cell
  if (typeof value === 'number' && isDuration(text))
    return parseFault('duration', `${quoteShortened(text)} is a span of time and no date. ${WRITE_DAY_HINT}`)
  if (typeof value === 'number' && rules.field === 'warranty_expires_on' && isPlausibleDuration(text))
    return parseFault(
      'duration',
      `${quoteShortened(text)} is a number, maybe of months, and no date. ${WRITE_DAY_HINT}`,
    )
  if (!(value instanceof Date))
    return parseFault(
      'not_a_date',
      `${quoteShortened(text)} is not a date. If it is one, format the column as a date. ${WRITE_DATE_HINT}`,
    )
  if (cell.shows === 'time')
    return parseFault('not_a_date', `${quoteShortened(text)} is a time or a duration and not a date. ${WRITE_DAY_HINT}`)
  if (cell.shows === 'part')
    return parseFault(
      'not_a_date',
      `The cell shows ${quoteShortened(text)}, which is no whole date. Format the column so that it shows the year too.`,
    )
  if (cell.shows === 'month') return parseMonthCell(value, text, rules)
  return parseDateMs(value.getTime(), text)
}

function parseMonthCell(value: Date, text: string, rules: ColumnRules): ParseResult {
  if (rules.monthDay !== undefined && Number.isFinite(value.getTime()))
    return resolveMonth({ year: value.getUTCFullYear(), month: value.getUTCMonth() + 1 }, text, rules)
  const parsed = parseDateText(text, rules)
  return parsed.code === undefined || parsed.code !== 'not_a_date'
    ? parsed
    : parseFault(
        'not_a_date',
        `The cell shows ${quoteShortened(text)} and no day. Format the column so that it shows the day, or write it as 2024-03-28.`,
      )
}

function parseDateMs(ms: number, text: string): ParseResult {
  if (!Number.isFinite(ms)) return parseFault('not_a_date', `${quoteShortened(text)} is not a date. ${WRITE_DATE_HINT}`)
  const midnightMs = Math.floor(ms / MS_PER_DAY) * MS_PER_DAY
  return checkRange(new Date(midnightMs).toISOString().slice(0, 10), text, ms === midnightMs ? undefined : TIME_DROPPED)
}
