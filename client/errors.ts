import type { Fault } from '../contract/errors.ts'

export interface ApiErrorFields {
  status: number
  code: string
  detail: string
  requestId?: string | undefined
  errors?: Fault[] | undefined
  retryAfterMs?: number | undefined
}

/**
 * The server answered, and the answer is no. `code` is one of the plane's published codes, or `unreadable_answer` when the
 * answer was not one of ours (a proxy's page, a cut body).
 */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: string
  /** A plain sentence for people. */
  readonly detail: string
  readonly requestId?: string
  /** What is wrong with the request, field by field; empty when the code says it all. */
  readonly errors: Fault[]
  /** How long the server asks to wait, from `Retry-After`. */
  readonly retryAfterMs?: number

  constructor(fields: ApiErrorFields) {
    super(`${fields.status} ${fields.code}: ${fields.detail}`)
    this.status = fields.status
    this.code = fields.code
    this.detail = fields.detail
    this.errors = fields.errors ?? []
    if (fields.requestId !== undefined) this.requestId = fields.requestId
    if (fields.retryAfterMs !== undefined) this.retryAfterMs = fields.retryAfterMs
  }
}

/** No answer came, or it broke off: nobody listens, the network failed, or the time was up. Whether a write was done is not known. */
export class ConnectionError extends Error {
  override name = 'ConnectionError'
}
