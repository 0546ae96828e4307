import type { ColumnTarget } from '../types.ts'

export type HeadersByLanguage = Readonly<
  Partial<Record<'it' | 'nl' | 'pl' | 'pt' | 'sv' | 'no' | 'da' | 'fi' | 'cs' | 'tr' | 'ja' | 'zh', string>>
>

/**
 * Headers of a field by language, comma-separated. Case, accents, spaces and punctuation are ignored; a unit or
 * currency may follow. The API's field names always match.
 */
export interface HeaderEntry {
  /** A field, or a field per gear type. */
  target: ColumnTarget
  en: string
  de: string
  fr: string
  es: string
  /** Headers in other languages. */
  more?: HeadersByLanguage
  /** Ambiguous headers. They are used only if no other column has the field. */
  weak?: string
}

/** Lists words by language, in display order. */
export const listWordsByLanguage = ({ en, de, fr, es, more }: HeaderEntry): [language: string, words: string][] =>
  Object.entries({ en, de, fr, es, ...more }).filter(([, words]) => words !== '')

/** Lists all words except weak ones. */
export const headerWordsOf = (entry: HeaderEntry): string[] =>
  listWordsByLanguage(entry).flatMap(([, words]) => words.split(', '))
