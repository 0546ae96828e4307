import { isRealDay } from '../../../contract/text.ts'
import type { Cell } from '../types.ts'
import type { ColumnRules } from './columnRules.ts'
import { dayInOrder, formatDay, hasShortYear, readDateShape, type DateShape } from './dateShape.ts'
import { normaliseLine } from './normalise.ts'
import { fault, quote, type Parsed } from './parsed.ts'

const FIRST_DAY = '1900-01-01'
const LAST_DAY = '2200-12-31'
const WRITE_IT = 'Write it as 2024-03-28.'

/** Parses text in a date column: the date as it is written, never moved by a time zone. */
export function parseDateText(raw: string, rules: ColumnRules): Parsed {
  const text = normaliseLine(raw)
  const shape = readDateShape(text)
  if (!shape) {
    if (hasShortYear(text)) return fault('two_digit_year', `${quote(text)} has a year of two digits. Write the year in full.`)
    if (/^\d{4,6}(?:[.,]\d+)?$/.test(text))
      return fault('not_a_date', `${quote(text)} is not a date. If it is a spreadsheet's day number, format the column as a date there. ${WRITE_IT}`)
    return fault('not_a_date', `${quote(text)} is not a date. ${WRITE_IT}`)
  }
  const day = settleDay(shape, text, rules)
  return typeof day === 'string' ? checkRange(day, text, shape.hasTime) : day
}

function settleDay(shape: DateShape, text: string, rules: ColumnRules): string | Parsed {
  const [a, b, c] = shape.parts
  const noSuchDay = fault('no_such_day', `There is no day ${quote(text)}. Correct the date.`)
  if (shape.form !== 'slashed') {
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
  if (order) return order === 'DMY' ? dayFirst : monthFirst
  return fault(
    'ambiguous_date',
    `${quote(text)} can be ${dayFirst} or ${monthFirst}, and no other cell of the column decides. Set date_order: DMY or MDY for this source, or write it as ${dayFirst}.`,
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
/** Day 0 of the 1900 date system, as seen from days after its 29 February 1900, which never was. */
const DAY_ZERO_MS = Date.UTC(1899, 11, 30)
const LAST_SERIAL = 109_938
/** Day 0 of the 1904 date system, as a day of the other one. */
const DAYS_TO_1904 = 1462

/** Parses a date cell, or a number cell as a day number of the workbook's date system. */
export function parseDateCell(cell: Cell): Parsed {
  const { value } = cell
  if (value instanceof Date) return dateOfMs(value.getTime(), cell.text)
  if (typeof value !== 'number') return fault('not_a_date', `${quote(cell.text)} is not a date. ${WRITE_IT}`)
  const days = cell.is1904 ? value + DAYS_TO_1904 : value
  if (days < 1 || days > LAST_SERIAL)
    return fault('date_out_of_range', `${quote(cell.text)} lies outside ${FIRST_DAY} to ${LAST_DAY}. Correct the year, or empty the cell.`)
  return dateOfMs(DAY_ZERO_MS + days * MS_PER_DAY, cell.text)
}

function dateOfMs(ms: number, text: string): Parsed {
  if (!Number.isFinite(ms)) return fault('not_a_date', `${quote(text)} is not a date. ${WRITE_IT}`)
  const wholeMs = Math.floor(ms / MS_PER_DAY) * MS_PER_DAY
  return checkRange(new Date(wholeMs).toISOString().slice(0, 10), text, ms !== wholeMs)
}
