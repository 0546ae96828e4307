// Control plane for other machines: a separate listener, which accepts owner keys and signed requests, and never the
// token of this machine.
import type { IncomingMessage } from 'node:http'
import { createNetworkCheck, createOriginFinder } from '../../platform/http/clientOrigin.ts'
import { limitConnections } from '../../platform/http/limitConnections.ts'
import { closeListener, createListener, listenOn } from '../../platform/http/listener.ts'
import { createWorkerError } from '../context/errors.ts'
import { readOwnerKey, type CallerCheck } from './caller.ts'
import { readSingleHeader } from './access.ts'
import { createKeyAccess } from './checkAccess.ts'
import type { ControlContext } from './route.ts'
import { serveRequest } from './serve.ts'
import { isSignedRequest, type SignedRequests } from './signedRequest.ts'
import { REQUEST_TIMEOUT_MS, sendHealth, sendReadiness, serveOn, type ControlPlane, type Health } from './server.ts'
import type { RemoteControlSettings } from '../context/remoteControl.ts'

const LIMITS = {
  headersMs: 10_000,
  requestMs: REQUEST_TIMEOUT_MS,
  // Longer than the time between two lines of a stream, and than proxies keep idle connections.
  silenceMs: 150_000,
  keepAliveMs: 72_000,
  connections: 256,
  connectionsPerAddress: 64,
}

/**
 * Rejects names that are not configured. A web page sends its own name in a DNS rebinding attack.
 * @throws WorkerError invalid_request
 */
function checkHostName(request: IncomingMessage, names: readonly string[]): void {
  const [, name = ''] = /^(.*?)(?::\d{1,5})?$/.exec(readSingleHeader(request, 'host') ?? '') ?? []
  if (!names.includes(name.toLowerCase())) throw createWorkerError('other_control_name', {})
}

export interface RemoteControlOptions {
  settings: RemoteControlSettings
  callers: CallerCheck
  signedRequests: SignedRequests
  health: Health
}

/** @throws Error of node:net when it cannot listen */
export async function openRemoteControlPlane(
  context: ControlContext,
  { settings, callers, signedRequests, health }: RemoteControlOptions,
): Promise<ControlPlane> {
  const findOrigin = createOriginFinder(settings.trustedProxies)
  const server = createListener(LIMITS)
  serveOn(server, context, async (request, response) => {
    if (request.method === 'GET' && request.url === '/healthz') return sendHealth(response, health)
    if (request.method === 'GET' && request.url === '/readyz') return sendReadiness(response, context, health, false)
    checkHostName(request, settings.names)
    const authorization = readSingleHeader(request, 'authorization')
    if (isSignedRequest(authorization))
      return serveRequest(context, request, response, signedRequests.createAccess(request, authorization))
    const key = readOwnerKey(authorization)
    const { ip } = findOrigin(request.socket.remoteAddress, {
      'x-forwarded-for': request.headersDistinct['x-forwarded-for']?.join(', ') ?? '',
    })
    const access = createKeyAccess(context.log, callers, { key, ip, isGone: () => response.destroyed })
    await serveRequest(context, request, response, access)
  })
  limitConnections(server, LIMITS, createNetworkCheck(settings.trustedProxies))
  const { port, url } = await listenOn(server, settings.host, settings.port)
  return { port, url, close: () => closeListener(server) }
}
