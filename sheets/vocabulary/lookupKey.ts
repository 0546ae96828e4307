import { foldText } from '../../platform/foldText.ts'

/** Folds a header or word for lookup: letters and digits only, without case and accents. */
export const toLookupKey = (text: string): string => foldText(text.normalize('NFKD')).replaceAll(/[^\p{L}\p{N}]/gu, '')

export const toLookupWords = (text: string): string[] =>
  foldText(text.normalize('NFKD'))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** A header without letters, such as #, is kept. */
export const foldHeader = (text: string): string => toLookupKey(text) || text.trim()
