import { sql, type RawBuilder } from 'kysely'
import { foldedWords } from '../../../platform/fold.ts'

const likePattern = (word: string): string => `%${word.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`

/** One condition for each word of a search text on a column that holds folded text; `%` and `_` are plain characters. */
export const wordConditions = (column: string, q: string): RawBuilder<boolean>[] =>
  [...new Set(foldedWords(q))].map((word) => sql<boolean>`${sql.ref(column)} like ${likePattern(word)} escape '\\'`)
