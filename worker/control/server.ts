import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { closeListener, createListener, listenOn } from '../../platform/http/listener.ts'
import { checkHost, checkToken, readSingleHeader } from './access.ts'
import { sendError, sendJson, type ErrorContext } from './answers.ts'
import type { ControlContext } from './route.ts'
import { serveRequest, type Access } from './serve.ts'
import { isSignedRequest, type SignedRequests } from './signedRequest.ts'

export const REQUEST_TIMEOUT_MS = 120_000

/** State of the process for supervisors. */
export interface Health {
  isPolling: () => boolean
  /** False while another version of the worker gets the tasks. */
  isCurrent: () => boolean
  /** Finds a server that the worker needs and that does not answer now. */
  findUnreachable: () => Promise<string | undefined>
}

/** Sends liveness for supervisors, without a token. */
export function sendHealth(response: ServerResponse, { isPolling }: Health): void {
  const isHealthy = isPolling()
  sendJson(response, isHealthy ? 200 : 503, { status: isHealthy ? 'ok' : 'not polling' })
}

async function findObstacle({ isPolling, isCurrent, findUnreachable }: Health): Promise<string | undefined> {
  if (!isPolling()) return 'not polling'
  return isCurrent() ? findUnreachable() : 'not current'
}

/**
 * Sends readiness for supervisors. Problems of single runs do not affect it.
 * @param withProblems lists them, which callers without a key must not see
 */
export async function sendReadiness(
  response: ServerResponse,
  { problems }: Pick<ControlContext, 'problems'>,
  health: Health,
  withProblems: boolean,
): Promise<void> {
  const obstacle = await findObstacle(health)
  const currentProblems = problems.list()
  const isReady = obstacle === undefined && !problems.isBlocked()
  const status = isReady ? 'ready' : (obstacle ?? 'not ready')
  sendJson(response, isReady ? 200 : 503, { status, ...(withProblems && { problems: currentProblems }) })
}

export interface ControlPlane {
  port: number
  url: string
  close(): Promise<void>
}

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Serves requests, and sends the errors of `handle` as problems. */
export function serveOn(server: Server, context: ErrorContext, handle: Handle): void {
  server.on('request', (request, response) => {
    handle(request, response).catch((error: unknown) => sendError(context, response, error))
  })
  server.on('clientError', (_error, socket) => socket.destroy())
}

interface LocalControlOptions {
  port: number
  /** Folder of control.json. */
  token: string
  health: Health
  signedRequests: SignedRequests
}

/**
 * Creates the access of this machine. Its token gives access to everything, a signed request of the API server to what
 * its session may do.
 * @throws WorkerError unauthorized
 */
function createLocalAccess(request: IncomingMessage, { token, signedRequests }: LocalControlOptions): Access {
  const authorization = readSingleHeader(request, 'authorization')
  if (isSignedRequest(authorization)) return signedRequests.createAccess(request, authorization)
  checkToken(authorization, token)
  return { check: async () => undefined, checkBody: () => undefined }
}

/** Opens the control plane on the loopback address. The system chooses a port for port 0. */
export async function openControlPlane(context: ControlContext, options: LocalControlOptions): Promise<ControlPlane> {
  const server = createListener({ requestMs: REQUEST_TIMEOUT_MS })
  const { port, url } = await listenOn(server, '127.0.0.1', options.port)
  serveOn(server, context, async (request, response) => {
    checkHost(request, port)
    if (request.method === 'GET' && request.url === '/healthz') return sendHealth(response, options.health)
    if (request.method === 'GET' && request.url === '/readyz')
      return sendReadiness(response, context, options.health, true)
    await serveRequest(context, request, response, createLocalAccess(request, options))
  })
  return { port, url, close: () => closeListener(server) }
}
