import { isDuration } from './duration.ts'
import { convertedMonths } from './months.ts'
import { hasShortYear, readDateShape } from './dateShape.ts'
import { fold } from '../../platform/fold.ts'
import { normaliseLine } from './normalise.ts'

/** How programs write true and false, in the languages that they have. They always use capital letters. */
const BOOLEANS: ReadonlySet<string> = new Set(
  [
    'TRUE, FALSE, WAHR, FALSCH, VRAI, FAUX, VERDADERO, FALSO, VERO, VERDADEIRO, WAAR, ONWAAR, PRAWDA, FAŁSZ, PRAVDA, NEPRAVDA, IGAZ, HAMIS',
    'ИСТИНА, ЛОЖЬ, ІСТИНА, ХИБНІСТЬ, DOĞRU, YANLIŞ, SANT, FALSKT, SANN, USANN, SAND, FALSK, TOSI, EPÄTOSI, ΑΛΗΘΗΣ, ΨΕΥΔΗΣ, ADEVĂRAT, FALS',
  ].flatMap((list) => list.split(', ')),
)

const PERCENT = /^[+-]?\d+(?:[.,]\d+)?\s?%$/
/** `3-Jan`, `03. Jan`, `Jan-03`: what programs make of `3-1`, `1/3` and names with a number behind a month. */
const DAY_MONTH = /^\d{1,2}(?:-|\. |\.-)(\p{L}+)\.?$/u
const MONTH_NUMBER = /^(\p{L}+)\.?-(?:\d{2}|\d{4})$/u

const isMonth = new Map<string, boolean>()

/** Dates have separators and begin with a digit or the name of a month; most names do not. */
function startsLikeDate(text: string): boolean {
  if (!/[-/.\s]/.test(text)) return false
  if (/^\d/.test(text)) return true
  const word = /^\p{L}+/u.exec(text)?.[0] ?? ''
  const known = isMonth.get(word)
  if (known !== undefined) return known
  const found = convertedMonths.has(fold(word))
  if (isMonth.size < 10_000) isMonth.set(word, found)
  return found
}

export type ConvertedKind = 'date' | 'boolean' | 'percent'

/** What a spreadsheet program may have made of a name or number that somebody typed; undefined for any other text. */
export function convertedKind(raw: string): ConvertedKind | undefined {
  const text = normaliseLine(raw)
  if (BOOLEANS.has(text)) return 'boolean'
  if (!/\d/.test(text)) return undefined
  if (PERCENT.test(text)) return 'percent'
  if (text.length > 40 || !startsLikeDate(text)) return undefined
  const month = DAY_MONTH.exec(text)?.[1] ?? MONTH_NUMBER.exec(text)?.[1]
  if (month !== undefined && convertedMonths.has(fold(month))) return 'date'
  return readDateShape(text) || hasShortYear(text) ? 'date' : undefined
}

/** Digits and separators alone: a program would drop its zeros or round it. */
const NUMBER = /^[+-]?[\d.,'’ /:]*\d[\d.,'’ /:]*(?:e[+-]?\d+)?$/i

/** Whether a program would change a text that is typed without a `'` before it. */
export const isChangedWhenTyped = (text: string): boolean => NUMBER.test(text) || convertedKind(text) !== undefined || isDuration(text)
