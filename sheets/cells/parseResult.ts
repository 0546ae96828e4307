/** Result of parsing: a value, with implied values and a warning, or a fault. */
export type ParseResult =
  | { value: unknown; implied?: Record<string, unknown>; warning?: Note; code?: undefined }
  | { code: string; message: string; value?: undefined }

export interface Note {
  code: string
  message: string
}

export const parseFault = (code: string, message: string): ParseResult => ({ code, message })

export const quoteShortened = (text: string): string => `"${text.length > 80 ? `${text.slice(0, 77)}…` : text}"`
