import { formatTime } from './time.ts'

// Matches control characters, line and paragraph separators, and invisible or direction-changing marks. Emoji need the
// zero-width joiner (200D).
const UNSAFE =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g
const SHORT_ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

const toEscape = (character: string): string =>
  SHORT_ESCAPES[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * Escapes characters in text from outside that could move the cursor, change colours or change the text direction.
 * @param keep characters that are not escaped
 */
export const escapeUnsafe = (text: string, keep = ''): string =>
  text.toWellFormed().replace(UNSAFE, (character) => (keep.includes(character) ? character : toEscape(character)))

/** @param limit in code points */
export function shorten(text: string, limit: number): string {
  const codePoints = Array.from(text)
  return codePoints.length <= limit ? text : `${codePoints.slice(0, limit - 1).join('')}…`
}

let isTruncated = true

/** Switches truncation on or off. Output that is not a terminal is never truncated. */
export function setTruncation(isOn: boolean): void {
  isTruncated = isOn
}

/** Returns the limit, or Infinity if output is not truncated. */
export const chooseTextLimit = (limit: number): number => (isTruncated ? limit : Infinity)

/** Formats a field value on one line; `(empty)` for none. */
export function formatValue(value: unknown, limit = 60): string {
  if (value === null || value === undefined || value === '') return '(empty)'
  const text = escapeUnsafe(typeof value === 'string' ? formatTime(value) : JSON.stringify(value))
  return isTruncated ? shorten(text, limit) : text
}

/** Formats JSON with unsafe characters as \u escapes, so that parsing returns the same values. */
export const formatJson = (value: unknown): string => escapeUnsafe(JSON.stringify(value, null, 1), '\n')
