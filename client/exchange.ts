import { request, type Dispatcher } from 'undici'
import { ApiError, ConnectionError } from './errors.ts'
import { toApiError } from './toApiError.ts'

export interface RequestOptions {
  url: string
  method: Dispatcher.HttpMethod
  headers: Record<string, string>
  body?: string | Uint8Array | undefined
  dispatcher: Dispatcher
  signal?: AbortSignal | undefined
  /** Time limit of the exchange; for a stream, until its headers arrive. */
  timeoutMs: number
}

export interface OpenResponse {
  status: number
  headers: Record<string, string>
  body: Dispatcher.ResponseData['body']
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody listens there',
  ECONNRESET: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  ENOTFOUND: 'the host is not known',
  EAI_AGAIN: 'the host could not be looked up',
  UND_ERR_CONNECT_TIMEOUT: 'the host does not answer',
  UND_ERR_BODY_TIMEOUT: 'it fell silent',
}

/**
 * Converts a network failure into a ConnectionError that names the origin and no secret. Returns the signal's reason if
 * the caller aborted.
 */
export function toConnectionError(
  error: unknown,
  url: string,
  signal: AbortSignal | undefined,
  timeoutMs: number,
): unknown {
  if (signal?.aborted) return signal.reason
  const hasTimedOut = error instanceof Error && error.name === 'TimeoutError'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = hasTimedOut ? `no answer within ${timeoutMs / 1000} s` : (REASONS[code] ?? 'the connection failed')
  return new ConnectionError(`No answer from ${new URL(url).origin}: ${reason}.`, { cause: error })
}

const flattenHeaders = (headers: Dispatcher.ResponseData['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  )

async function sendRequest(
  exchange: RequestOptions,
  signal: AbortSignal,
  idleTimeoutMs: number,
): Promise<OpenResponse> {
  const { url, method, headers, body, dispatcher } = exchange
  const response = await request(url, {
    method,
    headers,
    body: body ?? null,
    dispatcher,
    signal,
    headersTimeout: 0,
    bodyTimeout: idleTimeoutMs,
  })
  return { status: response.statusCode, headers: flattenHeaders(response.headers), body: response.body }
}

/**
 * Sends a request and reads the whole answer.
 * @throws ApiError unless 2xx; ConnectionError if no complete answer arrives; the signal's reason on abort
 */
export async function requestText(
  exchange: RequestOptions,
): Promise<{ status: number; headers: Record<string, string>; text: string }> {
  const { url, signal, timeoutMs } = exchange
  const deadline = AbortSignal.timeout(timeoutMs)
  try {
    const { status, headers, body } = await sendRequest(
      exchange,
      signal ? AbortSignal.any([signal, deadline]) : deadline,
      0,
    )
    const text = await body.text()
    if (status < 200 || status > 299) throw toApiError(status, headers, text)
    return { status, headers, text }
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw toConnectionError(error, url, signal, timeoutMs)
  }
}

/**
 * Sends a request and streams the answer. `timeoutMs` limits the time until the headers, `idleTimeoutMs` the time
 * between chunks.
 * @throws as `requestText`
 */
export async function openStream(exchange: RequestOptions, idleTimeoutMs: number): Promise<OpenResponse> {
  const { url, signal, timeoutMs } = exchange
  const headersAbort = new AbortController()
  const timer = setTimeout(
    () => headersAbort.abort(new DOMException('The head took too long.', 'TimeoutError')),
    timeoutMs,
  )
  try {
    const response = await sendRequest(
      exchange,
      signal ? AbortSignal.any([signal, headersAbort.signal]) : headersAbort.signal,
      idleTimeoutMs,
    )
    if (response.status >= 200 && response.status <= 299) return response
    throw toApiError(response.status, response.headers, await response.body.text())
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw toConnectionError(error, url, signal, timeoutMs)
  } finally {
    clearTimeout(timer)
  }
}
