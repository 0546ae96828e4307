/** The first id (UUIDv7, RFC 9562 section 5.7) of the millisecond after a moment, which is given in milliseconds since 1970: ids begin with the time. */
export function firstIdAfter(momentMs: number): string {
  const hex = (momentMs + 1).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}
