import { isDuration } from './duration.ts'
import { convertedMonths } from './months.ts'
import { hasShortYear, parseDateShape } from './dateShape.ts'
import { foldText } from '../../platform/foldText.ts'
import { normaliseIdentifier, normaliseLine } from './normalise.ts'

/** True and false as programs write them, per language; always in capitals. */
const TRUE_WORDS: ReadonlySet<string> = new Set(
  'TRUE, WAHR, VRAI, VERDADERO, VERO, VERDADEIRO, WAAR, PRAWDA, PRAVDA, IGAZ, ИСТИНА, ІСТИНА, DOĞRU, SANT, SANN, SAND, TOSI, ΑΛΗΘΗΣ, ADEVĂRAT'.split(
    ', ',
  ),
)
const FALSE_WORDS: ReadonlySet<string> = new Set(
  'FALSE, FALSCH, FAUX, FALSO, ONWAAR, FAŁSZ, NEPRAVDA, HAMIS, ЛОЖЬ, ХИБНІСТЬ, YANLIŞ, FALSKT, USANN, FALSK, EPÄTOSI, ΨΕΥΔΗΣ, FALS'.split(
    ', ',
  ),
)

export const isTrue = (text: string): boolean => TRUE_WORDS.has(text.trim())
export const isFalse = (text: string): boolean => FALSE_WORDS.has(text.trim())

const PERCENT = /^[+-]?\d+(?:[.,]\d+)?\s?%$/
/** `3-Jan`, `03. Jan`, `Jan-03`: conversions of `3-1`, `1/3` and names such as `JAN-3`. */
const DAY_MONTH = /^\d{1,2}(?:-|\. |\.-)(\p{L}+)\.?$/u
const MONTH_NUMBER = /^(\p{L}+)\.?-(?:\d{2}|\d{4})$/u

const isMonth = new Map<string, boolean>()

/** Cheap pre-check: dates have separators and start with a digit or a month. */
function startsLikeDate(text: string): boolean {
  if (!/[-/.\s]/.test(text)) return false
  if (/^\d/.test(text)) return true
  const word = /^\p{L}+/u.exec(text)?.[0] ?? ''
  const cached = isMonth.get(word)
  if (cached !== undefined) return cached
  const isConvertedMonth = convertedMonths.has(foldText(word))
  if (isMonth.size < 10_000) isMonth.set(word, isConvertedMonth)
  return isConvertedMonth
}

/** True for a day and a month, as programs show what was typed as `3-1` or `JAN-3`. */
export function isDayWithoutYear(text: string): boolean {
  const month = DAY_MONTH.exec(text)?.[1] ?? MONTH_NUMBER.exec(text)?.[1]
  return month !== undefined && convertedMonths.has(foldText(month))
}

export type ConvertedKind = 'date' | 'boolean' | 'percent'

/** Names the kind of value that a program may have converted a typed name to. */
export function findConvertedKind(raw: string): ConvertedKind | undefined {
  const text = normaliseLine(raw)
  if (TRUE_WORDS.has(text) || FALSE_WORDS.has(text)) return 'boolean'
  if (!/\d/.test(text)) return undefined
  if (PERCENT.test(text)) return 'percent'
  if (text.length > 40 || !startsLikeDate(text)) return undefined
  if (isDayWithoutYear(text)) return 'date'
  return parseDateShape(text) || hasShortYear(text) ? 'date' : undefined
}

/** Matches digits and separators. A program would round such a number or remove its zeros. */
const NUMBER = /^[+-]?[.,'’ /:]*\d[\d.,'’ /:]*(?:e[+-]?\d+)?$/i

/** True if a program would change the text when it is typed without a leading `'`. */
export function isChangedWhenTyped(text: string): boolean {
  const line = normaliseIdentifier(text)
  return NUMBER.test(line) || findConvertedKind(line) !== undefined || isDuration(line)
}
