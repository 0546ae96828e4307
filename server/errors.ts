import { errorCodes, type ErrorCode, type Fault } from '../contract/errors.ts'

export interface ProblemOptions {
  faults?: Fault[]
  faultsOmitted?: number
  /** Additional response headers, such as Allow or WWW-Authenticate. */
  headers?: Record<string, string>
  violatedPolicies?: string[]
  /** Title that is more specific than the code's title. */
  title?: string
  /** Internal cause, only for the log. */
  cause?: unknown
}

/** An answer other than 2xx or 304. The message is public, the cause is not. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly faults: Fault[] | undefined
  readonly faultsOmitted: number
  readonly headers: Record<string, string>
  readonly violatedPolicies: string[] | undefined
  readonly title: string

  constructor(code: ErrorCode, publicMessage: string, options: ProblemOptions = {}) {
    super(publicMessage, { cause: options.cause })
    this.code = code
    this.faults = options.faults
    this.faultsOmitted = options.faultsOmitted ?? 0
    this.headers = options.headers ?? {}
    this.violatedPolicies = options.violatedPolicies
    this.title = options.title ?? errorCodes[code].title
  }
}

export const statusOf = (error: AppError): number => errorCodes[error.code].status

/** Converts an unknown error to an AppError with a fixed text; the error itself is logged. */
export const createInternalError = (cause: unknown): AppError =>
  new AppError(
    'internal_error',
    'Something went wrong on our side. Try again; if it stays, look for the request id in the server log.',
    { cause },
  )
