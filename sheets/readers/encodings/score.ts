import type { Candidate } from './candidates.ts'
import { westernLanguages, centralEuropeanLanguages, turkishLanguages, type Language } from './languages.ts'
import { frequentCharacters, vocabulary } from './vocabulary.ts'

/**
 * Scores are log-likelihoods per non-ASCII character, in nats. They make different decodings of the same bytes
 * comparable.
 */
const UNUSUAL_CHARACTER_SCORE = -9
const INVALID_CHARACTER_SCORE = -13
const PLAUSIBLE_SYMBOL_SCORE = -4
const OTHER_LATIN_SCORE = -6.5
const KNOWN_WORD_SCORE = 4
/** Score of mixed alphabets in a word, and of several accented letters in a row. */
const UNLIKELY_NEIGHBOUR_SCORE = -5

const SYMBOLS = new Set('€–—‘’“”„‚«»‹›…°·•×²³½¼¾µ®™§£¥©±¿¡ªº№′″✓')
const allLatin = new Set(
  [...westernLanguages, ...centralEuropeanLanguages, ...turkishLanguages].flatMap(({ letters }) => Array.from(letters)),
)

const isUpper = (char: string): boolean => char !== char.toLowerCase()
const isLetter = (char: string): boolean => /^\p{L}$/u.test(char)

function letterScore(letter: string, language: Language, ranks: ReadonlyMap<string, number>): number {
  const rank = ranks.get(letter)
  if (rank === undefined)
    return !language.isOwnScript && allLatin.has(letter) ? OTHER_LATIN_SCORE : UNUSUAL_CHARACTER_SCORE
  return language.isOwnScript ? -2.2 - 0.12 * rank : Math.max(-1.2 - 0.35 * rank, -5)
}

function caseScore(before: string, char: string, after: string): number {
  if (isUpper(char)) return /\p{Ll}/u.test(before) || (isLetter(before) && /\p{Ll}/u.test(after)) ? -5 : -0.5
  return char !== 'ß' && /\p{Lu}/u.test(before) && /\p{Lu}/u.test(after) ? -5 : 0
}

function neighbourScore(text: string, index: number, char: string, language: Language): number {
  const [before, after] = [text[index - 1] ?? ' ', text[index + 1] ?? ' ']
  const isAlone = !isLetter(before) && !isLetter(after)
  if (/\d/.test(before) && (/\d/.test(after) || isAlone)) return UNLIKELY_NEIGHBOUR_SCORE
  if (isAlone && /\d/.test(after)) return UNLIKELY_NEIGHBOUR_SCORE
  if (language.isOwnScript) return /[a-z]/i.test(before) || /[a-z]/i.test(after) ? UNLIKELY_NEIGHBOUR_SCORE : 0
  if (isUpper(char) && !/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(after)) return -3
  return isAccented(before) && isAccented(text[index - 2] ?? ' ') ? UNLIKELY_NEIGHBOUR_SCORE : 0
}

const isAccented = (char: string): boolean => char > '\u007f' && isLetter(char)

function symbolScore(before: string, char: string, after: string): number {
  if ((char === '€' || char === '£') && /\d/.test(before + after)) return -0.5
  if (char === '€' || char === '°' || char === '’') return -2
  if (char === '\u00a0') return /\d/.test(before) && /[\d\p{Sc}]/u.test(after) ? -0.5 : PLAUSIBLE_SYMBOL_SCORE
  if (char === 'Ø' || char === 'ø') return PLAUSIBLE_SYMBOL_SCORE
  if (!SYMBOLS.has(char))
    return char < '\u00a0' || /[\p{Co}\p{Cn}\ufffd]/u.test(char) ? INVALID_CHARACTER_SCORE : UNUSUAL_CHARACTER_SCORE
  if (/[®™©²³½¼¾•±×]/.test(char) && isLetter(after)) return UNUSUAL_CHARACTER_SCORE
  return isLetter(before) && isLetter(after) && !/[·ªº]/.test(char) ? UNUSUAL_CHARACTER_SCORE : PLAUSIBLE_SYMBOL_SCORE
}

function alphabetScore(text: string, language: Language): number {
  const ranks = new Map(Array.from(language.letters).map((letter, index): [string, number] => [letter, index]))
  let score = -(language.rareness ?? 0)
  for (const { 0: char, index } of text.matchAll(/[^\u0000-\u007f]/gu)) {
    const [before, after] = [text[index - 1] ?? ' ', text[index + char.length] ?? ' ']
    const lower = char === 'İ' ? 'i' : char.toLowerCase()
    const isDiameter = (char === 'Ø' || char === 'ø') && /[\s\d]/.test(after)
    if (!isLetter(char) || isDiameter) score += symbolScore(before, char, after)
    else
      score +=
        letterScore(lower, language, ranks) +
        caseScore(before, char, after) +
        neighbourScore(text, index, char, language)
  }
  return score
}

const frequentCache = new Map<string, ReadonlySet<string>>()

/** Lists frequent characters of a two-byte encoding. Their first bytes form one range. */
function frequentOf({ encoding, frequentRows: [first, last] = [1, 0] }: Candidate): ReadonlySet<string> {
  const cached = frequentCache.get(encoding)
  if (cached) return cached
  const bytes: number[] = []
  for (let lead = first; lead <= last; lead++)
    for (let trail = 0x40; trail <= 0xfc; trail++) if (trail !== 0x7f) bytes.push(lead, trail)
  const characters = new Set(
    Array.from(new TextDecoder(encoding).decode(Uint8Array.from(bytes))).filter(
      (char) => char > '\u2fff' && char !== '\ufffd',
    ),
  )
  frequentCache.set(encoding, characters)
  return characters
}

function ideographScore(char: string, candidate: Candidate, domain: ReadonlySet<string>): number {
  if (domain.has(char)) return -4.5
  const isJapanese = candidate.characters === 'Japanese'
  if (/[\u3041-\u30ff]/.test(char)) return isJapanese ? -4.5 : -11
  if (/[\uac00-\ud7a3]/.test(char)) return frequentOf(candidate).has(char) ? -7 : -10
  if (/[\u4e00-\u9fff]/.test(char))
    return candidate.characters !== 'Korean' && frequentOf(candidate).has(char) ? -8 : -13
  if (/[\u3000-\u3020\uff01-\uff5e]/.test(char)) return -6
  if (/[\uff61-\uff64]/.test(char)) return -8
  if (/[\uff61-\uff9f]/.test(char)) return isJapanese ? -5.5 : -12
  return SYMBOLS.has(char) ? -7 : -12
}

function characterScore(text: string, candidate: Candidate): number {
  const domain = new Set(frequentCharacters[candidate.characters ?? 'Japanese'])
  let score = 0
  for (const { 0: char, index } of text.matchAll(/[^\u0000-\u007f]/gu)) {
    score += ideographScore(char, candidate, domain)
    if (/[a-z]/.test(text[index - 1] ?? '') && /[a-z]/.test(text[index + char.length] ?? '')) score -= 6
  }
  return score
}

function countKnownWords(text: string): number {
  const knownWords = new Set<string>()
  for (const [word] of text.matchAll(/[\p{L}\p{M}]+/gu))
    if (/[^\u0000-\u007f]/.test(word) && vocabulary.has(word.toLowerCase())) knownWords.add(word.toLowerCase())
  return knownWords.size
}

export interface Score {
  /** Sum of the log-likelihoods of the non-ASCII characters. */
  total: number
  language: string
}

export function scoreText(text: string, candidate: Candidate): Score {
  const { languages, characters, rareness = 0 } = candidate
  const words = countKnownWords(text) * KNOWN_WORD_SCORE - rareness
  if (!languages) return { total: characterScore(text, candidate) + words, language: characters ?? 'Chinese' }
  const scores = languages.map((language) => ({
    language: language.name,
    total: alphabetScore(text, language) + words,
  }))
  return scores.reduce((best, score) => (score.total > best.total ? score : best))
}
