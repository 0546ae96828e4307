import { AppError } from './problem.ts'

/** The request headers that the server looks at, each at most once. */
export interface RequestHeaders {
  host?: string
  authorization?: string
  accept?: string
  'content-type'?: string
  'content-encoding'?: string
  'transfer-encoding'?: string
  'if-match'?: string
  'if-none-match'?: string
  'idempotency-key'?: string
  'user-agent'?: string
  'x-request-id'?: string
}

type Name = keyof RequestHeaders

const KNOWN = new Set<string>([
  'host',
  'authorization',
  'accept',
  'content-type',
  'content-encoding',
  'transfer-encoding',
  'if-match',
  'if-none-match',
  'idempotency-key',
  'user-agent',
  'x-request-id',
] satisfies Name[])

/** Lists by definition (RFC 9110 section 5.3): several lines mean one joined value. */
const JOINED = new Set<string>(['accept', 'if-match', 'if-none-match'])

/**
 * Picks the headers we use from Node's raw list, which still shows doubles that `req.headers` hides.
 * @throws AppError invalid_header when one that may come once comes twice
 */
export function readHeaders(raw: readonly string[]): RequestHeaders {
  const headers: RequestHeaders = {}
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index]?.toLowerCase() ?? ''
    if (!KNOWN.has(name)) continue
    const value = raw[index + 1] ?? ''
    const before = headers[name as Name]
    if (before === undefined) headers[name as Name] = value
    else if (JOINED.has(name)) headers[name as Name] = `${before}, ${value}`
    else throw twice(name)
  }
  return headers
}

const twice = (name: string): AppError => {
  const challenge = name === 'authorization' ? { 'WWW-Authenticate': 'Bearer realm="studio", error="invalid_request"' } : undefined
  return new AppError('invalid_header', `The header ${name} came more than once.`, {
    faults: [{ header: name, code: 'invalid_value', detail: 'must come once' }],
    ...(challenge && { headers: challenge }),
  })
}

const CLIENT_REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/

/** A client's own request id, when it is harmless text; kept in the audit row, never used as ours. */
export const clientRequestId = (value: string | undefined): string | null => (value !== undefined && CLIENT_REQUEST_ID.test(value) ? value : null)
