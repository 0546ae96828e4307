import type { Format } from './createFormat.ts'
import { isRealDay } from './days.ts'
import { readDay, readLocalTime } from './readDay.ts'
import { readNumber, type Reading } from './readNumber.ts'

/** Kinds of values that are typed as text: numbers, whole numbers, amounts of money, days, days with a time. */
export type TypedKind = 'number' | 'integer' | 'money' | 'day' | 'localTime'

const MAX_FRACTION_DIGITS = { number: Infinity, integer: 0, money: 2 }

/** Reads a text that is typed in the form that pages print. An empty text is `null`. */
export function readTyped(kind: TypedKind, text: string, format: Format): Reading<number | string | null> {
  if (text.trim() === '') return { value: null }
  if (kind === 'day') return readDay(text, format.locale, format.today)
  if (kind === 'localTime') return readLocalTime(text, format.locale, format.today)
  return readNumber(text, format.locale, {
    maxFractionDigits: MAX_FRACTION_DIGITS[kind],
    ...(kind === 'money' && { currency: format.currency }),
  })
}

/** Formats a value as the text of its input, in the form that pages print, without groups of digits. */
export function toTypedText(value: unknown, format: Format): string {
  if (typeof value === 'number') return format.ungrouped(value)
  if (typeof value !== 'string') return ''
  const [day = '', time] = value.split('T')
  // An address that a person has edited may have any text.
  if (!isRealDay(day)) return value
  return time === undefined ? format.day(day) : `${format.day(day)}, ${time}`
}

/** Returns the value of a typed text. A refused text is returned unchanged, so that the API refuses it too. */
export function toTypedValue(kind: TypedKind, text: string, format: Format): number | string | null {
  const reading = readTyped(kind, text, format)
  return 'value' in reading ? reading.value : text
}
