// Spreadsheet programs change texts that look like numbers or dates when they open and save a file.
import { foldText } from '../../platform/foldText.ts'
import { isFalse, isTrue } from './converted.ts'
import { monthByName } from './months.ts'
import { normaliseLine } from './normalise.ts'
import { findDateNames, isChangedDate, listDateNames } from './programDate.ts'
import { findNumberName, isChangedNumber, listNumberNames } from './programNumber.ts'

/** Codes of cells that a program has converted, so that the typed text is lost. */
export const CONVERSION_CODES: ReadonlySet<string> = new Set(['converted_value', 'digits_lost', 'shown_differently'])

/** A longer text is neither a number nor a date. */
const MAX_LENGTH = 40

const TIME = /^(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?$/

function isChangedTime(before: string, after: string): boolean {
  const [typed, written] = [TIME.exec(before), TIME.exec(after)]
  return (
    typed !== null &&
    written !== null &&
    [1, 2, 3].every((part) => Number(typed[part] ?? 0) === Number(written[part] ?? 0))
  )
}

const canChange = (text: string): boolean => text.length <= MAX_LENGTH && /\d/.test(text)

/**
 * True if `after` is what a spreadsheet program writes when it has read `before` as a number, a date, a time, true or
 * false: `00457` and `457`, `1E5` and `100000`, `5.10` and `5.1`, `7/8` and `8-Jul`.
 */
export function isProgramChange(typed: string, written: string): boolean {
  const [before, after] = [normaliseLine(typed), normaliseLine(written)]
  if (before === after) return false
  if (isTrue(after) || isFalse(after)) return before.toLowerCase() === after.toLowerCase()
  if (!canChange(before) || !canChange(after)) return false
  return isChangedNumber(before, after) || isChangedDate(before, after) || isChangedTime(before, after)
}

/** Lists names under which a stored text can be found by what programs make of it. Most texts have none. */
export const listStoredNames = (text: string): string[] =>
  canChange(text) ? [...new Set([...listNumberNames(text), ...listDateNames(text)])] : []

/** Cheap check: numbers and dates begin with a digit, a sign or the name of a month. */
function startsLikeChange(text: string): boolean {
  if (/^-?\d/.test(text)) return true
  const word = /^\p{L}{3,}/u.exec(text)?.[0]
  return word !== undefined && monthByName.has(foldText(word))
}

/** Lists the names under which the texts can be stored of which a program made this one. */
export function listChangedNames(text: string): string[] {
  if (!startsLikeChange(text) || !canChange(text)) return []
  const number = findNumberName(text)
  return [...(number === undefined ? [] : [number]), ...findDateNames(text)]
}
