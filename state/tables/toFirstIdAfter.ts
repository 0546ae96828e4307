/**
 * Returns the smallest UUIDv7 (RFC 9562 section 5.7) created after a moment, since such ids start with the time.
 * @param momentMs Unix milliseconds
 */
export function toFirstIdAfter(momentMs: number): string {
  const hex = (momentMs + 1).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}
