import { showTime } from './time.ts'

// Control characters, line and paragraph separators, and invisible or direction-changing marks. The emoji joiner (200D) stays.
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g
const NAMES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

const visible = (character: string): string => NAMES[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Escapes everything in foreign text that could move the cursor, change colours or the text direction. @param keep characters left as they are */
export const clean = (text: string, keep = ''): string =>
  text.toWellFormed().replace(UNSAFE, (character) => (keep.includes(character) ? character : visible(character)))

/** @param limit in code points */
export function shorten(text: string, limit: number): string {
  const points = Array.from(text)
  return points.length <= limit ? text : `${points.slice(0, limit - 1).join('')}…`
}

let isWhole = false

export function disableTruncation(): void {
  isWhole = true
}

/** The limit, or Infinity when truncation is disabled. */
export const shownLimit = (limit: number): number => (isWhole ? Infinity : limit)

/** A field value on one line; `(empty)` for none. */
export function showValue(value: unknown, limit = 60): string {
  if (value === null || value === undefined || value === '') return '(empty)'
  const text = clean(typeof value === 'string' ? showTime(value) : JSON.stringify(value))
  return isWhole ? text : shorten(text, limit)
}

/** JSON with control characters escaped, which keeps the values. */
export const showJson = (value: unknown): string => clean(JSON.stringify(value, null, 1), '\n')
