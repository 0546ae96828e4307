import { isFormula } from '../../contract/csv.ts'
import {
  blankWords,
  bracketedBlankWords,
  dittoWords,
  markedPlaceholderWords,
  placeholderWords,
} from '../vocabulary/cellWords.ts'
import { headerWordsOf } from '../vocabulary/headerEntry.ts'
import { headerTable } from '../vocabulary/headers.ts'
import { toLookupKey } from '../vocabulary/lookupKey.ts'
import { hasReference } from './characterReference.ts'
import { findConvertedKind } from './converted.ts'
import { isDuration } from './duration.ts'
import { normaliseIdentifier } from './normalise.ts'
import { brokenValues, errorNames, loadingWords, numberedErrors } from './errorWords.ts'

const splitWords = (lists: readonly string[]): string[] =>
  lists.flatMap((list) => list.split(', ').map((word) => word.toLowerCase()))

/** Words for "nothing", lower case. */
const blankTokens: ReadonlySet<string> = new Set(splitWords(blankWords))
const bracketedBlanks: ReadonlySet<string> = new Set(splitWords(bracketedBlankWords))
const placeholders: ReadonlySet<string> = new Set(splitWords(placeholderWords))
const markedPlaceholders: ReadonlySet<string> = new Set(splitWords(markedPlaceholderWords))
const brokenTexts: ReadonlySet<string> = new Set(splitWords(brokenValues))
const errorTexts: ReadonlySet<string> = new Set(splitWords(errorNames))
const numberedErrorWords: ReadonlySet<string> = new Set(splitWords(numberedErrors))
const loadingTexts: ReadonlySet<string> = new Set(splitWords(loadingWords))

/** Matches `#REF!` and `#¿NOMBRE?`; the last mark may be missing. */
const NAMED_ERROR = /^#[¡¿]?(.+?)[!?]?$/
const NUMBERED_ERROR = /^(\p{L}+)\.?\s?:\s?\d{3,5}$/u
const LOADING = /^(.+?)\s?(?:\.{3}|…)$/
/** Text that programs save for a cell of a column that is too narrow. */
const TOO_NARROW = /^#{2,}$/
/** Not a number, as C writes it: `1.#QNAN`, `-1.#IND`. */
const NOT_A_NUMBER = /^[-+]?\d\.#(?:qnan|snan|ind|inf)\d*$/
/** An error in a language without a list: `#` and capitals or letters without case, then a mark. */
const SHOUTED_ERROR = /^#[¡¿]?[^\p{Ll}\p{N}\s#!?]{2,30}(?:\/0)?[!?]$/u

/** True for an error text of a spreadsheet program, in any language. @param lower the text in small letters */
export function isErrorWord(lower: string, text = lower): boolean {
  if (brokenTexts.has(lower)) return true
  if (lower.includes('#') && (NOT_A_NUMBER.test(lower) || SHOUTED_ERROR.test(text))) return true
  if (lower.startsWith('#')) return TOO_NARROW.test(lower) || errorTexts.has(NAMED_ERROR.exec(lower)?.[1] ?? '')
  if (lower.endsWith('.') || lower.endsWith('…')) return loadingTexts.has(LOADING.exec(lower)?.[1] ?? '')
  return lower.includes(':') && numberedErrorWords.has(NUMBERED_ERROR.exec(lower)?.[1] ?? '')
}

const dittos: ReadonlySet<string> = new Set(splitWords(dittoWords))

const DITTO_MARK = /^[-–—_.\s]*(?:["“”„‟″〃〝〞«»]+|''|´´|``|,,|↑)[-–—_.\s]*$/

const hasWord = (words: ReadonlySet<string>, lower: string): boolean =>
  words.has(lower) || (lower.endsWith('.') && words.has(lower.slice(0, -1)))

const normaliseLower = (lower: string): string =>
  /[^\x21-\x7e]/.test(lower) ? lower.normalize('NFC').replaceAll(/\s+/g, ' ') : lower

const BRACKETED = /^(?:\(([^()]+)\)|<([^<>]+)>|\[([^[\]]+)\]|\{([^{}]+)\})$/
const DECORATED = /^[-–—=<[(*\s]*(.*?)[-–—=>\])*\s.…:]*$/
/** Most texts have no mark at their ends, and are their own core. */
const HAS_MARK_AT_END = /^[-–—=<[(*\s]|[-–—=>\])*\s.…:]$/

/** No placeholder is longer. A search for its core in a long text would take long. */
const MAX_PLACEHOLDER = 80

function isPlaceholder(lower: string): boolean {
  if (lower.length > MAX_PLACEHOLDER) return false
  const core = HAS_MARK_AT_END.test(lower) ? (DECORATED.exec(lower)?.[1] ?? lower) : lower
  return placeholders.has(core) || (core !== lower && markedPlaceholders.has(core))
}

/**
 * True for a lower-case word that means nothing, perhaps in brackets, or the text of a field that nobody has filled.
 */
export function isBlankWord(lower: string): boolean {
  const word = normaliseLower(lower)
  if (hasWord(blankTokens, word)) return true
  const bracketed = BRACKETED.exec(word)
  const inner = (bracketed?.[1] ?? bracketed?.[2] ?? bracketed?.[3] ?? bracketed?.[4])?.trim()
  if (inner !== undefined && (hasWord(blankTokens, inner) || bracketedBlanks.has(inner))) return /\p{L}/u.test(inner)
  return isPlaceholder(word)
}

export const isDitto = (lower: string): boolean => hasWord(dittos, normaliseLower(lower)) || DITTO_MARK.test(lower)

/** Longest special word, including surrounding marks. */
export const longestTokenLength =
  Math.max(
    ...[...blankTokens, ...placeholders, ...dittos, ...errorTexts, ...brokenTexts, ...loadingTexts].map(
      (word) => word.length,
    ),
  ) + 8

/** UTF-8 decoded as Windows-1252: `GrÃ¶ÃŸe`, `8 â€“ 10`. No language has these pairs. */
const WRONGLY_DECODED =
  /[ÃÄÅ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹Œ‘’“”•–—˜™š›œžŸ](?![\s\d.]|$)|Ã[\u0080-\u00bfƒ„…†‡ˆ‰Š‹Œ‘“•˜™š›œžŸ]|Â[\u00a0-\u00bf]|â€|ï¿½/

/** True for replacement characters or text decoded with a wrong encoding. */
export const isWronglyDecoded = (text: string): boolean =>
  /[ÃÄÅÂâï\ufffd]/.test(text) && (text.includes('\ufffd') || WRONGLY_DECODED.test(text))

/** A long number rounded by a spreadsheet. */
export const ROUNDED_NUMBER = /^\d(?:[.,]\d+)?E\+\d{1,3}$/i

/** Brands that mark a row as a repeated header. */
const brandHeaders: ReadonlySet<string> = new Set(
  headerTable.flatMap((entry) => (entry.target === 'brand' ? headerWordsOf(entry).map(toLookupKey) : [])),
)

const isPlain = (code: number): boolean => code > 0x20 && code < 0x7f

/** Blanks, and characters without width, at the ends of a cell. */
const EDGE = /^[\s\u200b\u2060\ufeff]$/

export function trimCell(text: string): string {
  if (isPlain(text.charCodeAt(0)) && isPlain(text.charCodeAt(text.length - 1))) return text
  let start = 0
  let end = text.length
  // A pattern for both ends would look at each run of blanks inside of the text again and again.
  while (start < end && EDGE.test(text.charAt(start))) start++
  while (end > start && EDGE.test(text.charAt(end - 1))) end--
  return text.slice(start, end)
}

/**
 * True if a sheet reader would take the text for something else: a formula, an error, a number, a header or a word for
 * "nothing". Writers put a `'` before such a text, and the reader removes it. A `'` before any other text stays.
 */
export function needsEscape(text: string, clearToken: string): boolean {
  const trimmed = trimCell(text)
  // The reader removes invisible characters, so they must not hide a special text here.
  const line = normaliseIdentifier(trimmed)
  // Escaping a single ' would give '', which is a ditto mark.
  if (trimmed === "'") return false
  if (trimmed.startsWith("'") || isFormula(text) || ROUNDED_NUMBER.test(line)) return true
  const lower = trimmed.toLowerCase()
  return (
    lower === clearToken.toLowerCase() ||
    isBlankWord(lower) ||
    isDitto(lower) ||
    isErrorWord(lower, trimmed) ||
    brandHeaders.has(toLookupKey(trimmed)) ||
    findConvertedKind(line) !== undefined ||
    isDuration(line) ||
    isWronglyDecoded(trimmed) ||
    hasReference(trimmed)
  )
}

export const escapeCellText = (text: string, clearToken: string): string =>
  needsEscape(text, clearToken) ? `'${text}` : text
