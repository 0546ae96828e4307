import { errorCodes, type ErrorCode, type Fault, type Problem } from '../../contract/errors.ts'

export interface ProblemOptions {
  faults?: Fault[]
  /** Extra response headers, such as Allow or WWW-Authenticate. */
  headers?: Record<string, string>
  /** What went wrong inside: for the log only. */
  cause?: unknown
}

/** An answer other than 2xx or 304. The message is public; the cause is not. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly faults: Fault[] | undefined
  readonly headers: Record<string, string>

  constructor(code: ErrorCode, publicMessage: string, options: ProblemOptions = {}) {
    super(publicMessage, { cause: options.cause })
    this.code = code
    this.faults = options.faults
    this.headers = options.headers ?? {}
  }
}

/** HTTP status of an error. */
export const statusOf = (error: AppError): number => errorCodes[error.code].status

/** The body of an error answer (RFC 9457 section 3), as JSON text. */
export function problemJson(error: AppError, requestId: string): string {
  const { status, title } = errorCodes[error.code]
  const problem: Problem = {
    type: `/docs/errors#${error.code}`,
    title,
    status,
    detail: error.message,
    instance: `urn:uuid:${requestId}`,
    code: error.code,
    request_id: requestId,
    ...(error.faults && { errors: error.faults }),
  }
  return JSON.stringify(problem)
}

/** What an unknown error becomes: a fixed text; the error itself goes to the log. */
export const internalError = (cause: unknown): AppError =>
  new AppError('internal_error', 'Something went wrong on our side. Try again; if it stays, look for the request id in the server log.', { cause })
