import { toLookupKey, toLookupKeys, toLookupWords } from '../vocabulary/lookupKey.ts'
import { includedWords, referenceWords } from '../vocabulary/partWords.ts'

/** Fields whose values are numbers and codes, no words. */
export const codeFields: ReadonlySet<string> = new Set([
  'asset_tag',
  'serial_number',
  'registration_number',
  'firmware_version',
  'remote_id',
])

/** Numbers that a maker or an authority gives. */
export const makersNumbers: ReadonlySet<string> = new Set(['serial_number', 'registration_number', 'remote_id'])

/** Letters without capitals, as in Korean or Hebrew, are words too. */
const PLAIN_WORD = /^(?:\p{Ll}{2,}|\p{Lo}{2,})[.,:]?$/u

/** Most numbers and codes: one word with a digit that is not zero. */
const isCode = (text: string): boolean => /[1-9]/.test(text) && !/\s/.test(text)

const ZEROS = /^[0\s.,-]+$/
/** One capital letter is a tag that people write on things. */
const CAPITAL = /^\p{Lu}$/u

const included = toLookupKeys(includedWords)
const references = toLookupKeys(referenceWords)

/** Marks of indentation: lines of a tree, arrows, bullets, and a dash with a space behind it. */
const INDENTED = /^[\s|]*(?:[│┃├└╰╚┕┗↳⤷→➔➜➤►▶▸•·∙◦‣▪▫]|[-–—]+>|[-–—_.>|]+\s)/u
const HAS_CHARACTERS = /[\p{L}\p{N}]/u
/** Letters and a number: `INC 12`. */
const CODE = /^\p{Lu}+\s\p{N}+$/u
/** A word before a text with a number. A short word in capitals is the beginning of a code. */
const REFERENCE = /^(\p{Ll}+|\p{Lu}\p{Ll}{2,})\.?[\s:]/u
/** Japanese that says something: a particle, "see", "none", "to be checked". */
const JAPANESE_SENTENCE = /を|参照|不明|未定|なし|無し|要確認|剥がれ/u

/**
 * True for a text that lists have for a part of the item above: `incl.`, `└ Handle`, `zu K-1`. One that has a number is
 * that of the other item.
 */
export function isPartText(text: string): boolean {
  if (!HAS_CHARACTERS.test(text) || INDENTED.test(text)) return true
  // Most tags end here, since the look at words costs more than all the rest.
  if (isCode(text) && !text.includes(':')) return false
  if (included.has(toLookupKey(text))) return true
  const reference = /\p{N}/u.test(text) ? REFERENCE.exec(text)?.[1] : undefined
  if (reference !== undefined && references.has(toLookupKey(reference))) return true
  if (!/\s/.test(text) || CODE.test(text)) return false
  const words = toLookupWords(text.toLowerCase())
  return [1, 2, 3].some(
    (count) =>
      words.length > count &&
      (included.has(words.slice(0, count).join('')) || included.has(words.slice(-count).join(''))),
  )
}

/** Most numbers and codes, without a look at words. */
export const isPlainCode = (text: string): boolean => /[1-9]/.test(text) && !/[^!-~]/.test(text)

/** True for words with a number, or without one. */
const isInWords = (text: string): boolean =>
  (!/\p{N}/u.test(text) && !CAPITAL.test(text)) ||
  ZEROS.test(text) ||
  text.split(/\s+/).filter((word) => PLAIN_WORD.test(word)).length >= 2 ||
  isPartText(text)

/**
 * True for a text without a digit, only with zeros, or a sentence with one: it says something about the number and is
 * none.
 */
export const isNoIdentity = (text: string): boolean =>
  !isPlainCode(text) && (JAPANESE_SENTENCE.test(text) || (!isCode(text) && isInWords(text)))

/** A number of a maker has no words in these scripts. */
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const LETTERS = /^\p{L}[\p{L}'’]+[.,:]?$/u
/** A number that a maker gives has more digits than that of a box, and is no year. */
const LONG_NUMBER = /\d{4,}/
const YEAR = /^(?:19|20)\d\d$/
/** `shelf`, `Box`, `effacé`: makers do not write so. */
const WORD = /^\p{L}\p{Ll}{2,}[.,:]?$/u

/** True for a text that no maker or authority gives as a number: words with a short number, as in `SEE BOX 3`. */
export function isNoSerial(text: string): boolean {
  if (EAST_ASIAN.test(text)) return true
  const words = text.split(/\s+/)
  if (words.some((word) => LONG_NUMBER.test(word) && !YEAR.test(word))) return false
  if (words.length > 1 && words.some((word) => WORD.test(word))) return true
  const letters = words.filter((word) => LETTERS.test(word))
  return letters.length > 1 && letters.some((word) => word.length > 2)
}

const LETTERS_AT_END = /(?<=[-_./ ])\p{L}{1,3}$/u
const SHORT_CODE = /^\p{Lu}{1,3}$/u
/** People give their things names: Bertha, Dicke Berta. Scripts without capitals have none of these. */
const NICKNAME = /^\p{Lu}\p{Ll}+(?:[ -]\p{Lu}\p{Ll}+)?$/u

const shapeOf = (text: string): string =>
  SHORT_CODE.test(text)
    ? 'A'
    : text
        .replaceAll(/\p{N}+/gu, '0')
        .replace(LETTERS_AT_END, 'a')
        .toLowerCase()

const areDifferent = (texts: readonly string[]): boolean => new Set(texts.map(toLookupKey)).size === texts.length

/** True if all texts of a column differ and are built alike, such as CAM-A, CAM-B. */
export function areOneShape(texts: readonly string[]): boolean {
  const [first] = texts
  if (first === undefined || texts.length < 2) return false
  const shape = shapeOf(first)
  return texts.every((text) => shapeOf(text) === shape) && areDifferent(texts)
}

/** True if all tags of a column differ, and at least half of them are names that people give to things. */
export function areNicknames(texts: readonly string[]): boolean {
  const own = texts.filter((text) => !isPartText(text))
  const names = own.filter((text) => NICKNAME.test(text.normalize('NFC')))
  const hasOnlyThem = own.every((text) => !isNoIdentity(text) || names.includes(text))
  return names.length >= 2 && names.length * 2 >= own.length && hasOnlyThem && areDifferent(own)
}
