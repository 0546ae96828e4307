import type { ColumnTarget } from '../types.ts'

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
  /** Headers of any language that count only while no other column names the field. */
  weak?: string
}
