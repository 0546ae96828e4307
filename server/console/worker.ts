// Forwards requests of the console to the worker's control plane. The server knows only the worker's address, and reads neither bodies nor responses.
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { Agent, Dispatcher } from 'undici'
import { CONSOLE_WORKER_BASE } from '../../contract/console.ts'
import { CONTROL_BASE } from '../../contract/control/control.ts'
import { MAX_SHEET_BYTES } from '../../contract/policies.ts'
import { declaresTooManyBytes } from '../../platform/http/body.ts'
import type { AnyBody, Answer, MediaType, StreamedBody } from '../answer.ts'
import type { AppContext } from '../context/context.ts'
import { AppError } from '../errors.ts'
import { beginPassedBody } from '../http/body.ts'
import type { Exchange } from '../http/exchange.ts'
import { identifyBySession } from './identify.ts'
import { createWorkerToken } from './workerToken.ts'
import { scaleTimeLimit } from '../../platform/timeLimit.ts'

const CONNECT_TIMEOUT_MS = 3000
/** Time limit of a response. It exceeds the worker's limit, in which a sheet arrives, is parsed and explained. */
const ANSWER_TIMEOUT_MS = 150_000
/** Time limit between two parts of a response. A run's progress may be silent during one of its steps. */
const SILENCE_TIMEOUT_MS = 300_000
/** Time limit of an upload, equal to the worker's. */
const UPLOAD_TIMEOUT_MS = 120_000
const CONNECTIONS = 64

/** Matches paths of control operations. Other paths are not forwarded. */
const SAFE_PATH = /^(?:\/[\w%~-][\w.%~-]*)+$/

const PASSED_MEDIA: readonly string[] = [
  'application/json',
  'application/problem+json',
  'application/x-ndjson',
] satisfies MediaType[]
const METHODS: readonly string[] = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE']
const ALLOW = METHODS.join(', ')
const PASSED_HEADERS = ['retry-after'] as const

export interface WorkerGateway {
  perform(app: AppContext, exchange: Exchange): Promise<Answer<AnyBody>>
  close(): Promise<void>
}

const unavailable = (detail: string, cause?: unknown): AppError =>
  new AppError('worker_unavailable', `${detail} Syncs, reminders and automations need it; the inventory does not.`, {
    headers: { 'Retry-After': '5' },
    cause,
  })

/** Returns the path of a control operation. @throws AppError not_found */
function toControlPath(path: string): string {
  const rest = path.slice(CONSOLE_WORKER_BASE.length)
  if (!SAFE_PATH.test(rest) || /%(?:2e|2f|5c)/i.test(rest))
    throw new AppError('not_found', 'There is nothing at this path.')
  return CONTROL_BASE + rest
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

function checkBodySize(request: IncomingMessage): void {
  if (declaresTooManyBytes(request, MAX_SHEET_BYTES))
    throw new AppError('body_too_large', `The body is larger than ${MAX_SHEET_BYTES} bytes.`, {
      headers: { Connection: 'close' },
    })
}

/** Counts the forwarded bytes for the audit, and ends a body that is too long. */
async function* countBody(exchange: Exchange): AsyncGenerator<Buffer> {
  // The request must survive an early response, which still needs its connection.
  for await (const chunk of exchange.request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    exchange.bytesIn += chunk.length
    if (exchange.bytesIn > MAX_SHEET_BYTES)
      throw new AppError('body_too_large', `The body is larger than ${MAX_SHEET_BYTES} bytes.`)
    yield chunk
  }
}

async function* passOn(body: AsyncIterable<Uint8Array>, release: () => void): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } finally {
    release()
  }
}

function toMediaType(given: string | string[] | undefined): MediaType {
  const type = (typeof given === 'string' ? given : '').split(';')[0]?.trim().toLowerCase() ?? ''
  return PASSED_MEDIA.includes(type) ? (type as MediaType) : 'application/octet-stream'
}

async function toAnswer(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  release: () => void,
): Promise<Answer<StreamedBody>> {
  if (statusCode === 401) {
    await body.dump()
    throw unavailable(
      'The worker refuses this server: both need the same API server, and several servers need the same KITROOM_ENCRYPTION_KEY.',
    )
  }
  const passedHeaders: Record<string, string> = {}
  for (const name of PASSED_HEADERS) if (typeof headers[name] === 'string') passedHeaders[name] = headers[name]
  return {
    status: statusCode,
    body: { chunks: passOn(body, release) },
    contentType: toMediaType(headers['content-type']),
    cacheControl: 'no-store',
    headers: passedHeaders,
  }
}

interface Disconnect {
  signal: AbortSignal
  /** Stops watching. */
  release: () => void
}

/** Ends a request to the worker when the browser has disconnected, or sends its body too slowly. */
function watchDisconnect({ request }: Exchange): Disconnect {
  const controller = new AbortController()
  const abort = (): void => controller.abort()
  const uploadTimer = setTimeout(() => request.complete || abort(), UPLOAD_TIMEOUT_MS)
  request.socket.once('close', abort)
  const release = (): void => {
    clearTimeout(uploadTimer)
    request.socket.off('close', abort)
  }
  return { signal: controller.signal, release }
}

async function requestWorker(
  agent: Agent,
  workerUrl: string,
  exchange: Exchange,
  token: string,
): Promise<Answer<StreamedBody>> {
  const { request, headers, query } = exchange
  const path = toControlPath(exchange.path)
  checkBodySize(request)
  const isUpload = hasBody(request)
  if (isUpload) beginPassedBody(request)
  const { signal, release } = watchDisconnect(exchange)
  try {
    const response: Dispatcher.ResponseData = await agent.request({
      origin: workerUrl,
      path: query === '' ? path : `${path}?${query}`,
      method: request.method ?? 'GET',
      signal,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json, application/x-ndjson, */*',
        'user-agent': 'kitroom-console',
        ...(headers['content-type'] !== undefined && { 'content-type': headers['content-type'] }),
      },
      body: isUpload ? Readable.from(countBody(exchange), { objectMode: false }) : null,
    })
    return await toAnswer(response, release)
  } catch (error) {
    release()
    if (error instanceof AppError) throw error
    throw unavailable('The worker does not answer right now.', error)
  }
}

/** @param workerUrl undefined if there is no worker */
export function createWorkerGateway(workerUrl: string | undefined): WorkerGateway {
  let agent: Promise<Agent> | undefined
  // Opens the agent on demand: a server without a used console does not need the library.
  const openAgent = async (): Promise<Agent> => {
    const { Agent: UndiciAgent } = await import('undici')
    const timeouts = {
      headersTimeout: ANSWER_TIMEOUT_MS,
      bodyTimeout: SILENCE_TIMEOUT_MS,
      connect: { timeout: scaleTimeLimit(CONNECT_TIMEOUT_MS) },
    }
    return new UndiciAgent({ ...timeouts, connections: CONNECTIONS })
  }
  return {
    async perform(app, exchange) {
      const { method = '' } = exchange.request
      if (!METHODS.includes(method))
        throw new AppError('method_not_allowed', `This path allows ${ALLOW}.`, { headers: { Allow: ALLOW } })
      exchange.route = '/worker/v1'
      exchange.template = CONSOLE_WORKER_BASE
      await app.accountStates.check()
      const actor = await identifyBySession(app, exchange, 'settings')
      app.rates.count(actor, exchange)
      app.lastUsed.record(actor.account, actor.keyId, exchange.ip)
      if (workerUrl === undefined) throw unavailable('This server knows no worker: KITROOM_WORKER_URL is not set.')
      return requestWorker(
        await (agent ??= openAgent()),
        workerUrl,
        exchange,
        createWorkerToken(app, actor, exchange.ip),
      )
    },
    close: async () => (await agent)?.destroy(),
  }
}
