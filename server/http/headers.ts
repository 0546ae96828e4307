import { describeFault } from '../../contract/faultReasons.ts'
import { maskSecrets } from '../../platform/maskSecrets.ts'
import { createError, type AppError } from '../errors.ts'

const MAX_HEADERS = 100

export interface RequestHeaders {
  host?: string
  expect?: string
  authorization?: string
  accept?: string
  'content-type'?: string
  'content-encoding'?: string
  'transfer-encoding'?: string
  'if-match'?: string
  'if-none-match'?: string
  'idempotency-key'?: string
  origin?: string
  'access-control-request-method'?: string
  upgrade?: string
  'user-agent'?: string
  'x-forwarded-for'?: string
  'x-forwarded-proto'?: string
  'x-request-id'?: string
  'kitroom-run'?: string
}

type Name = keyof RequestHeaders

const KNOWN_HEADERS = new Set<string>([
  'host',
  'expect',
  'authorization',
  'accept',
  'content-type',
  'content-encoding',
  'transfer-encoding',
  'if-match',
  'if-none-match',
  'idempotency-key',
  'origin',
  'access-control-request-method',
  'upgrade',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-request-id',
  'kitroom-run',
] satisfies Name[])

/** List-valued headers (RFC 9110 section 5.3), for which the values of several lines are joined. */
const JOINED_HEADERS = new Set<string>([
  'accept',
  'if-match',
  'if-none-match',
  'upgrade',
  'x-forwarded-for',
  'x-forwarded-proto',
])

/**
 * Reads the headers that the API uses from Node's raw list, because `req.headers` hides duplicates.
 * @throws AppError invalid_header for a duplicate, headers_too_large for too many
 */
export function parseHeaders(raw: readonly string[]): RequestHeaders {
  if (raw.length > 2 * MAX_HEADERS)
    throw createError(
      'too_many_headers',
      { max: MAX_HEADERS },
      {
        headers: { Connection: 'close' },
      },
    )
  const headers: RequestHeaders = {}
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index]?.toLowerCase() ?? ''
    if (!KNOWN_HEADERS.has(name)) continue
    const value = raw[index + 1] ?? ''
    const earlierValue = headers[name as Name]
    if (earlierValue === undefined) headers[name as Name] = value
    else if (JOINED_HEADERS.has(name)) headers[name as Name] = `${earlierValue}, ${value}`
    else throw createRepeatedHeaderError(name)
  }
  return headers
}

const createRepeatedHeaderError = (name: string): AppError => {
  const challenge = name === 'authorization' && { 'WWW-Authenticate': 'Bearer realm="studio", error="invalid_request"' }
  return createError(
    'header_repeated',
    { header: name },
    {
      faults: [{ header: name, ...describeFault('repeated', {}) }],
      // A client that frames headers differently may also disagree on where the next request begins.
      headers: { Connection: 'close', ...challenge },
    },
  )
}

const CLIENT_REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/

/**
 * Returns the client's X-Request-Id if it is plain text. It is masked in the audit row, and never used as Kitroom's own
 * id.
 */
export const toClientRequestId = (value: string | undefined): string | null =>
  value !== undefined && CLIENT_REQUEST_ID.test(value) ? maskSecrets(value) : null

const RUN_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns the run that the worker's key names. Other keys cannot name one. */
export function toRunId({ kind }: { kind: string }, { 'kitroom-run': run }: RequestHeaders): string | null {
  return kind === 'worker' && run !== undefined && RUN_ID.test(run) ? run : null
}

/** Matches `uri-host [ ":" port ]` (RFC 9110 section 7.2), or empty text. */
const HOST = /^(?:[\w.~!$&'()*+,;=%-]*|\[[\da-fA-F:.]+\])(?::\d{0,5})?$/

const createFramingError = (reason: 'host_invalid' | 'old_transfer_encoding' | 'transfer_encoding_unknown'): AppError =>
  createError(reason, {}, { headers: { Connection: 'close' } })

/**
 * Refuses invalid HTTP that Node's parser accepts (RFC 9112 sections 2.3, 3.2 and 6.1). It closes the connection,
 * because framing is unreliable.
 * @throws AppError invalid_request, invalid_header, expectation_failed
 */
export function checkFraming(headers: RequestHeaders, httpVersion: string): void {
  if (httpVersion !== '1.1' && httpVersion !== '1.0')
    throw createError(
      'http_version_unknown',
      {},
      {
        headers: { Connection: 'close' },
      },
    )
  const { host, 'transfer-encoding': encoding } = headers
  if (host === undefined && httpVersion === '1.1')
    throw createError('host_missing', {}, { headers: { Connection: 'close' } })
  if (host !== undefined && !HOST.test(host)) throw createFramingError('host_invalid')
  if (headers.expect !== undefined && httpVersion === '1.1' && headers.expect.toLowerCase() !== '100-continue')
    throw createError(
      'expectation_failed',
      {},
      {
        headers: { Connection: 'close' },
      },
    )
  if (encoding === undefined) return
  if (httpVersion === '1.0') throw createFramingError('old_transfer_encoding')
  if (encoding.toLowerCase() !== 'chunked') throw createFramingError('transfer_encoding_unknown')
}
