import type { Dispatcher as HttpDispatcher } from 'undici'
import { toFailureCodeOfError, failureCodeOfStatus, type FailureCode } from './failures.ts'
import { maskSecrets } from '../../../platform/maskSecrets.ts'

const MAX_EXCERPT_CHARACTERS = 1000
/** Matches control and format characters, which could change a log or a terminal. */
const UNSAFE_CHARACTERS = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu

/** Returns the beginning of a response's body as one sanitised line without secrets; null if it is empty. */
function toExcerpt(body: Uint8Array): string | null {
  const text = maskSecrets(new TextDecoder().decode(body))
  const plain = Array.from(text.replace(UNSAFE_CHARACTERS, ' '))
  return plain.length === 0 ? null : plain.slice(0, MAX_EXCERPT_CHARACTERS).join('')
}

/** Maximum number of bytes to read of a response; then the connection is closed. */
const MAX_ANSWER_BYTES = 16 * 1024

export interface PostRequest {
  url: URL
  headers: Record<string, string>
  body: Uint8Array
  timeoutMs: number
  signal: AbortSignal
}

export interface PostOutcome {
  status: number | null
  error: FailureCode | null
  response: string | null
  retryAfter: string | undefined
  durationMs: number
}

type Controller = HttpDispatcher.DispatchController

class Exchange implements HttpDispatcher.DispatchHandler {
  readonly #done: (outcome: PostOutcome) => void
  readonly #startMs = performance.now()
  readonly #chunks: Uint8Array[] = []
  #bytes = 0
  #status: number | null = null
  #retryAfter: string | undefined
  #controller: Controller | undefined
  #settled = false

  constructor(done: (outcome: PostOutcome) => void) {
    this.#done = done
  }

  #settle(error: FailureCode | null): void {
    if (this.#settled) return
    this.#settled = true
    const durationMs = Math.round(performance.now() - this.#startMs)
    const response = toExcerpt(Buffer.concat(this.#chunks).subarray(0, MAX_ANSWER_BYTES))
    this.#done({ status: this.#status, error, response, retryAfter: this.#retryAfter, durationMs })
  }

  endEarly(error: FailureCode): void {
    this.#settle(this.#status !== null && error === 'timeout' ? 'body_too_slow' : error)
    this.#controller?.abort(new Error(error))
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller
    if (this.#settled) controller.abort(new Error('it has ended before it began'))
  }

  onResponseStart(
    _controller: Controller,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    // Interim responses are ignored.
    if (status < 200) return
    this.#status = status
    const { 'retry-after': retryAfter } = headers
    this.#retryAfter = Array.isArray(retryAfter) ? retryAfter[0] : retryAfter
  }

  onResponseData(controller: Controller, chunk: Uint8Array): void {
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    if (this.#bytes < MAX_ANSWER_BYTES || this.#status === null) return
    this.#settle(failureCodeOfStatus(this.#status))
    controller.abort(new Error('enough was read'))
  }

  onResponseEnd(): void {
    this.#settle(this.#status === null ? 'answer_unreadable' : failureCodeOfStatus(this.#status))
  }

  onResponseError(_controller: Controller, error: Error): void {
    this.fail(error)
  }

  fail(error: unknown): void {
    this.#settle(toFailureCodeOfError(error))
  }
}

/** Sends a request and follows no redirect. Never throws. */
export async function sendPost(
  agent: HttpDispatcher,
  { url, headers, body, timeoutMs, signal }: PostRequest,
): Promise<PostOutcome> {
  const { promise, resolve } = Promise.withResolvers<PostOutcome>()
  const exchange = new Exchange(resolve)
  const timer = setTimeout(() => exchange.endEarly('timeout'), timeoutMs)
  const interrupt = (): void => exchange.endEarly('interrupted')
  signal.addEventListener('abort', interrupt, { once: true })
  try {
    const options = {
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'POST',
      headers,
      body,
      headersTimeout: 0,
      bodyTimeout: 0,
    } as const
    agent.dispatch(options, exchange)
    return await promise
  } catch (error) {
    exchange.fail(error)
    return await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', interrupt)
  }
}
