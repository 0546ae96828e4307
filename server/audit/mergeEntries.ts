import type { AuditEntry } from './entry.ts'

const MINUTE_LENGTH = 'YYYY-MM-DDThh:mm'.length
/** Value that replaces methods, routes and addresses that differ between merged requests. */
const MIXED_VALUE = '*'
const MAX_ADDRESSES = 10

export const minuteOf = (at: string): string => at.slice(0, MINUTE_LENGTH)

const valueIfEqual = <T>(one: T, other: T): T | null => (one === other ? one : null)

function mergeAddresses(one: string, other: string): string {
  if (one === other) return one
  const addresses = [...new Set([...one.split(', '), ...other.split(', ')])].filter(
    (address) => address !== MIXED_VALUE,
  )
  return addresses.length > MAX_ADDRESSES || one.endsWith(MIXED_VALUE) || other.endsWith(MIXED_VALUE)
    ? [...addresses.slice(0, MAX_ADDRESSES), MIXED_VALUE].join(', ')
    : addresses.join(', ')
}

/**
 * Merges two entries. Counts, bytes and durations are summed, time and request id come from the later entry, and
 * differing members are emptied.
 */
function mergeEntries(one: AuditEntry, other: AuditEntry): AuditEntry {
  const later = one.at > other.at ? one : other
  return {
    ...later,
    sessionId: valueIfEqual(one.sessionId, other.sessionId),
    scope: valueIfEqual(one.scope, other.scope),
    method: valueIfEqual(one.method, other.method) ?? MIXED_VALUE,
    route: valueIfEqual(one.route, other.route) ?? MIXED_VALUE,
    query: valueIfEqual(one.query, other.query),
    durationUs: one.durationUs + other.durationUs,
    bytesIn: one.bytesIn + other.bytesIn,
    bytesOut: one.bytesOut + other.bytesOut,
    ip: mergeAddresses(one.ip, other.ip),
    userAgent: valueIfEqual(one.userAgent, other.userAgent),
    clientRequestId: valueIfEqual(one.clientRequestId, other.clientRequestId),
    idempotencyHash: valueIfEqual(one.idempotencyHash, other.idempotencyHash),
    objectType: valueIfEqual(one.objectType, other.objectType),
    objectId: valueIfEqual(one.objectId, other.objectId),
    count: one.count + other.count,
  }
}

/**
 * Computes the merge key. Refusals merge by key, minute and error; reads also by method and route, so that the audit
 * shows what a key has read.
 */
function mergeKey({ at, keyId, status, errorCode, method, route }: AuditEntry): string {
  const keyParts = [keyId, minuteOf(at), status, errorCode ?? '']
  return (status >= 400 ? keyParts : [...keyParts, method, route]).join(' ')
}

export function mergeIntoRows(rows: Map<string, AuditEntry>, entry: AuditEntry): void {
  const key = mergeKey(entry)
  const row = rows.get(key)
  rows.set(key, row ? mergeEntries(row, entry) : entry)
}
