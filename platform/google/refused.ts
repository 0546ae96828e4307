import { toSaid, type Said } from '../../contract/sentences/say.ts'

/** Google refuses the request, and waiting does not help. The message says what to do and contains no secret. */
export class GoogleRefused extends Error {
  override name = 'GoogleRefused'
  readonly said: Said
  /** True if Google refuses the account itself, for any request. */
  readonly isAboutAccount: boolean
  /** HTTP status of Google's response, if there was one. */
  readonly status: number | undefined
  /** Google's codes and its own sentence; undefined if Google's API did not answer. */
  readonly answer: string | undefined
  /** Google's reason, if it is one about the project or the organisation. */
  readonly reason: string | undefined
  /** @param text a plain text is for the terminal only */
  constructor(
    text: Said | string,
    isAboutAccount = true,
    status?: number,
    { answer, reason }: { answer?: string | undefined; reason?: string | undefined } = {},
  ) {
    const said = toSaid(text)
    super(said.message)
    this.said = said
    this.isAboutAccount = isAboutAccount
    this.status = status
    this.answer = answer
    this.reason = reason
  }
}

/** Google cannot answer now. A later attempt may succeed. */
export class GoogleUnavailable extends Error {
  override name = 'GoogleUnavailable'
  readonly said: Said
  /** Delay that Google requests. */
  readonly retryAfterMs: number | undefined
  /** True if Google refused the request, so that it had no effect. */
  readonly isUndone: boolean
  /** @param text a plain text is for the terminal only */
  constructor(
    text: Said | string,
    { retryAfterMs, isUndone = false }: { retryAfterMs?: number | undefined; isUndone?: boolean } = {},
  ) {
    const said = toSaid(text)
    super(said.message)
    this.said = said
    this.retryAfterMs = retryAfterMs
    this.isUndone = isUndone
  }
}

/** An hourly or daily quota is used up. Requests are repeated every hour. */
export class GoogleQuotaExceeded extends GoogleUnavailable {
  override name = 'GoogleQuotaExceeded'
}
