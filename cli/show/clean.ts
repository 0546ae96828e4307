import { showTime } from './time.ts'

// Controls, line and paragraph separators, and the marks that turn text around or hide in it. The joiner of emoji (200D) stays.
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g
const NAMES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

const visible = (character: string): string => NAMES[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * Text from a sheet or a server, safe for a terminal: whatever could move the cursor, change colours or turn the reading direction
 * is shown as an escape. Characters in `keep` stay as they are.
 */
export const clean = (text: string, keep = ''): string =>
  text.toWellFormed().replace(UNSAFE, (character) => (keep.includes(character) ? character : visible(character)))

/** Cuts a text that is longer than `limit` code points. */
export function shorten(text: string, limit: number): string {
  const points = Array.from(text)
  return points.length <= limit ? text : `${points.slice(0, limit - 1).join('')}…`
}

let isWhole = false

/** Cuts no value from now on: what is piped is read by programs, or by people with room for it. */
export function showWhole(): void {
  isWhole = true
}

/** How many of many are shown: all of them where nothing is cut. */
export const mostShown = (limit: number): number => (isWhole ? Infinity : limit)

/** A value of a field for people: one line, `(empty)` for nothing. */
export function showValue(value: unknown, limit = 60): string {
  if (value === null || value === undefined || value === '') return '(empty)'
  const text = clean(typeof value === 'string' ? showTime(value) : JSON.stringify(value))
  return isWhole ? text : shorten(text, limit)
}

/** JSON for a terminal or a program: what could steer a terminal is escaped, which leaves the values as they are. */
export const showJson = (value: unknown): string => clean(JSON.stringify(value, null, 1), '\n')
