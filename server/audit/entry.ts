/** Content of an audit row: one request, or several merged ones. No secrets, no bodies. */
export interface AuditEntry {
  at: string
  requestId: string
  keyId: string
  keyHint: string
  /** Console session that used the key. */
  sessionId: string | null
  scope: string | null
  method: string
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
  idempotencyHash: string | null
  replayed: boolean
  objectType: string | null
  objectId: string | null
  changed: string[] | null
  versionBefore: string | null
  versionAfter: string | null
  count: number
}

const MAX_USER_AGENT_LENGTH = 256

/** Reduces text to one line without control characters, at most 256 characters. */
export const toSanitizedLine = (text: string): string =>
  text
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, ' ')
    .slice(0, MAX_USER_AGENT_LENGTH)
    .toWellFormed()

const escapedMember = (name: string, value: string | null): string =>
  value === null ? '' : `,"${name}":${JSON.stringify(value)}`
/** Formats a member whose value needs no escaping: an id, time, method or constant. */
const plainMember = (name: string, value: string | null): string => (value === null ? '' : `,"${name}":"${value}"`)

/**
 * Serializes an entry for storing and hashing: JSON with fixed member order, empty members omitted. It avoids
 * JSON.stringify for speed, because every request needs it.
 */
export function serializeEntry(entry: AuditEntry): string {
  return (
    `{"at":"${entry.at}","request_id":"${entry.requestId}","key_id":"${entry.keyId}","key":"${entry.keyHint}"` +
    plainMember('session_id', entry.sessionId) +
    plainMember('scope', entry.scope) +
    escapedMember('method', entry.method) +
    plainMember('route', entry.route) +
    escapedMember('query', entry.query) +
    `,"status":${entry.status}` +
    plainMember('error', entry.errorCode) +
    `,"duration_us":${entry.durationUs},"bytes_in":${entry.bytesIn},"bytes_out":${entry.bytesOut},"ip":"${entry.ip}"` +
    escapedMember('user_agent', entry.userAgent) +
    plainMember('client_request_id', entry.clientRequestId) +
    plainMember('idempotency', entry.idempotencyHash) +
    (entry.replayed ? ',"replayed":true' : '') +
    plainMember('object_type', entry.objectType) +
    plainMember('object_id', entry.objectId) +
    (entry.changed === null ? '' : `,"changed":${JSON.stringify(entry.changed)}`) +
    plainMember('version_before', entry.versionBefore) +
    plainMember('version_after', entry.versionAfter) +
    (entry.count === 1 ? '' : `,"count":${entry.count}`) +
    '}'
  )
}

/** Reverses `serializeEntry`. Members that merged rows lack are empty. */
export function parseEntry(json: string): AuditEntry {
  const stored = JSON.parse(json) as Record<string, string | undefined> & { replayed?: boolean; changed?: string[] }
  return {
    at: stored['at'] ?? '',
    requestId: stored['request_id'] ?? '',
    keyId: stored['key_id'] ?? '',
    keyHint: stored['key'] ?? '',
    sessionId: stored['session_id'] ?? null,
    scope: stored['scope'] ?? null,
    method: stored['method'] ?? '',
    route: stored['route'] ?? '',
    query: stored['query'] ?? null,
    status: Number(stored['status']),
    errorCode: stored['error'] ?? null,
    durationUs: Number(stored['duration_us'] ?? 0),
    bytesIn: Number(stored['bytes_in'] ?? 0),
    bytesOut: Number(stored['bytes_out'] ?? 0),
    ip: stored['ip'] ?? '',
    userAgent: stored['user_agent'] ?? null,
    clientRequestId: stored['client_request_id'] ?? null,
    idempotencyHash: stored['idempotency'] ?? null,
    replayed: stored.replayed ?? false,
    objectType: stored['object_type'] ?? null,
    objectId: stored['object_id'] ?? null,
    changed: stored.changed ?? null,
    versionBefore: stored['version_before'] ?? null,
    versionAfter: stored['version_after'] ?? null,
    count: Number(stored['count'] ?? 1),
  }
}
