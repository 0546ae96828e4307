import { toLookupKey, toLookupWords } from './lookupKey.ts'

/**
 * Creates a test for headers that are, or hold as a word or words, one of these.
 * @param lists words, comma-separated
 */
export function createWordFinder(lists: readonly string[]): (header: string) => boolean {
  const phrases = lists.flatMap((list) => list.split(', ').map((phrase) => toLookupWords(phrase)))
  return (header) => {
    const words = toLookupWords(header)
    const key = toLookupKey(header)
    return phrases.some(
      (phrase) =>
        phrase.join('') === key ||
        words.some((_, from) => phrase.length > 0 && phrase.every((word, index) => words[from + index] === word)),
    )
  }
}
