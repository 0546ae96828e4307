import type { AuditEntry } from './entry.ts'

const MINUTE_CHARS = 'YYYY-MM-DDThh:mm'.length
/** Stands for methods, routes and addresses that differ between merged requests. */
const SEVERAL = '*'
const MAX_ADDRESSES = 10

/** The minute of a moment in ISO 8601. */
export const minuteOf = (at: string): string => at.slice(0, MINUTE_CHARS)

const same = <T>(one: T, other: T): T | null => (one === other ? one : null)

function mergeAddresses(one: string, other: string): string {
  if (one === other) return one
  const all = [...new Set([...one.split(', '), ...other.split(', ')])].filter((address) => address !== SEVERAL)
  return all.length > MAX_ADDRESSES || one.endsWith(SEVERAL) || other.endsWith(SEVERAL)
    ? [...all.slice(0, MAX_ADDRESSES), SEVERAL].join(', ')
    : all.join(', ')
}

/** Merges two entries: counts, bytes and durations add up, the moment and the request id are the last one's, what differs is emptied. */
function mergeEntries(one: AuditEntry, other: AuditEntry): AuditEntry {
  const last = one.at > other.at ? one : other
  return {
    ...last,
    scope: same(one.scope, other.scope),
    method: same(one.method, other.method) ?? SEVERAL,
    route: same(one.route, other.route) ?? SEVERAL,
    query: same(one.query, other.query),
    durationUs: one.durationUs + other.durationUs,
    bytesIn: one.bytesIn + other.bytesIn,
    bytesOut: one.bytesOut + other.bytesOut,
    ip: mergeAddresses(one.ip, other.ip),
    userAgent: same(one.userAgent, other.userAgent),
    clientRequestId: same(one.clientRequestId, other.clientRequestId),
    idempotencyHash: same(one.idempotencyHash, other.idempotencyHash),
    objectType: same(one.objectType, other.objectType),
    objectId: same(one.objectId, other.objectId),
    count: one.count + other.count,
  }
}

/**
 * Names the row that an entry is merged into: refusals by key, minute and error; reads also by method and route, so that what a key has read
 * stays visible.
 */
function mergeKey({ at, keyId, status, errorCode, method, route }: AuditEntry): string {
  const answer = [keyId, minuteOf(at), status, errorCode ?? '']
  return (status >= 400 ? answer : [...answer, method, route]).join(' ')
}

/** Adds an entry to the row that it belongs to. */
export function addToRows(rows: Map<string, AuditEntry>, entry: AuditEntry): void {
  const key = mergeKey(entry)
  const row = rows.get(key)
  rows.set(key, row ? mergeEntries(row, entry) : entry)
}
