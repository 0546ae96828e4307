import type { Fault } from '../contract/errors.ts'

export interface ApiErrorFields {
  status: number
  code: string
  detail: string
  requestId?: string | undefined
  errors?: Fault[] | undefined
  retryAfterMs?: number | undefined
}

/** An error answer. `code` is a published code of the plane, or `unreadable_answer` if the answer is not Kitroom's (a proxy's page, a cut body). */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly detail: string
  readonly requestId?: string
  /** Faults by field; empty if the code says everything. */
  readonly errors: Fault[]
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

/** No complete answer arrived: connection refused, network failure or timeout. It is unknown whether a write was done. */
export class ConnectionError extends Error {
  override name = 'ConnectionError'
}
