import { Agent, type Dispatcher } from 'undici'
import { RUN_HEADER } from '../contract/events.ts'
import type { CallInput, Operation, Reply } from '../contract/operation.ts'
import { scaleTimeLimit } from '../platform/timeLimit.ts'
import { ApiError } from './errors.ts'
import { toConnectionError, requestText, openStream, type RequestOptions } from './exchange.ts'
import { parseLines } from './ndjson.ts'
import { withRetries } from './retry.ts'
import { normaliseBaseUrl, buildUrl, type UrlInput } from './url.ts'

const STREAM_IDLE_TIMEOUT_MS = 300_000

export interface ClientOptions {
  /** Base URL of the plane, for example http://127.0.0.1:4000/api/v1. */
  url: string
  /** API key or control token; sent only as a bearer token. */
  token: string
  /**
   * Time limit of one attempt including the whole response; default 30,000. For streams it covers the time until the
   * headers.
   */
  timeoutMs?: number
  /** Retries of a repeatable call after a temporary failure; default 2. */
  retries?: number
  /** Dispatcher to use instead of the client's own; the client does not close it. */
  dispatcher?: Dispatcher
  userAgent?: string
  /** IP address of the original caller. A server that trusts this machine as a proxy records it. */
  forwardedFor?: string
}

interface CallOptions {
  /** Key of 1 to 255 characters. With it the server runs the write only once, so the client may retry it. */
  idempotencyKey?: string
  /** ETag of the record; the write fails with 412 if it has changed. */
  ifMatch?: string
  /**
   * ETag of an earlier response. If it is still current, the call throws an ApiError with status 304 and code
   * `not_modified`.
   */
  ifNoneMatch?: string
  /** Run of the worker that makes the change; counts for the worker's key only. */
  runId?: string
  signal?: AbortSignal
}

interface Answer<T extends Operation> {
  status: number
  headers: Record<string, string>
  /** Body, typed as in the contract but not validated, so that additional fields of a newer server are accepted. */
  body: Reply<T>
}

/**
 * Calls operations of the contract. Throws ApiError for an error answer, ConnectionError without an answer, and the
 * signal's reason on abort. Retries GETs and writes with an Idempotency-Key after a ConnectionError, 429 or 503, with
 * exponential backoff or `Retry-After` up to 30 s. Redirects are not followed, so that the token stays with the server.
 */
export interface Client {
  call<T extends Operation>(operation: T, input?: CallInput<T>, options?: CallOptions): Promise<Answer<T>>
  /**
   * Reads NDJSON, one value per line. Iterating sends the request. It is not retried after the headers arrive, and
   * fails after five minutes without data.
   */
  stream<T extends Operation>(operation: T, input?: CallInput<T>, options?: CallOptions): AsyncIterable<unknown>
  download<T extends Operation>(operation: T, input?: CallInput<T>, options?: CallOptions): AsyncIterable<Uint8Array>
  /** Sends raw bytes as the body. Never retried. */
  upload<T extends Operation>(operation: T, bytes: Uint8Array, input?: CallInput<T>): Promise<Answer<T>>
  close(): Promise<void>
}

/** Accepted media types of operations that declare no media type. */
const JSON_MEDIA = ['application/json', 'application/x-ndjson']

const dropUndefined = (headers: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter((header): header is [string, string] => header[1] !== undefined))

type PrepareExchange = (
  operation: Operation,
  input: UrlInput,
  options: CallOptions,
  content?: [type: string, body: string | Uint8Array],
) => RequestOptions

function createPrepareExchange(options: ClientOptions, dispatcher: Dispatcher): PrepareExchange {
  const base = normaliseBaseUrl(options.url)
  return (operation, input, { idempotencyKey, ifMatch, ifNoneMatch, runId, signal }, content) => ({
    url: buildUrl(base, operation, input),
    method: operation.method,
    headers: dropUndefined({
      authorization: `Bearer ${options.token}`,
      'user-agent': options.userAgent ?? 'kitroom-client',
      'x-forwarded-for': options.forwardedFor,
      accept: [...(operation.reply.media ?? JSON_MEDIA), 'application/problem+json'].join(', '),
      'content-type': content?.[0],
      'idempotency-key': idempotencyKey,
      'if-match': ifMatch,
      'if-none-match': ifNoneMatch,
      [RUN_HEADER.toLowerCase()]: runId,
    }),
    body: content?.[1],
    dispatcher,
    signal,
    timeoutMs: options.timeoutMs ?? scaleTimeLimit(30_000),
  })
}

async function exchangeJson<T extends Operation>(exchange: RequestOptions): Promise<Answer<T>> {
  const { status, headers, text } = await requestText(exchange)
  try {
    return { status, headers, body: JSON.parse(text) as Reply<T> }
  } catch {
    throw new ApiError({
      status,
      code: 'unreadable_answer',
      detail: 'The answer is not JSON.',
      requestId: headers['request-id'],
    })
  }
}

type ReadBody<T> = (body: AsyncIterable<Uint8Array>, status: number) => AsyncIterable<T>

async function* readStream<T>(
  exchange: RequestOptions,
  retries: number,
  read: ReadBody<T>,
): AsyncGenerator<T, void, undefined> {
  const { status, body } = await withRetries(retries, exchange.signal, () =>
    openStream(exchange, STREAM_IDLE_TIMEOUT_MS),
  )
  try {
    yield* read(body, status)
  } catch (error) {
    throw error instanceof ApiError
      ? error
      : toConnectionError(error, exchange.url, exchange.signal, STREAM_IDLE_TIMEOUT_MS)
  }
}

const encodeJsonBody = (input: { body?: unknown }): [string, string] | undefined =>
  input.body === undefined ? undefined : ['application/json', JSON.stringify(input.body)]

/** Creates a client for one plane and one key. @throws TypeError for an invalid URL */
export function createClient(options: ClientOptions): Client {
  const ownAgent = options.dispatcher ? undefined : new Agent({ connections: 64 })
  const prepareExchange = createPrepareExchange(options, options.dispatcher ?? (ownAgent as Agent))
  const retriesFor = (operation: Operation, call: CallOptions): number =>
    operation.method === 'GET' || call.idempotencyKey !== undefined ? (options.retries ?? 2) : 0
  return {
    call: async (operation, input = {}, call = {}) => {
      const exchange = prepareExchange(operation, input, call, encodeJsonBody(input))
      return withRetries(retriesFor(operation, call), call.signal, () => exchangeJson(exchange))
    },
    stream: (operation, input = {}, call = {}) =>
      readStream(
        prepareExchange(operation, input, call, encodeJsonBody(input)),
        retriesFor(operation, call),
        parseLines,
      ),
    download: (operation, input = {}, call = {}) =>
      readStream(
        prepareExchange(operation, input, call, encodeJsonBody(input)),
        retriesFor(operation, call),
        (body) => body,
      ),
    upload: async (operation, bytes, input = {}) =>
      exchangeJson(prepareExchange(operation, input, {}, ['application/octet-stream', bytes])),
    close: async () => ownAgent?.close(),
  }
}
