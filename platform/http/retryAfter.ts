/**
 * Parses Retry-After (RFC 9110 section 10.2.3), seconds or a date, to milliseconds from now; `undefined` if absent or
 * malformed.
 */
export function parseRetryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, Number.MAX_SAFE_INTEGER)
  const atMs = /^[A-Za-z]/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs)
}

/** Formats Retry-After in whole seconds (RFC 9110 section 10.2.3), never too early. */
export const formatRetryAfter = (waitMs: number): string => String(Math.ceil(waitMs / 1000))
