import { errorCodes, type ErrorCode } from '../errors.ts'
import type { ApiOperation } from '../operation.ts'

const COMMON_CODES: readonly ErrorCode[] = [
  'invalid_request',
  'invalid_header',
  'invalid_query',
  'missing_api_key',
  'invalid_api_key',
  'rate_limited',
  'not_acceptable',
  'internal_error',
  'overloaded',
  'shutting_down',
]
const BODY_CODES: readonly ErrorCode[] = [
  'malformed_json',
  'invalid_encoding',
  'request_timeout',
  'body_too_large',
  'unsupported_media_type',
]
const WRITE_CODES: readonly ErrorCode[] = ['idempotency_key_reused']

/** Codes that earlier versions sent. A published code is never removed. */
const RETIRED_CODES: readonly ErrorCode[] = ['idempotency_in_progress']

/** True for a code that every operation, every one with a scope, or every write can return. */
export const isGeneral = (code: ErrorCode): boolean =>
  code === 'insufficient_scope' ||
  COMMON_CODES.includes(code) ||
  WRITE_CODES.includes(code) ||
  RETIRED_CODES.includes(code)

function codesOf(operation: ApiOperation): ErrorCode[] {
  const codes = new Set<ErrorCode>([...COMMON_CODES, ...operation.errors])
  if (operation.scope) codes.add('insufficient_scope')
  if (operation.feature) codes.add('feature_not_available')
  if (operation.body) for (const code of BODY_CODES) codes.add(code)
  if (operation.method !== 'GET') for (const code of WRITE_CODES) codes.add(code)
  return (Object.keys(errorCodes) as ErrorCode[]).filter((code) => codes.has(code))
}

export const codesByStatus = (operation: ApiOperation): [number, ErrorCode[]][] =>
  Object.entries(Object.groupBy(codesOf(operation), (code) => errorCodes[code].status)).map(([status, codes]) => [
    Number(status),
    codes ?? [],
  ])
