import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { v7 as uuidv7 } from 'uuid'
import { listenOn } from '../../platform/http/listenOn.ts'
import { MAX_SHEET_BYTES } from '../../contract/policies.ts'
import { blocksWorker } from '../problems/problem.ts'
import { checkHost, checkToken } from './access.ts'
import { BodyError, readBody } from '../../platform/http/body.ts'
import { toWorkerError, WorkerError } from '../errors.ts'
import type { ControlContext } from './route.ts'
import { createRouter, readInput } from './router.ts'
import { routes } from './routes.ts'
import { controlErrorCodes } from '../../contract/controlErrors.ts'
import { formatProblemBody } from '../../platform/http/formatProblemBody.ts'

async function* toLines(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const value of values) yield `${JSON.stringify(value)}\n`
}

const sendLines = (response: ServerResponse, values: AsyncIterable<unknown>): Promise<void> =>
  sendChunks(response, 'application/x-ndjson', toLines(values))

/**
 * Streams a body with backpressure. Status and headers are sent with the first chunk, so an earlier error can still be a problem response. After a
 * later error the caller destroys the connection, so that the partial body does not look complete.
 */
async function sendChunks(response: ServerResponse, contentType: string, chunks: AsyncIterable<string | Uint8Array>): Promise<void> {
  const disconnected = new AbortController()
  response.once('close', () => disconnected.abort())
  for await (const chunk of chunks) {
    if (!response.headersSent) response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' })
    if (disconnected.signal.aborted) return
    if (!response.write(chunk)) await once(response, 'drain', { signal: disconnected.signal }).catch(() => undefined)
  }
  response.end()
}

/** Sends application/problem+json (RFC 9457 section 3), in the shape of the API's problems. */
function sendProblem(response: ServerResponse, error: WorkerError, requestId: string): void {
  const kind = controlErrorCodes[error.code]
  const { status } = kind
  const body = formatProblemBody(kind, error, requestId)
  const headers = { 'content-type': 'application/problem+json', 'content-length': Buffer.byteLength(body), connection: 'close' }
  response.writeHead(status, error.code === 'unauthorized' ? { ...headers, 'www-authenticate': 'Bearer realm="kitroom control"' } : headers)
  response.end(body)
}

const MAX_JSON_BYTES = 64 * 1024

/** Parses a JSON body; an empty one is `{}`. */
async function readJson(request: IncomingMessage): Promise<unknown> {
  const text = (await readBody(request, MAX_JSON_BYTES)).toString('utf8')
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new WorkerError('invalid_request', 'The body is not valid JSON.', { cause: error })
  }
}

const MAX_HEADERS_BYTES = 16 * 1024
const REQUEST_TIMEOUT_MS = 120_000

const findRoute = createRouter(routes)

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), 'cache-control': 'no-store' })
  response.end(text)
}

async function serveRequest(context: ControlContext, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://control')
  const { route, params } = findRoute(request.method ?? '', url.pathname)
  const { operation } = route
  const body = operation.body ? await readJson(request) : undefined
  const input = readInput(operation, params, url.searchParams, body)
  if (route.kind === 'lines') return sendLines(response, route.handle(context, input))
  if (route.kind === 'file') return sendChunks(response, 'application/octet-stream', route.handle(context, input))
  const reply = route.kind === 'json' ? route.handle(context, input) : route.handle(context, input, await readBody(request, MAX_SHEET_BYTES))
  sendJson(response, operation.reply.status, await reply)
}

function sendError(context: ControlContext, response: ServerResponse, error: unknown): void {
  const problem = error instanceof BodyError ? new WorkerError(error.code, error.message) : toWorkerError(error, context.temporal.options.namespace)
  const requestId = uuidv7()
  if (problem.code === 'internal_error') context.log.error({ err: error, requestId }, 'a control request failed')
  else if (problem.cause) context.log.warn({ err: problem.cause, requestId }, problem.detail)
  if (response.headersSent) response.destroy()
  else sendProblem(response, problem, requestId)
}

/** Liveness for supervisors, without a token. */
function sendHealth(response: ServerResponse, isHealthy: boolean): void {
  sendJson(response, isHealthy ? 200 : 503, { status: isHealthy ? 'ok' : 'not polling' })
}

/** Readiness for supervisors. Problems of single runs do not affect it. */
function sendReadiness(response: ServerResponse, { problems }: ControlContext, isHealthy: boolean): void {
  const currentProblems = problems.list()
  const isReady = isHealthy && !currentProblems.some(({ code }) => blocksWorker(code))
  sendJson(response, isReady ? 200 : 503, { status: isReady ? 'ready' : isHealthy ? 'not ready' : 'not polling', problems: currentProblems })
}

export interface ControlPlane {
  port: number
  close(): Promise<void>
}

/** Opens the control plane on the loopback address. With port 0, the system chooses a port. */
export async function openControlPlane(
  context: ControlContext,
  options: { port: number; token: string; isHealthy: () => boolean },
): Promise<ControlPlane> {
  const server = createServer({ maxHeaderSize: MAX_HEADERS_BYTES, requestTimeout: REQUEST_TIMEOUT_MS })
  const { port } = await listenOn(server, '127.0.0.1', options.port)
  server.on('request', (request, response) => {
    const handle = async (): Promise<void> => {
      checkHost(request, port)
      if (request.method === 'GET' && request.url === '/healthz') return sendHealth(response, options.isHealthy())
      if (request.method === 'GET' && request.url === '/readyz') return sendReadiness(response, context, options.isHealthy())
      checkToken(request, options.token)
      await serveRequest(context, request, response)
    }
    handle().catch((error: unknown) => sendError(context, response, error))
  })
  server.on('clientError', (_error, socket) => socket.destroy())
  const close = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
  }
  return { port, close }
}
