import { errorCodes, type ErrorCode, type Fault } from '../contract/errors.ts'

export interface ProblemOptions {
  faults?: Fault[]
  /** How many more faults there are than those listed. */
  faultsOmitted?: number
  /** Extra response headers, such as Allow or WWW-Authenticate. */
  headers?: Record<string, string>
  /** Names of the rate limits that were reached. */
  violatedPolicies?: string[]
  /** Says more than the title of the code. */
  title?: string
  /** What went wrong inside: for the log only. */
  cause?: unknown
}

/** An answer other than 2xx or 304. The message is public; the cause is not. */
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

/** HTTP status of an error. */
export const statusOf = (error: AppError): number => errorCodes[error.code].status

/** What an unknown error becomes: a fixed text; the error itself goes to the log. */
export const internalError = (cause: unknown): AppError =>
  new AppError('internal_error', 'Something went wrong on our side. Try again; if it stays, look for the request id in the server log.', { cause })
