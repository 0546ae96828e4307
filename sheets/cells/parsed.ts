/** What became of a cell: a value, maybe with others that it implies and a warning, or a fault. */
export type Parsed =
  | { value: unknown; implied?: Record<string, unknown>; warning?: Note; code?: undefined }
  | { code: string; message: string; value?: undefined }

export interface Note {
  code: string
  message: string
}

export const fault = (code: string, message: string): Parsed => ({ code, message })

/** A text as messages quote it, cut where it is long. */
export const quote = (text: string): string => `"${text.length > 80 ? `${text.slice(0, 77)}…` : text}"`
