import { blankWords, dittoWords } from '../mapping/cellWords.ts'
import { headerWordsOf } from '../mapping/headerEntry.ts'
import { headerTable } from '../mapping/headers.ts'
import { squash } from '../mapping/squash.ts'
import { hasReference } from './characterReference.ts'
import { convertedKind } from './converted.ts'
import { isDuration } from './duration.ts'
import { errorNames, loadingWords, numberedErrors } from './errorWords.ts'

const split = (lists: readonly string[]): string[] => lists.flatMap((list) => list.split(', ').map((word) => word.toLowerCase()))

/** Words that are read as "nothing here", lower case. */
const blankTokens: ReadonlySet<string> = new Set(split(blankWords))
const errors: ReadonlySet<string> = new Set(split(errorNames))
const numbered: ReadonlySet<string> = new Set(split(numberedErrors))
const loading: ReadonlySet<string> = new Set(split(loadingWords))

/** `#REF!`, `#¿NOMBRE?`; the mark at the end may be lost. */
const NAMED_ERROR = /^#[¡¿]?(.+?)[!?]?$/
/** `Err:502`, `Erreur :502`. */
const NUMBERED_ERROR = /^(\p{L}+)\.?\s?:\s?\d{3}$/u
const LOADING = /^(.+?)\s?(?:\.{3}|…)$/
/** A column too narrow when it was saved as text. */
const TOO_NARROW = /^#{3,}$/

/** Whether a lower-case text is an error of a spreadsheet program, in any of its languages. */
export function isErrorWord(lower: string): boolean {
  if (lower.startsWith('#')) return TOO_NARROW.test(lower) || errors.has(NAMED_ERROR.exec(lower)?.[1] ?? '')
  if (lower.endsWith('.') || lower.endsWith('…')) return loading.has(LOADING.exec(lower)?.[1] ?? '')
  return numbered.has(NUMBERED_ERROR.exec(lower)?.[1] ?? '')
}

const dittos: ReadonlySet<string> = new Set(split(dittoWords))

/** Quotation marks, maybe between dashes, and an arrow that points up. */
const DITTO_MARK = /^[-–—_.\s]*(?:["“”„‟″〃〝〞«»]+|''|´´|``|,,|↑)[-–—_.\s]*$/

const has = (words: ReadonlySet<string>, lower: string): boolean => words.has(lower) || (lower.endsWith('.') && words.has(lower.slice(0, -1)))

/** A lower-case text as the words are written. */
const fit = (lower: string): string => (/[^\x21-\x7e]/.test(lower) ? lower.normalize('NFC').replaceAll(/\s+/g, ' ') : lower)

/** Whether a lower-case text says that there is nothing. */
export const isBlankWord = (lower: string): boolean => has(blankTokens, fit(lower))

/** Whether a lower-case text stands for the value of the row above. */
export const isDitto = (lower: string): boolean => has(dittos, fit(lower)) || DITTO_MARK.test(lower)

/** Length of the longest word that means something by itself, with the marks around it. */
export const longestToken = Math.max(...[...blankTokens, ...dittos, ...errors, ...loading].map((word) => word.length)) + 5

/** UTF-8 that was read as Windows-1252: `GrÃ¶ÃŸe`, `8 â€“ 10`. No language has these pairs. */
const MISREAD = /[ÃÄÅ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹Œ‘’“”•–—˜™š›œžŸ](?![\s\d.]|$)|Ã[\u0080-\u00bfƒ„…†‡ˆ‰Š‹Œ‘“•˜™š›œžŸ]|Â[\u00a0-\u00bf]|â€|ï¿½/

/** Whether a text was damaged before it came here: characters that no encoding had, or one encoding read as another. */
export const isDamaged = (text: string): boolean => /[ÃÄÅÂâï\ufffd]/.test(text) && (text.includes('\ufffd') || MISREAD.test(text))

/** What a spreadsheet makes of a long number: its last digits are gone. */
export const ROUNDED_NUMBER = /^\d(?:[.,]\d+)?E\+\d{1,3}$/i

/** A row whose brand is one of these looks like a header that was repeated. */
const brandHeaders: ReadonlySet<string> = new Set(headerTable.flatMap((entry) => (entry.target === 'brand' ? headerWordsOf(entry).map(squash) : [])))

const isPlain = (code: number): boolean => code > 0x20 && code < 0x7f

/** Trims spaces and marks without width; most texts have none at their ends. */
export function trimCell(text: string): string {
  if (isPlain(text.charCodeAt(0)) && isPlain(text.charCodeAt(text.length - 1))) return text
  return text.replaceAll(/^[\s\u200b\u2060\ufeff]+|[\s\u200b\u2060\ufeff]+$/g, '')
}

/** What begins a formula: Excel and Google Sheets take the full-width signs of East Asian keyboards for the plain ones. */
export const FORMULA_START = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/

/**
 * Whether a text would be taken for something else in a sheet: a formula, a word for "nothing", an error, a rounded number, a header, a character reference.
 * Such a text is written with a `'` in front, and the `'` is taken off again when it is read. Anything else keeps its `'`.
 */
export function needsEscape(text: string, clearToken: string): boolean {
  const bare = trimCell(text)
  // two of them would be a mark for the value above
  if (bare === "'") return false
  if (bare.startsWith("'") || FORMULA_START.test(bare) || FORMULA_START.test(text) || ROUNDED_NUMBER.test(bare)) return true
  const lower = bare.toLowerCase()
  return (
    lower === clearToken.toLowerCase() ||
    isBlankWord(lower) ||
    isDitto(lower) ||
    isErrorWord(lower) ||
    brandHeaders.has(squash(bare)) ||
    convertedKind(bare) !== undefined ||
    isDuration(bare) ||
    isDamaged(bare) ||
    hasReference(bare)
  )
}

/** A text as it stands in an exported sheet. */
export const escapeText = (text: string, clearToken: string): string => (needsEscape(text, clearToken) ? `'${text}` : text)
