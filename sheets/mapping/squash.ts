import { fold } from '../../platform/fold.ts'

/** Folds a header or a word for looking it up: letters and digits only, without case, accents, spaces and punctuation. */
export const squash = (text: string): string => fold(text.normalize('NFKD')).replaceAll(/[^\p{L}\p{N}]/gu, '')

/** The words of a header, folded. */
export const squashWords = (text: string): string[] =>
  fold(text.normalize('NFKD'))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** A header without letters, such as #, is compared as it stands. */
export const foldHeader = (text: string): string => squash(text) || text.trim()
