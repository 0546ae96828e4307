// Dates that spreadsheet programs make of typed texts: 7/8 becomes 8-Jul, MAR1 becomes 01-Mar, 1.50 becomes Jan 50.
import { foldText } from '../../platform/foldText.ts'
import { parseDateShape } from './dateShape.ts'
import { monthByName } from './months.ts'

/** Parts of a date that a text names. Years have two digits. */
interface DateParts {
  month: number
  day?: number
  year?: number
}

const TWO_NUMBERS = /^(\d{1,4})\s?[-/.]\s?(\d{1,4})\.?$/
const THREE_NUMBERS = /^(\d{1,4})\s?[-/.]\s?(\d{1,2})\s?[-/.]\s?(\d{1,4})$/
const NAME_NUMBER = /^(\p{L}{3,})[-/. ]*(\d{1,4})$/u
const NUMBER_NAME = /^(\d{1,4})[-/. ]*(\p{L}{3,})\.?$/u
const NAMED = /^(\d{1,2})[-/. ]+(\p{L}{3,})[-/. ]+(\d{2}|\d{4})$/u

const isDay = (day: number): boolean => day >= 1 && day <= 31
const isMonth = (month: number): boolean => month >= 1 && month <= 12
const isYear = (text: string): boolean => text.length === 2 || text.length === 4

/** Lists the readings of a month and another number, which is its day or its year. */
function listOfMonth(month: number, other: string): DateParts[] {
  if (!isMonth(month)) return []
  const value = Number(other)
  return [
    ...(other.length <= 2 && isDay(value) ? [{ month, day: value }] : []),
    ...(isYear(other) ? [{ month, year: value % 100 }] : []),
  ]
}

function listOfThree(first: string, second: string, third: string): DateParts[] {
  const orders: [string, string, string][] = [
    [third, second, first],
    [third, first, second],
    [first, second, third],
  ]
  return orders
    .map(([year, month, day]) => ({ year: Number(year) % 100, month: Number(month), day: Number(day) }))
    .filter(({ month, day }, index) => isMonth(month) && isDay(day) && isYear(orders[index]?.[0] ?? ''))
}

function listNamed(text: string): DateParts[] {
  const folded = foldText(text)
  const [nameFirst, nameLast, whole] = [NAME_NUMBER, NUMBER_NAME, NAMED].map((form) => form.exec(folded))
  const month = monthByName.get(nameFirst?.[1] ?? nameLast?.[2] ?? whole?.[2] ?? '')
  if (month === undefined) return []
  if (whole) return [{ month, day: Number(whole[1]), year: Number(whole[3]) % 100 }]
  return listOfMonth(month, nameFirst?.[2] ?? nameLast?.[1] ?? '')
}

/** Lists the dates that programs of any language read in a text. */
function listTyped(text: string): DateParts[] {
  const two = TWO_NUMBERS.exec(text)
  if (two) {
    const [, first = '', second = ''] = two
    return [...listOfMonth(Number(first), second), ...listOfMonth(Number(second), first)]
  }
  const three = THREE_NUMBERS.exec(text)
  if (three) return listOfThree(three[1] ?? '', three[2] ?? '', three[3] ?? '')
  return listNamed(text)
}

/** Lists the readings of a date as programs write it: complete, or with the name of its month. */
function listWritten(text: string): DateParts[] {
  const shape = parseDateShape(text)
  if (shape) {
    const [a, b, c] = shape.parts
    if (shape.form === 'fixed') return [{ year: a % 100, month: b, day: c }]
    const dayFirst = { day: a, month: b, year: c % 100 }
    return shape.form === 'dotted' ? [dayFirst] : [dayFirst, { day: b, month: a, year: c % 100 }]
  }
  const three = THREE_NUMBERS.exec(text)
  return three ? listOfThree(three[1] ?? '', three[2] ?? '', three[3] ?? '') : listNamed(text)
}

/** A month without a day is its first day. A day without a year is of the year in which it was typed. */
function isSameDate(typed: DateParts, written: DateParts): boolean {
  if (typed.month !== written.month) return false
  if (written.day === undefined) return typed.year !== undefined && typed.year === written.year
  const isSameYear = typed.year === undefined || written.year === undefined || typed.year === written.year
  return (typed.day ?? 1) === written.day && isSameYear
}

/** True if a program that read `before` as a date would write `after`. */
export function isChangedDate(before: string, after: string): boolean {
  const written = listWritten(after)
  return written.length > 0 && listTyped(before).some((typed) => written.some((date) => isSameDate(typed, date)))
}

const nameOf = ({ month }: DateParts): string => `month ${month}`

export const listDateNames = (before: string): string[] => listTyped(before).map(nameOf)
export const findDateNames = (after: string): string[] => listWritten(after).map(nameOf)
