import { apiReasons, type ApiReason, type ApiValues } from '../contract/apiReasons.ts'
import { errorCodes, type ErrorCode, type Fault } from '../contract/errors.ts'
import { formatReason, type AnyValues } from '../contract/reasonValues.ts'
import { HttpError, type HttpErrorOptions } from '../platform/http/httpError.ts'

export interface ProblemOptions extends HttpErrorOptions {
  faults?: Fault[]
  faultsOmitted?: number
  violatedPolicies?: string[]
  /** Title that is more specific than the code's title. */
  title?: string
  /** Sentence that is more specific than that of the reason, such as one with the first fault. */
  detail?: string
}

/** A response other than 2xx or 304. The reason gives its code and its sentence, which contains the values. */
export class AppError extends HttpError<ErrorCode> {
  override name = 'AppError'
  readonly reason: ApiReason
  /** Values of the sentence; undefined if it has none. */
  readonly values: AnyValues | undefined
  readonly faults: Fault[] | undefined
  readonly faultsOmitted: number
  readonly violatedPolicies: string[] | undefined
  readonly title: string

  constructor(reason: ApiReason, values: AnyValues, options: ProblemOptions) {
    const kind = apiReasons[reason]
    super(kind.code, options.detail ?? formatReason(kind, values), options)
    this.reason = reason
    this.values = kind.values.length > 0 ? values : undefined
    this.faults = options.faults
    this.faultsOmitted = options.faultsOmitted ?? 0
    this.violatedPolicies = options.violatedPolicies
    this.title = options.title ?? errorCodes[this.code].title
  }
}

/** Creates the error of a reason. */
export const createError = <R extends ApiReason>(
  reason: R,
  values: ApiValues<R>,
  options: ProblemOptions = {},
): AppError => new AppError(reason, values as unknown as AnyValues, options)

/** @param allow content of the header Allow, such as "GET, HEAD" */
export const createMethodError = (allow: string): AppError =>
  createError('method_not_allowed', { methods: allow.split(', ') }, { headers: { Allow: allow } })

export const statusOf = (error: AppError): number => errorCodes[error.code].status

/** Converts an unknown error to an AppError with a fixed text; the error itself is logged. */
export const createInternalError = (cause: unknown): AppError => createError('internal_error', {}, { cause })
