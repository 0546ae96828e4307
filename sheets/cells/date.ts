import { isRealDay } from '../../contract/text.ts'
import type { Cell } from '../types.ts'
import type { ColumnRules } from './columnRules.ts'
import { parseDayInOrder, formatDay, hasShortYear, parseDateShape, expandYear, type DateShape } from './dateShape.ts'
import { isPlausibleDuration, isDuration } from './duration.ts'
import { parseMonth, type YearMonth } from './month.ts'
import { normaliseFigures } from './normalise.ts'
import { parseFault, quoteShortened, type ParseResult } from './parseResult.ts'

const FIRST_DAY = '1900-01-01'
const LAST_DAY = '2200-12-31'
const WRITE_DATE_HINT = 'Write it as 2024-03-28.'
const WRITE_DAY_HINT = 'Write the day itself, such as 2024-03-28.'

/** Parses text of a date column. A time zone in the text does not move the date. */
export function parseDateText(raw: string, rules: ColumnRules): ParseResult {
  const written = normaliseFigures(raw)
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
  return typeof day === 'string' ? checkRange(day, text, shape.hasTime) : day
}

function resolveMonth({ year, month }: YearMonth, text: string, rules: ColumnRules): ParseResult {
  if (rules.monthDay === undefined)
    return parseFault(
      'not_a_date',
      `${quoteShortened(text)} names a month and no day. Write the day, or set month_dates: first or last for this source.`,
    )
  // Day 0 of the next month is this month's last.
  const day = rules.monthDay === 'first' ? 1 : new Date(Date.UTC(year, month, 0)).getUTCDate()
  return checkRange(formatDay(year, month, day), text, false)
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

function checkRange(day: string, text: string, hasTime: boolean): ParseResult {
  if (day < FIRST_DAY || day > LAST_DAY)
    return parseFault(
      'date_out_of_range',
      `${quoteShortened(text)} lies outside ${FIRST_DAY} to ${LAST_DAY}. Correct the year, or empty the cell.`,
    )
  return hasTime
    ? {
        value: day,
        warning: {
          code: 'time_dropped',
          message: `Only the date of ${quoteShortened(text)} is used. Write the date alone to see no warning.`,
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
  return checkRange(new Date(midnightMs).toISOString().slice(0, 10), text, ms !== midnightMs)
}
