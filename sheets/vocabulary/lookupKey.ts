import { foldText } from '../../platform/foldText.ts'

/** Turkish capitals lose the difference between ı and i. */
const fold = (text: string): string => foldText(text.normalize('NFKD')).replaceAll('ı', 'i')

/** Folds a header or word for lookup: keeps letters and digits, without case and accents. */
export const toLookupKey = (text: string): string => fold(text).replaceAll(/[^\p{L}\p{N}]/gu, '')

export const toLookupWords = (text: string): string[] =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** Folds a header. One without letters, such as #, stays unchanged. */
export const foldHeader = (text: string): string => toLookupKey(text) || text.trim()

/** Lookup keys of lists of words that commas separate. */
export const toLookupKeys = (lists: readonly string[]): ReadonlySet<string> =>
  new Set(lists.flatMap((list) => list.split(', ').map(toLookupKey)))
