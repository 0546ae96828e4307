import { say } from '../../contract/sentences/say.ts'
import type { Cell } from '../types.ts'
import { findLengthUnit, lengthConnectives, warrantyWords, type LengthUnit } from '../vocabulary/lengthWords.ts'
import { toLookupKeys, toLookupWords } from '../vocabulary/lookupKey.ts'
import type { ColumnRules } from './columnRules.ts'
import { isEndless } from './duration.ts'
import { normaliseFigures } from './normalise.ts'
import { parseFault, shorten, toNote, type ParseResult } from './parseResult.ts'

const warranties = toLookupKeys([warrantyWords])
const connectives = toLookupKeys([lengthConnectives])

/** A longer text says more than a length. */
const MAX_CHARACTERS = 60
const NUMBER = /^\d{1,4}(?:[.,]\d{1,2})?$/
/** Digits, and letters behind them: `24 months`, `3yrs`, `24-month`, `2年`. */
const PART = /(\d{1,4}(?:[.,]\d{1,2})?)\s*[-+]?\s*(\p{L}[\p{L}\p{M}]*)\.?/gu
const OTHER_MARK = /[^\p{L}\p{M}\s.,]/u
/** Japanese and Chinese write the warranty behind the unit, without a space. */
const WARRANTY_BEHIND = /\s*(?:保証|保修|質保|质保)$/u
/** More is no length of a warranty: 2026 below `Warranty year` is a year. */
const MAX_COUNTS: Readonly<Record<LengthUnit, number>> = { Y: 99, M: 999, W: 999, D: 9999 }
const MONTHS_PER_YEAR = 12

/** Writes a number of units; parts of years as months. @returns undefined for part of another unit */
function formatLength(count: number, unit: LengthUnit): string | undefined {
  if (count > MAX_COUNTS[unit]) return undefined
  if (Number.isInteger(count)) return `P${count}${unit}`
  const months = count * MONTHS_PER_YEAR
  return unit === 'Y' && Number.isInteger(months) ? `P${months}M` : undefined
}

const toCount = (digits: string): number => Number(digits.replace(',', '.'))

/** Adds years and months: `1 year 6 months`. */
function addParts(parts: readonly { count: number; unit: LengthUnit }[]): string | undefined {
  const [first, second, ...more] = parts
  if (!first || more.length > 0) return undefined
  if (!second) return formatLength(first.count, first.unit)
  if (first.unit !== 'Y' || second.unit !== 'M') return undefined
  return formatLength(first.count * MONTHS_PER_YEAR + second.count, 'M')
}

/**
 * Reads a length of time as ISO 8601 writes it: `24 months` is `P24M`, `2 Jahre Garantie` is `P2Y`.
 * @param headerUnit unit of a bare number
 * @returns undefined for any other text, also for one that says more, such as `12 months left`
 */
export function readLength(written: string, headerUnit?: LengthUnit): string | undefined {
  if (written.length > MAX_CHARACTERS) return undefined
  const text = normaliseFigures(written).replace(WARRANTY_BEHIND, '')
  if (NUMBER.test(text)) return headerUnit && formatLength(toCount(text), headerUnit)
  const parts: { count: number; unit: LengthUnit }[] = []
  for (const [, digits = '', word = ''] of text.matchAll(PART)) {
    const unit = findLengthUnit(word)
    if (unit === undefined) return undefined
    parts.push({ count: toCount(digits), unit })
  }
  const rest = text.replaceAll(PART, ' ')
  if (OTHER_MARK.test(rest)) return undefined
  if (!toLookupWords(rest).every((word) => warranties.has(word) || connectives.has(word) || isAnd(word)))
    return undefined
  return addParts(parts)
}

const isAnd = (word: string): boolean => /^(?:and|und|et|y|e|en|i|och|og|ja|a|ve)$/.test(word)

const isZero = (length: string): boolean => /^P0[A-Z]$/.test(length)

/** Parses a cell of a column of lengths. A warranty without an end, and one of no length, have no value. */
export function parseLength(cell: Cell, text: string, { lengthUnit }: ColumnRules): ParseResult {
  const shown = typeof cell.value === 'number' && /^[\d.,\s]+$/.test(cell.text) ? String(cell.value) : text
  const length = cell.kind === 'date' || cell.kind === 'boolean' ? undefined : readLength(shown, lengthUnit)
  if (length !== undefined) return { value: isZero(length) ? '' : length }
  if (isEndless(text))
    return { value: '', warning: toNote('endless_length', say('length_without_end', { text: shorten(text) })) }
  if (NUMBER.test(normaliseFigures(shown)) && lengthUnit === undefined)
    return parseFault('not_a_length', say('length_without_unit', { text: shorten(text) }))
  return parseFault('not_a_length', say('no_length', { text: shorten(text) }))
}

/** Splits a length such as `P24M`. @throws Error if it is none: no cell is read as one */
export function splitLength(length: string): { count: number; unit: LengthUnit } {
  const [, count, unit] = /^P(\d+)([YMWD])$/.exec(length) ?? []
  if (count === undefined) throw new Error(`"${length}" is no length`)
  return { count: Number(count), unit: unit as LengthUnit }
}

/**
 * Adds a length to a day, in calendar months. A day that the month lacks becomes its last: 31 January and one month is
 * 28 February.
 * @param day `YYYY-MM-DD`
 */
export function addLength(day: string, length: string): string {
  const { count: number, unit } = splitLength(length)
  const [year = 0, month = 1, dayOfMonth = 1] = day.split('-').map(Number)
  if (unit === 'D' || unit === 'W')
    return new Date(Date.UTC(year, month - 1, dayOfMonth + number * (unit === 'W' ? 7 : 1))).toISOString().slice(0, 10)
  const months = month - 1 + (unit === 'Y' ? number * MONTHS_PER_YEAR : number)
  // Day 0 of the next month is this month's last.
  const lastDay = new Date(Date.UTC(year, months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, months, Math.min(dayOfMonth, lastDay))).toISOString().slice(0, 10)
}
