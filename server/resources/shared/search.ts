import { sql, type RawBuilder } from 'kysely'
import { foldedWords } from '../../../platform/fold.ts'
import type { Tx } from '../../../platform/sql/types.ts'

const likePattern = (word: string): string => `%${word.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`

/** LIKE takes the length of a text times that of a word: `aaaa…b` against `aaaa…` made a search a hundred times as slow as others. */
const LONGEST_LIKE = 4

/** Whether a text holds a word, in time that hardly depends on the word, by a function that both databases have. */
const holdsLongWord = (column: string, word: string): RawBuilder<boolean> =>
  sql<boolean>`replace(${sql.ref(column)}, ${word}, '') <> ${sql.ref(column)}`

const holdsWord = (column: string, word: string): RawBuilder<boolean> =>
  word.length > LONGEST_LIKE ? holdsLongWord(column, word) : sql<boolean>`${sql.ref(column)} like ${likePattern(word)} escape '\\'`

/** The words that are no part of another: what holds the longer one holds them too. */
const neededWords = (words: readonly string[]): string[] => words.filter((word) => !words.some((other) => other !== word && other.includes(word)))

/** How long a text takes to be compared with `q`, at worst: LIKE as many as a word has characters, by `replace` about two. */
export const costOf = (q: string): number =>
  neededWords([...new Set(foldedWords(q))]).reduce((cost, word) => cost + (word.length > LONGEST_LIKE ? 2 : word.length), 0)

/** The condition that stops a search when nobody wants its result any more, where the database needs one. */
export const stopConditions = ({ notCancelled }: Tx): RawBuilder<boolean>[] => (notCancelled ? [notCancelled] : [])

/** One condition for each needed word of a search text on a column that holds folded text; `%` and `_` are plain characters. */
export const wordConditions = (tx: Tx, column: string, q: string): RawBuilder<boolean>[] => [
  ...stopConditions(tx),
  ...neededWords([...new Set(foldedWords(q))]).map((word) => holdsWord(column, word)),
]
