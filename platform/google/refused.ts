/** Google refuses, and waiting does not help. The message says what to do and contains no secret. */
export class GoogleRefused extends Error {
  override name = 'GoogleRefused'
  /** True if the account itself is refused, whatever it asks for. */
  readonly isAboutAccount: boolean
  /** HTTP status of the answer, if Google answered. */
  readonly status: number | undefined
  constructor(message: string, isAboutAccount = true, status?: number) {
    super(message)
    this.isAboutAccount = isAboutAccount
    this.status = status
  }
}

/** Google cannot answer now; a later attempt may succeed. */
export class GoogleUnavailable extends Error {
  override name = 'GoogleUnavailable'
  /** Delay that Google asks for. */
  readonly retryAfterMs: number | undefined
  /** True if Google refused the request, so that nothing was done. */
  readonly isUndone: boolean
  constructor(
    message: string,
    { retryAfterMs, isUndone = false }: { retryAfterMs?: number | undefined; isUndone?: boolean } = {},
  ) {
    super(message)
    this.retryAfterMs = retryAfterMs
    this.isUndone = isUndone
  }
}

/** A quota of hours or of a day is used up: requests are repeated every hour. */
export class GoogleQuotaExceeded extends GoogleUnavailable {
  override name = 'GoogleQuotaExceeded'
}
