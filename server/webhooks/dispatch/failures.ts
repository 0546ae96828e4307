export type FailureCode =
  | 'timeout'
  | 'body_too_slow'
  | 'connection_refused'
  | 'connection_reset'
  | 'host_unreachable'
  | 'name_not_found'
  | 'address_refused'
  | 'tls_failed'
  | 'answer_unreadable'
  | 'network_failed'
  | 'redirect_not_followed'
  | 'not_accepted'
  | 'secret_unreadable'
  | 'event_gone'
  | 'internal_error'
  | 'interrupted'

const FAILURE_CODES: Readonly<Record<string, FailureCode>> = {
  address_refused: 'address_refused',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  EPIPE: 'connection_reset',
  UND_ERR_SOCKET: 'connection_reset',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'body_too_slow',
  ETIMEDOUT: 'timeout',
  ENOTFOUND: 'name_not_found',
  EAI_AGAIN: 'name_not_found',
  EAI_NODATA: 'name_not_found',
  EHOSTUNREACH: 'host_unreachable',
  ENETUNREACH: 'host_unreachable',
  EADDRNOTAVAIL: 'host_unreachable',
  EPROTO: 'tls_failed',
  UND_ERR_HEADERS_OVERFLOW: 'answer_unreadable',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'answer_unreadable',
}

const TLS_CODES = /^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH)/

export function toFailureCodeOfError(error: unknown): FailureCode {
  if (error instanceof AggregateError && error.errors.length > 0) return toFailureCodeOfError(error.errors[0])
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  const failure = FAILURE_CODES[code]
  if (failure) return failure
  if (TLS_CODES.test(code)) return 'tls_failed'
  if (error instanceof Error && error.name === 'HTTPParserError') return 'answer_unreadable'
  const cause = error instanceof Error ? error.cause : undefined
  return cause === undefined ? 'network_failed' : toFailureCodeOfError(cause)
}

/** Returns the failure code of an HTTP status; null for success. */
export function failureCodeOfStatus(status: number): FailureCode | null {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? 'redirect_not_followed' : 'not_accepted'
}
