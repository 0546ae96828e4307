export interface HttpErrorOptions extends ErrorOptions {
  /** Additional response headers, such as Allow or WWW-Authenticate. */
  headers?: Readonly<Record<string, string>>
}

/**
 * A refused request. `detail` is for people; the cause is only for the log. Each plane has a class with its own codes.
 */
export class HttpError<Code extends string = string> extends Error {
  override name = 'HttpError'
  readonly code: Code
  readonly detail: string
  readonly headers: Readonly<Record<string, string>>

  constructor(code: Code, detail: string, options: HttpErrorOptions = {}) {
    super(`${code}: ${detail}`, options)
    this.code = code
    this.detail = detail
    this.headers = options.headers ?? {}
  }
}
