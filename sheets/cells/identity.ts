import { toLookupKey } from '../vocabulary/lookupKey.ts'

/** Fields whose values tell items apart: numbers and codes, no words. */
export const identityFields: ReadonlySet<string> = new Set(['asset_tag', 'serial_number', 'registration_number'])

const PLAIN_WORD = /^\p{Ll}{2,}[.,:]?$/u

const ZEROS = /^[0\s.,-]+$/
/** One capital letter is a tag that people write on things. */
const CAPITAL = /^\p{Lu}$/u

/** True for a text without a digit, only with zeros, or a sentence with one: it says something about the number and is none. */
export const isNoIdentity = (text: string): boolean =>
  (!/\p{N}/u.test(text) && !CAPITAL.test(text)) ||
  ZEROS.test(text) ||
  text.split(/\s+/).filter((word) => PLAIN_WORD.test(word)).length >= 2

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
  const names = texts.filter((text) => NICKNAME.test(text.normalize('NFC')))
  const hasOnlyThem = texts.every((text) => !isNoIdentity(text) || names.includes(text))
  return names.length >= 2 && names.length * 2 >= texts.length && hasOnlyThem && areDifferent(texts)
}
