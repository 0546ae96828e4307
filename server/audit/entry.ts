/** What is known of a request when its audit row is written. No secrets, no bodies. */
export interface AuditEntry {
  at: string
  requestId: string
  keyId: string
  keyHint: string
  scope: string | null
  method: string
  /** Path with placeholders, such as /gear/{id}. */
  route: string
  query: string | null
  status: number
  errorCode: string | null
  durationUs: number
  bytesIn: number
  bytesOut: number
  ip: string
  userAgent: string | null
  clientRequestId: string | null
  /** SHA-256 of the Idempotency-Key. */
  idempotencyHash: string | null
  replayed: boolean
  objectType: string | null
  objectId: string | null
  /** Names of the fields that the request changed. */
  changed: string[] | null
  versionBefore: string | null
  versionAfter: string | null
}

const MAX_AGENT = 256

/** A user agent as one inert line: control characters gone, at most 256 characters. */
export const inertLine = (text: string | undefined): string | null =>
  text === undefined
    ? null
    : text
        .replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, ' ')
        .slice(0, MAX_AGENT)
        .toWellFormed()

/** The entry as stored and hashed: JSON with its members in this order, empty ones left out. */
export function entryJson(entry: AuditEntry): string {
  return JSON.stringify({
    at: entry.at,
    request_id: entry.requestId,
    key_id: entry.keyId,
    key: entry.keyHint,
    scope: entry.scope ?? undefined,
    method: entry.method,
    route: entry.route,
    query: entry.query ?? undefined,
    status: entry.status,
    error: entry.errorCode ?? undefined,
    duration_us: entry.durationUs,
    bytes_in: entry.bytesIn,
    bytes_out: entry.bytesOut,
    ip: entry.ip,
    user_agent: entry.userAgent ?? undefined,
    client_request_id: entry.clientRequestId ?? undefined,
    idempotency: entry.idempotencyHash ?? undefined,
    replayed: entry.replayed || undefined,
    object_type: entry.objectType ?? undefined,
    object_id: entry.objectId ?? undefined,
    changed: entry.changed ?? undefined,
    version_before: entry.versionBefore ?? undefined,
    version_after: entry.versionAfter ?? undefined,
  })
}
