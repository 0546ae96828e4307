/** Google refuses, and waiting does not help. The message says what to do and contains no secret. */
export class GoogleRefused extends Error {
  override name = 'GoogleRefused'
  /** True if the account itself is refused, whatever it asks for. */
  readonly isAboutAccount: boolean
  constructor(message: string, isAboutAccount = true) {
    super(message)
    this.isAboutAccount = isAboutAccount
  }
}

/** Google cannot answer now; a later attempt may succeed. */
export class GoogleUnavailable extends Error {
  override name = 'GoogleUnavailable'
  /** Delay that Google asks for. */
  readonly retryAfterMs: number | undefined
  constructor(message: string, retryAfterMs?: number) {
    super(message)
    this.retryAfterMs = retryAfterMs
  }
}
