import { isRealDay } from '../../contract/text.ts'
import type { Cell } from '../types.ts'
import type { ColumnRules } from './columnRules.ts'
import { dayInOrder, formatDay, hasShortYear, readDateShape, widenYear, type DateShape } from './dateShape.ts'
import { isBareSpan, isDuration } from './duration.ts'
import { readMonth, type YearMonth } from './month.ts'
import { normaliseFigures } from './normalise.ts'
import { fault, quote, type Parsed } from './parsed.ts'

const FIRST_DAY = '1900-01-01'
const LAST_DAY = '2200-12-31'
const WRITE_IT = 'Write it as 2024-03-28.'
const SPAN = 'Write the day itself, such as 2024-03-28.'

/** Parses text of a date column; never shifts it by a time zone. */
export function parseDateText(raw: string, rules: ColumnRules): Parsed {
  const written = normaliseFigures(raw)
  // With the year first, a two-digit year could be a day.
  const canWiden = rules.firstShortYear !== undefined && rules.dateOrder?.order !== 'YMD' && hasShortYear(written)
  const text = canWiden ? widenYear(written, rules.firstShortYear ?? 0) : written
  const shape = readDateShape(text)
  const month = shape ? undefined : readMonth(text)
  if (month) return resolveMonth(month, text, rules)
  if (!shape) {
    if (isDuration(text) || (rules.field === 'warranty_expires_on' && isBareSpan(text)))
      return fault('duration', `${quote(text)} is a span of time and no date. ${SPAN}`)
    if (hasShortYear(text))
      return fault(
        'two_digit_year',
        `${quote(text)} has a year of two digits. Write the year in full, or set two_digit_years: 1970-2069 for this source.`,
      )
    if (/^\d{4,6}(?:[.,]\d+)?$/.test(text))
      return fault('not_a_date', `${quote(text)} is not a date. If it is a spreadsheet's day number, format the column as a date there. ${WRITE_IT}`)
    return fault('not_a_date', `${quote(text)} is not a date. ${WRITE_IT}`)
  }
  const day = resolveDay(shape, text, rules)
  return typeof day === 'string' ? checkRange(day, text, shape.hasTime) : day
}

function resolveMonth({ year, month }: YearMonth, text: string, rules: ColumnRules): Parsed {
  if (rules.monthDay === undefined)
    return fault('not_a_date', `${quote(text)} names a month and no day. Write the day, or set month_dates: first or last for this source.`)
  // Day 0 of the next month is this month's last.
  const day = rules.monthDay === 'first' ? 1 : new Date(Date.UTC(year, month, 0)).getUTCDate()
  return checkRange(formatDay(year, month, day), text, false)
}

const isEitherDay = ({ parts }: DateShape): boolean =>
  parts[0] !== parts[1] && dayInOrder(parts, 'DMY') !== undefined && dayInOrder(parts, 'MDY') !== undefined

function resolveDay(shape: DateShape, text: string, rules: ColumnRules): string | Parsed {
  const [a, b, c] = shape.parts
  const noSuchDay = fault('no_such_day', `There is no day ${quote(text)}. Correct the date.`)
  const isDottedOddly = shape.form === 'dotted' && rules.dateOrder?.by === 'column' && rules.dateOrder.order === 'MDY'
  if (shape.form !== 'slashed' && !(isDottedOddly && isEitherDay(shape))) {
    const day = shape.form === 'fixed' ? formatDay(a, b, c) : formatDay(c, b, a)
    return isRealDay(day) ? day : noSuchDay
  }
  const order = rules.dateOrder?.order === 'YMD' ? undefined : rules.dateOrder?.order
  const [dayFirst, monthFirst] = [dayInOrder(shape.parts, 'DMY'), dayInOrder(shape.parts, 'MDY')]
  if (order && rules.dateOrder?.by === 'setting')
    return (
      dayInOrder(shape.parts, order) ??
      ((dayFirst ?? monthFirst)
        ? fault('no_such_day', `${quote(text)} is no day in the order that date_order: ${order} sets. Correct the date, or change the setting.`)
        : noSuchDay)
    )
  if (dayFirst === undefined || monthFirst === undefined || dayFirst === monthFirst) return dayFirst ?? monthFirst ?? noSuchDay
  if (order && !isDottedOddly) return order === 'DMY' ? dayFirst : monthFirst
  return fault(
    'ambiguous_date',
    `${quote(text)} can be ${dayFirst} or ${monthFirst}, and ${isDottedOddly ? 'other cells of the column have the month first' : 'no other cell of the column decides'}. Set date_order: DMY or MDY for this source, or write it as ${dayFirst}.`,
  )
}

function checkRange(day: string, text: string, hasTime: boolean): Parsed {
  if (day < FIRST_DAY || day > LAST_DAY)
    return fault('date_out_of_range', `${quote(text)} lies outside ${FIRST_DAY} to ${LAST_DAY}. Correct the year, or empty the cell.`)
  return hasTime
    ? { value: day, warning: { code: 'time_dropped', message: `Only the date of ${quote(text)} is used. Write the date alone to see no warning.` } }
    : { value: day }
}

const MS_PER_DAY = 86_400_000

/** Parses a workbook's date cell if its format shows a day. A bare number is no date, because people do not see one. */
export function parseDateCell(cell: Cell, rules: ColumnRules): Parsed {
  const { value, text } = cell
  if (typeof value === 'number' && isDuration(text)) return fault('duration', `${quote(text)} is a span of time and no date. ${SPAN}`)
  if (typeof value === 'number' && rules.field === 'warranty_expires_on' && isBareSpan(text))
    return fault('duration', `${quote(text)} is a number, maybe of months, and no date. ${SPAN}`)
  if (!(value instanceof Date)) return fault('not_a_date', `${quote(text)} is not a date. If it is one, format the column as a date. ${WRITE_IT}`)
  if (cell.shows === 'time') return fault('not_a_date', `${quote(text)} is a time or a duration and not a date. ${SPAN}`)
  if (cell.shows === 'part')
    return fault('not_a_date', `The cell shows ${quote(text)}, which is no whole date. Format the column so that it shows the year too.`)
  if (cell.shows === 'month') return parseMonthCell(value, text, rules)
  return dateOfMs(value.getTime(), text)
}

function parseMonthCell(value: Date, text: string, rules: ColumnRules): Parsed {
  if (rules.monthDay !== undefined && Number.isFinite(value.getTime()))
    return resolveMonth({ year: value.getUTCFullYear(), month: value.getUTCMonth() + 1 }, text, rules)
  const parsed = parseDateText(text, rules)
  return parsed.code === undefined || parsed.code !== 'not_a_date'
    ? parsed
    : fault('not_a_date', `The cell shows ${quote(text)} and no day. Format the column so that it shows the day, or write it as 2024-03-28.`)
}

function dateOfMs(ms: number, text: string): Parsed {
  if (!Number.isFinite(ms)) return fault('not_a_date', `${quote(text)} is not a date. ${WRITE_IT}`)
  const wholeMs = Math.floor(ms / MS_PER_DAY) * MS_PER_DAY
  return checkRange(new Date(wholeMs).toISOString().slice(0, 10), text, ms !== wholeMs)
}
