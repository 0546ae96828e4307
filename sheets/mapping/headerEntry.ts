import type { ColumnTarget } from '../types.ts'

export type MoreHeaders = Readonly<Partial<Record<'it' | 'nl' | 'pl' | 'pt' | 'ja' | 'zh', string>>>

/**
 * Headers that name a field, by language, separated by commas. Case, accents, spaces, hyphens, underscores and punctuation do not matter,
 * a unit or currency may follow, and the API's own field names always work.
 */
export interface HeaderEntry {
  /** One field, or a field for each gear type. */
  target: ColumnTarget
  en: string
  de: string
  fr: string
  es: string
  /** Italian, Dutch, Polish, Portuguese, Japanese and Chinese. */
  more?: MoreHeaders
  /** Headers of any language that count only while no other column names the field. */
  weak?: string
}

/** The words of an entry by language, in the order in which they are shown. */
export const wordsByLanguage = ({ en, de, fr, es, more }: HeaderEntry): [language: string, words: string][] =>
  Object.entries({ en, de, fr, es, ...more }).filter(([, words]) => words !== '')

/** All words of an entry but the weak ones. */
export const headerWordsOf = (entry: HeaderEntry): string[] => wordsByLanguage(entry).flatMap(([, words]) => words.split(', '))
