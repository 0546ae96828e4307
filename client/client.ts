import { Agent, type Dispatcher } from 'undici'
import type { CallInput, Operation, Reply } from '../contract/operation.ts'
import { ApiError } from './errors.ts'
import { connectionError, exchangeText, openStream, type Exchange } from './exchange.ts'
import { parseLines } from './ndjson.ts'
import { withRetries } from './retry.ts'
import { checkBase, targetUrl, type UrlInput } from './target.ts'

const SILENCE_MS = 300_000

export interface ClientOptions {
  /** Base of the plane, for example http://127.0.0.1:4000/api/v1. */
  url: string
  /** API key, or the control plane's token; sent as a bearer token and nowhere else. */
  token: string
  /** Longest time for one attempt, from sending to the answer's last byte; default 30,000. For `stream` until the head has come. */
  timeoutMs?: number
  /** How often a call that may be repeated is repeated after a failure that may pass; default 2. */
  retries?: number
  /** Connections to use instead of the client's own; the client does not close them. */
  dispatcher?: Dispatcher
  userAgent?: string
}

interface CallOptions {
  /** 1 to 255 characters naming the meaning of a write. With it the server does the write once and the client may repeat the call. */
  idempotencyKey?: string
  /** ETag of the record as last read: the write is refused with 412 when it has changed since. */
  ifMatch?: string
  /** ETag of what was read last: when it is still that, the call throws an ApiError with the status 304 and the code `not_modified`. */
  ifNoneMatch?: string
  signal?: AbortSignal
}

interface Answer<T extends Operation> {
  status: number
  /** Lower-case names. */
  headers: Record<string, string>
  /** As the contract describes it. Not checked again here, so that a newer server's additional fields pass. */
  body: Reply<T>
}

/**
 * Calls operations of the contract. All methods throw ApiError for an answer that says no, ConnectionError when none came, and the
 * signal's reason when the caller aborts.
 *
 * Repeats: only after a ConnectionError, 429 or 503, and only where repeating is safe: GET, or a write that carries an
 * Idempotency-Key. Waits about 0.25 s, 0.5 s, 1 s … between attempts, or as long as `Retry-After` says; when that is more than 30 s
 * the error is thrown at once, with `retryAfterMs`. Redirects are not followed, so that the token goes nowhere else.
 */
export interface Client {
  call<T extends Operation>(operation: T, input?: CallInput<T>, options?: CallOptions): Promise<Answer<T>>
  /** NDJSON: one value per line as it arrives. The request is sent when iterating starts; once its head has come it is not repeated. Five silent minutes end it. */
  stream<T extends Operation>(operation: T, input?: CallInput<T>, options?: CallOptions): AsyncIterable<unknown>
  /** The answer's bytes as they arrive, under the rules of `stream`. */
  download<T extends Operation>(operation: T, input?: CallInput<T>, options?: CallOptions): AsyncIterable<Uint8Array>
  /** Sends raw bytes as the body. Never repeated. */
  upload<T extends Operation>(operation: T, bytes: Uint8Array, input?: CallInput<T>): Promise<Answer<T>>
  /** Lets running calls finish and closes the connections. */
  close(): Promise<void>
}

/** What answers are in that say nothing else of themselves. */
const JSON_MEDIA = ['application/json', 'application/x-ndjson']

type Prepare = (operation: Operation, input: UrlInput, options: CallOptions, content?: [type: string, body: string | Uint8Array]) => Exchange

function preparer(options: ClientOptions, dispatcher: Dispatcher): Prepare {
  const base = checkBase(options.url)
  const common = { authorization: `Bearer ${options.token}`, 'user-agent': options.userAgent ?? 'kitroom-client' }
  return (operation, input, { idempotencyKey, ifMatch, ifNoneMatch, signal }, content) => ({
    url: targetUrl(base, operation, input),
    method: operation.method,
    headers: {
      ...common,
      accept: [...(operation.reply.media ?? JSON_MEDIA), 'application/problem+json'].join(', '),
      ...(content ? { 'content-type': content[0] } : {}),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
      ...(ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch }),
    },
    body: content?.[1],
    dispatcher,
    signal,
    timeoutMs: options.timeoutMs ?? 30_000,
  })
}

async function answer<T extends Operation>(exchange: Exchange): Promise<Answer<T>> {
  const { status, headers, text } = await exchangeText(exchange)
  try {
    return { status, headers, body: JSON.parse(text) as Reply<T> }
  } catch {
    throw new ApiError({ status, code: 'unreadable_answer', detail: 'The answer is not JSON.', requestId: headers['request-id'] })
  }
}

type ReadBody<T> = (body: AsyncIterable<Uint8Array>, status: number) => AsyncIterable<T>

async function* readStream<T>(exchange: Exchange, retries: number, read: ReadBody<T>): AsyncGenerator<T, void, undefined> {
  const { status, body } = await withRetries(retries, exchange.signal, () => openStream(exchange, SILENCE_MS))
  try {
    yield* read(body, status)
  } catch (error) {
    throw error instanceof ApiError ? error : connectionError(error, exchange.url, exchange.signal, SILENCE_MS)
  }
}

const jsonContent = (input: { body?: unknown }): [string, string] | undefined =>
  input.body === undefined ? undefined : ['application/json', JSON.stringify(input.body)]

/**
 * Makes a client for one plane and one key.
 * @throws TypeError when the URL cannot be used.
 */
export function createClient(options: ClientOptions): Client {
  const own = options.dispatcher ? undefined : new Agent({ connections: 64 })
  const prepare = preparer(options, options.dispatcher ?? (own as Agent))
  const retriesFor = (operation: Operation, call: CallOptions): number =>
    operation.method === 'GET' || call.idempotencyKey !== undefined ? (options.retries ?? 2) : 0
  return {
    call: async (operation, input = {}, call = {}) => {
      const exchange = prepare(operation, input, call, jsonContent(input))
      return withRetries(retriesFor(operation, call), call.signal, () => answer(exchange))
    },
    stream: (operation, input = {}, call = {}) =>
      readStream(prepare(operation, input, call, jsonContent(input)), retriesFor(operation, call), parseLines),
    download: (operation, input = {}, call = {}) =>
      readStream(prepare(operation, input, call, jsonContent(input)), retriesFor(operation, call), (body) => body),
    upload: async (operation, bytes, input = {}) => answer(prepare(operation, input, {}, ['application/octet-stream', bytes])),
    close: async () => own?.close(),
  }
}
