import { fold } from '../../platform/fold.ts'

/** Folds a header or word for lookup: letters and digits only, without case and accents. */
export const squash = (text: string): string => fold(text.normalize('NFKD')).replaceAll(/[^\p{L}\p{N}]/gu, '')

export const squashWords = (text: string): string[] =>
  fold(text.normalize('NFKD'))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** A header without letters, such as #, is kept. */
export const foldHeader = (text: string): string => squash(text) || text.trim()
