/** Result of parsing: a value, with implied values and a warning, or a fault. */
export type Parsed =
  | { value: unknown; implied?: Record<string, unknown>; warning?: Note; code?: undefined }
  | { code: string; message: string; value?: undefined }

export interface Note {
  code: string
  message: string
}

export const fault = (code: string, message: string): Parsed => ({ code, message })

export const quote = (text: string): string => `"${text.length > 80 ? `${text.slice(0, 77)}…` : text}"`
