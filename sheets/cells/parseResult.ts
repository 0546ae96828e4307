import { sayAll, type Said } from '../../contract/sentences/say.ts'

/**
 * Result of parsing: a value, with implied values and a warning, or a fault. `moment` identifies a date and time with a
 * zone, whose day depends on the studio's zone: the time in UTC, then the `date_zone` that decided.
 */
export type ParseResult =
  | { value: unknown; implied?: Record<string, unknown>; warning?: Note; moment?: string; code?: undefined }
  | (Note & { moment?: string; value?: undefined })

export interface Note extends Said {
  code: string
}

export const toNote = (code: string, ...parts: readonly Said[]): Note => ({ code, ...sayAll(...parts) })

export const parseFault = (code: string, ...parts: readonly Said[]): ParseResult & Note => toNote(code, ...parts)

/** Shortens a text of the sheet for a sentence. */
export const shorten = (text: string): string => (text.length > 80 ? `${text.slice(0, 77)}…` : text)
