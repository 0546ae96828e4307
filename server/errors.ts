import { errorCodes, type ErrorCode, type Fault } from '../contract/errors.ts'
import { HttpError, type HttpErrorOptions } from '../platform/http/httpError.ts'

export interface ProblemOptions extends HttpErrorOptions {
  faults?: Fault[]
  faultsOmitted?: number
  violatedPolicies?: string[]
  /** Title that is more specific than the code's title. */
  title?: string
}

/** A response other than 2xx or 304. */
export class AppError extends HttpError<ErrorCode> {
  override name = 'AppError'
  readonly faults: Fault[] | undefined
  readonly faultsOmitted: number
  readonly violatedPolicies: string[] | undefined
  readonly title: string

  constructor(code: ErrorCode, detail: string, options: ProblemOptions = {}) {
    super(code, detail, options)
    this.faults = options.faults
    this.faultsOmitted = options.faultsOmitted ?? 0
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
