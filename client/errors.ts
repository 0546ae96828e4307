import type { Fault } from '../contract/errors.ts'
import type { AnyValues } from '../contract/reasonValues.ts'

export interface ApiErrorFields {
  status: number
  code: string
  detail: string
  requestId?: string | undefined
  reason?: string | undefined
  values?: AnyValues | undefined
  errors?: Fault[] | undefined
  retryAfterMs?: number | undefined
}

/**
 * An error response. `code` is a published code of the plane, or `unreadable_answer` if the body is not Kitroom's, such
 * as a proxy's page.
 */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly detail: string
  readonly requestId?: string
  /** Name of the sentence in `detail`, finer than `code`. */
  readonly reason?: string
  /** Values that the sentence contains. */
  readonly values?: AnyValues
  /** One fault per invalid field; empty if the code alone explains the error. */
  readonly errors: Fault[]
  readonly retryAfterMs?: number

  constructor(fields: ApiErrorFields) {
    super(`${fields.status} ${fields.code}: ${fields.detail}`)
    this.status = fields.status
    this.code = fields.code
    this.detail = fields.detail
    this.errors = fields.errors ?? []
    if (fields.requestId !== undefined) this.requestId = fields.requestId
    if (fields.reason !== undefined) this.reason = fields.reason
    if (fields.values !== undefined) this.values = fields.values
    if (fields.retryAfterMs !== undefined) this.retryAfterMs = fields.retryAfterMs
  }
}

/** No complete response arrived: connection refused, network failure or timeout. The write may have happened. */
export class ConnectionError extends Error {
  override name = 'ConnectionError'
}
