import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { v7 as uuidv7 } from 'uuid'
import { listen } from '../../platform/http/listen.ts'
import { MAX_SHEET_BYTES } from '../../contract/policies.ts'
import { blocksWorker } from '../problems/problem.ts'
import { checkHost, checkToken } from './access.ts'
import { BodyError, readBody } from '../../platform/http/body.ts'
import { readJson } from './body.ts'
import { sendProblem } from './problem.ts'
import { toWorkerError, WorkerError } from '../errors.ts'
import type { ControlContext } from './route.ts'
import { createRouter, readInput } from './router.ts'
import { routes } from './routes.ts'
import { sendLines, sendChunks } from './sendLines.ts'

const MAX_HEADERS_BYTES = 16 * 1024
const REQUEST_TIMEOUT_MS = 120_000

const findRoute = createRouter(routes)

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), 'cache-control': 'no-store' })
  response.end(text)
}

async function serve(context: ControlContext, request: IncomingMessage, response: ServerResponse): Promise<void> {
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
  const { port } = await listen(server, '127.0.0.1', options.port)
  server.on('request', (request, response) => {
    const handle = async (): Promise<void> => {
      checkHost(request, port)
      if (request.method === 'GET' && request.url === '/healthz') return sendHealth(response, options.isHealthy())
      if (request.method === 'GET' && request.url === '/readyz') return sendReadiness(response, context, options.isHealthy())
      checkToken(request, options.token)
      await serve(context, request, response)
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
