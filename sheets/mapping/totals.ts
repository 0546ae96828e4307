// Rows of totals: "Total", "Summe Kameras", "Lenses subtotal", "Anzahl Geräte".
import { toLookupKey, toLookupKeys, toLookupWords } from '../vocabulary/lookupKey.ts'
import { amountWords, countedWords, countWords, totalsWords } from '../vocabulary/totalsWords.ts'

const totals = toLookupKeys(totalsWords)
const counts = toLookupKeys(countWords)

/** Words that may stand between the word for a total or a count and what it counts. */
const fillers = toLookupKeys([
  ...countedWords,
  ...amountWords,
  'of, for, and, the, all, qty, section, group, in, und, der, die, das, des, für, aller, alle',
  'de, d, du, des, et, y, e, i, la, le, les, l, pour, del, los, las, el, para, di, dei, degli, delle, per, van, dla, za, o, do, da, dos, och, av, og, a, за, по, в, の, 的',
])

const MAX_WORDS = 3
/** Scripts that write words without a space between them. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u
const PARTICLE = /[の的]$/u
const unspacedTotals = [...totals, ...counts].filter((word) => UNSPACED.test(word))

/** Splits a word without spaces into a word for a total or a count, at its beginning or end, and the rest. */
function splitUnspaced(word: string): string | undefined {
  const prefix = unspacedTotals.find((total) => word.startsWith(total))
  if (prefix !== undefined) return word.slice(prefix.length)
  const suffix = unspacedTotals.find((total) => word.endsWith(total))
  return suffix === undefined ? undefined : word.slice(0, -suffix.length).replace(PARTICLE, '')
}

/** Splits words into one of the set, at the beginning or end, and the rest. @returns undefined without such a word */
function findRest(words: readonly string[], set: ReadonlySet<string>): string[] | undefined {
  for (let count = Math.min(MAX_WORDS, words.length); count > 0; count--) {
    if (set.has(words.slice(0, count).join(''))) return words.slice(count)
    if (set.has(words.slice(-count).join(''))) return words.slice(0, -count)
  }
  const [word, ...more] = words
  const rest = word !== undefined && more.length === 0 && UNSPACED.test(word) ? splitUnspaced(word) : undefined
  return rest === undefined ? undefined : [rest].filter(Boolean)
}

/** Removes all words for totals and counts. @returns undefined without such a word */
function removeLabels(words: readonly string[], sets: readonly ReadonlySet<string>[]): string[] | undefined {
  let rest: string[] | undefined
  for (const set of sets)
    for (let next = findRest(rest ?? words, set); next !== undefined; next = findRest(rest, set)) rest = next
  return rest
}

/** `total`: the text names a total; `count`: it names a number of things, which is a total only beside a number. */
export type TotalsLabel = 'total' | 'count'

/** Recognises the text of a row of totals. @param isSection true for what a section of the list can be called */
export function readTotalsLabel(text: string, isSection: (name: string) => boolean): TotalsLabel | undefined {
  if (totals.has(toLookupKey(text))) return 'total'
  const words = toLookupWords(text)
  const isTotal = findRest(words, totals) !== undefined
  // A count with a number of its own may be a tag: No. 7.
  if (!isTotal && /\d/.test(text)) return undefined
  const unlabelled = removeLabels(words, [totals, counts]) ?? words
  const rest = unlabelled.filter((word) => !fillers.has(word) && !/^\d+$/.test(word))
  if (unlabelled === words && (words.length === 0 || rest.length > 0)) return undefined
  const isKnown = isSection(unlabelled.join(' ')) || isSection(rest.join(' ')) || rest.every(isSection)
  if (!isKnown) return undefined
  return isTotal ? 'total' : 'count'
}
