import { isFieldKey } from '../../contract/api/fieldKeys.ts'
import type { Cell } from '../types.ts'
import type { ColumnRules } from './columnRules.ts'
import { findConvertedKind, isDayWithoutYear } from './converted.ts'
import { isPlausibleDuration, isDuration } from './duration.ts'
import { ROUNDED_NUMBER } from './escape.ts'
import { normaliseIdentifier, normaliseLine } from './normalise.ts'
import { say } from '../../contract/sentences/say.ts'
import { parseFault, shorten, type ParseResult } from './parseResult.ts'
import { formatPlainNumber } from './numberFormat.ts'

const FORMAT_AS_TEXT = say('format_as_text')

const createConvertedFault = (cell: Cell, kind: 'date' | 'time' | 'boolean'): ParseResult =>
  parseFault('converted_value', say(`converted_to_${kind}`, { text: shorten(cell.text) }), FORMAT_AS_TEXT)

const createDigitsLostFault = (cell: Cell): ParseResult =>
  parseFault('digits_lost', say('digits_lost', { text: shorten(cell.text) }))

/** True if a format displays a number as its digits. */
const isPlainFormat = (format: string): boolean =>
  format === '' || format === '@' || /^(?:general|standard|0)$/i.test(format)

/**
 * Reads a number in a column of names as displayed. Refuses it if the displayed form depends on the program's language.
 */
function readNumber(cell: Cell, value: number, isIdentifier: boolean): ParseResult {
  const format = cell.numberFormat ?? ''
  if (isIdentifier && Math.abs(value) >= Number.MAX_SAFE_INTEGER) return createDigitsLostFault(cell)
  if (isPlainFormat(format) && (format !== '0' || Number.isInteger(value))) return { value: String(value) }
  if (format.includes('%'))
    return parseFault('percent', say('converted_to_percentage', { text: shorten(cell.text) }), FORMAT_AS_TEXT)
  const shownText = formatPlainNumber(value, format)
  if (shownText === undefined) return { value: String(value) }
  const showsAllDigits =
    Number.isInteger(value) &&
    shownText.replaceAll(/\D/g, '').endsWith(String(Math.abs(value))) &&
    !/\d[.,]\d|E[+-]\d/.test(shownText)
  if (showsAllDigits) return { value: normaliseIdentifier(shownText) }
  return parseFault('shown_differently', say('text_shown_as', { value: String(value), text: shorten(shownText) }))
}

function refuseDuration(text: string, rules: ColumnRules): ParseResult | undefined {
  if (rules.field !== 'warranty_provider' || !(isDuration(text) || isPlausibleDuration(text))) return undefined
  return parseFault('duration', say('provider_is_span', { text: shorten(text) }))
}

/**
 * Parses a cell of an own text field as it is shown: dates, yes and no, and percentages are texts there. What a program
 * makes of `3-1` (3-Jan), and a number without all its digits, stay refused.
 */
function parseOwnText(cell: Cell, text: string): ParseResult {
  if (typeof cell.value === 'number') return readNumber(cell, cell.value, true)
  const value = normaliseLine(text)
  if (text !== cell.text) return { value }
  if (cell.shows === 'part' || cell.shows === 'time' || isDayWithoutYear(value))
    return createConvertedFault(cell, 'date')
  return ROUNDED_NUMBER.test(value) ? createDigitsLostFault(cell) : { value }
}

/**
 * Parses a cell of tags, serials, models and other names.
 * @param text differs from `cell.text` when a `'` marks it as literal
 */
export function parsePlainText(cell: Cell, text: string, rules: ColumnRules): ParseResult {
  if (isFieldKey(rules.field)) return parseOwnText(cell, text)
  const isIdentifier = rules.kind === 'identifier'
  if (cell.kind === 'date') return createConvertedFault(cell, cell.shows === 'time' ? 'time' : 'date')
  if (cell.kind === 'boolean') return createConvertedFault(cell, 'boolean')
  const isProtected = text !== cell.text
  if (typeof cell.value === 'number') {
    const parsed = readNumber(cell, cell.value, isIdentifier)
    return (typeof parsed.value === 'string' && refuseDuration(parsed.value, rules)) || parsed
  }
  const value = isIdentifier ? normaliseIdentifier(text) : normaliseLine(text)
  if (isProtected) return { value }
  if (isIdentifier && ROUNDED_NUMBER.test(value)) return createDigitsLostFault(cell)
  const kind = findConvertedKind(value)
  if (kind === 'percent')
    return parseFault('percent', say('converted_to_percentage', { text: shorten(value) }), FORMAT_AS_TEXT)
  if (kind !== undefined) return createConvertedFault(cell, kind)
  // A ' before a number only marks it as text.
  return refuseDuration(value, rules) ?? { value: isIdentifier ? value.replace(/^'(?=[\p{L}\p{N}])/u, '') : value }
}
