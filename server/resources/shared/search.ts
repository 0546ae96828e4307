import { sql, type RawBuilder } from 'kysely'
import { splitFoldedWords } from '../../../platform/foldText.ts'
import type { Tx } from '../../../platform/sql/types.ts'

const toLikePattern = (word: string): string => `%${word.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`

/** Longer words avoid LIKE: its cost is text length times word length, which repetitive texts can exploit. */
const MAX_LIKE_LENGTH = 4

/** The time of `replace` hardly depends on the word, on both databases. */
const containsLongWord = (column: string, word: string): RawBuilder<boolean> =>
  sql<boolean>`replace(${sql.ref(column)}, ${word}, '') <> ${sql.ref(column)}`

export const containsWord = (column: string, word: string): RawBuilder<boolean> =>
  word.length > MAX_LIKE_LENGTH
    ? containsLongWord(column, word)
    : sql<boolean>`${sql.ref(column)} like ${toLikePattern(word)} escape '\\'`

/** Lists words that are not part of a longer word. A match of the longer word implies a match of its parts. */
const listNeededWords = (words: readonly string[]): string[] =>
  words.filter((word) => !words.some((other) => other !== word && other.includes(word)))

/** Splits a search text into folded words, without those that are part of another one. */
export const splitNeededWords = (q: string): string[] => listNeededWords([...new Set(splitFoldedWords(q))])

/** Estimates the worst-case cost of comparing a text with `q`: the word length for LIKE, about two for `replace`. */
export const estimateSearchCost = (q: string): number =>
  splitNeededWords(q).reduce((cost, word) => cost + (word.length > MAX_LIKE_LENGTH ? 2 : word.length), 0)

/** Builds conditions that stop a search whose client has disconnected, for databases that need a condition for this. */
export const buildCancellationConditions = ({ notCancelled }: Tx): RawBuilder<boolean>[] =>
  notCancelled ? [notCancelled] : []

/** Builds one condition per needed word of a search text on a folded column; `%` and `_` are literal. */
export const buildWordConditions = (tx: Tx, column: string, q: string): RawBuilder<boolean>[] => [
  ...buildCancellationConditions(tx),
  ...splitNeededWords(q).map((word) => containsWord(column, word)),
]
