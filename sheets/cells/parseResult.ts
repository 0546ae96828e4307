/**
 * Result of parsing: a value, with implied values and a warning, or a fault. `moment` identifies a date and time with a
 * zone, whose day depends on the studio's zone: the time in UTC, then the `date_zone` that decided.
 */
export type ParseResult =
  | { value: unknown; implied?: Record<string, unknown>; warning?: Note; moment?: string; code?: undefined }
  | { code: string; message: string; moment?: string; value?: undefined }

export interface Note {
  code: string
  message: string
}

export const parseFault = (code: string, message: string): ParseResult => ({ code, message })

export const quoteShortened = (text: string): string => `"${text.length > 80 ? `${text.slice(0, 77)}…` : text}"`
