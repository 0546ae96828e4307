// Rows of totals: "Total", "Summe Kameras", "Lenses subtotal".
import { totalsWords } from '../vocabulary/cellWords.ts'
import { toLookupKey, toLookupWords } from '../vocabulary/lookupKey.ts'

const splitWords = (lists: readonly string[]): ReadonlySet<string> =>
  new Set(lists.flatMap((list) => list.split(', ').map(toLookupKey)))

const totals = splitWords(totalsWords)

/** Words that may stand between the word for a total and what it counts. */
const fillers = splitWords([
  'of, for, and, the, all, items, pieces, pcs, qty, value, section, group, und, der, die, das, des, für, aller, alle, stück, stk, wert, posten',
  'de, du, des, et, y, e, i, la, le, les, pour, pièces, valeur, del, los, las, el, para, piezas, valor, di, dei, delle, per, pezzi, van, stuks, dla, sztuk, за, по',
])

const MAX_WORDS = 3

/** Splits a text into a word for a total, at its beginning or end, and the rest. @returns undefined without such a word */
function findRest(words: readonly string[]): string[] | undefined {
  for (let count = Math.min(MAX_WORDS, words.length); count > 0; count--) {
    if (totals.has(words.slice(0, count).join(''))) return words.slice(count)
    if (totals.has(words.slice(-count).join(''))) return words.slice(0, -count)
  }
  return undefined
}

/** True for the text of a row of totals. @param isSection true for what a section of the list can be called */
export function isTotalsText(text: string, isSection: (name: string) => boolean): boolean {
  if (totals.has(toLookupKey(text))) return true
  const rest = findRest(toLookupWords(text))?.filter((word) => !fillers.has(word) && !/^\d+$/.test(word))
  return rest !== undefined && (rest.length === 0 || isSection(rest.join(' ')) || rest.every(isSection))
}
