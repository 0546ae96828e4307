import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { WholeAnswer } from '../../platform/http/answer.ts'
import type { Socket } from 'node:net'
import { createNetworkCheck } from '../../platform/http/clientOrigin.ts'
import { limitConnections, type ConnectionLimits, type IsShared } from '../../platform/http/limitConnections.ts'
import { closeListener, createListener, listenOn, type ListenerLimits } from '../../platform/http/listener.ts'
import type { Logger } from '../../platform/log.ts'
import { readBody } from '../../platform/http/body.ts'
import { createPathTable, type PathMatch } from '../../platform/http/pathTemplate.ts'
import { IngressError, toIngressError } from './problem.ts'
import { answerProblem } from './problemPage.ts'
import type { IngressRoute } from './route.ts'
import { answerClientError, sendAnswer } from './send.ts'

/** Maximum size of a body. The largest event has nearly 300 kB. */
export const MAX_BODY_BYTES = 512 * 1024
const MAX_HEADERS = 100
/** Time for running requests to complete when the worker stops. */
const CLOSE_GRACE_MS = 2000

export interface IngressLimits extends Required<ListenerLimits>, ConnectionLimits {}

const ingressLimits: IngressLimits = {
  headersMs: 5000,
  requestMs: 15_000,
  silenceMs: 30_000,
  keepAliveMs: 72_000,
  checkEveryMs: 1000,
  connections: 256,
  connectionsPerAddress: 64,
}

export interface IngressOptions {
  host: string
  port: number
  routes: readonly IngressRoute[]
  log: Logger
  /** Called for GET /healthz. */
  isHealthy: () => boolean
  limits?: IngressLimits
  /** Networks of proxies, each of which forwards many clients: only the total limit applies to them. */
  trustedProxies?: readonly string[]
}

/** Public listener of the worker, for webhooks and calendars. */
export interface Ingress {
  url: string
  /** Stops listening; running requests complete. */
  close(): Promise<void>
}

const healthRoute = (isHealthy: () => boolean): IngressRoute => ({
  name: 'health',
  methods: ['GET', 'HEAD'],
  path: '/healthz',
  handle: async () => {
    const healthy = isHealthy()
    const body = JSON.stringify({ status: healthy ? 'ok' : 'not polling' })
    return { status: healthy ? 200 : 503, headers: { 'content-type': 'application/json' }, body }
  },
})

type FindRoute = (path: string) => PathMatch<IngressRoute> | undefined

async function handleRequest(
  { log }: IngressOptions,
  findRoute: FindRoute,
  request: IncomingMessage,
): Promise<WholeAnswer> {
  let name: string | undefined
  try {
    const method = request.method ?? ''
    const found = findRoute((request.url ?? '').split('?', 1)[0] ?? '')
    if (!found) throw new IngressError('not_found', 'There is nothing here.')
    const { route, params } = found
    name = route.name
    if (!route.methods.includes(method))
      throw new IngressError('method_not_allowed', 'This method is not served here.', {
        headers: { allow: route.methods.join(', ') },
      })
    return await route.handle({
      method,
      headers: request.headers,
      params,
      readBody: () => readBody(request, MAX_BODY_BYTES),
    })
  } catch (error) {
    const fault = toIngressError(error)
    // A path may contain a calendar's token, so the log has only the route's name.
    if (fault.code === 'internal_error') log.error({ err: error, route: name }, 'a request to the ingress failed')
    return answerProblem(fault, request.headers)
  }
}

function createIngressServer(
  limits: IngressLimits,
  isShared: IsShared,
  serve: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  const server = createListener(limits, false)
  server.maxHeadersCount = MAX_HEADERS
  server.on('request', serve)
  server.on('checkExpectation', serve)
  server.on('connect', (_request, socket: Socket) => socket.destroy())
  server.on('clientError', answerClientError)
  limitConnections(server, limits, isShared)
  return server
}

/**
 * Opens the listener, separate from the control plane because it may face the internet.
 * @throws Error of node:net when it cannot listen
 */
export async function openIngress(options: IngressOptions): Promise<Ingress> {
  const findRoute = createPathTable([healthRoute(options.isHealthy), ...options.routes], ({ path }) => path)
  const server = createIngressServer(
    options.limits ?? ingressLimits,
    createNetworkCheck(options.trustedProxies ?? []),
    (request, response) => {
      handleRequest(options, findRoute, request)
        .then((found) => sendAnswer(request, response, found, { closeConnection: !server.listening }))
        .catch((error: unknown) => {
          options.log.error({ err: error }, 'an answer of the ingress could not be sent')
          response.destroy()
        })
    },
  )
  const { url } = await listenOn(server, options.host, options.port)
  return { url, close: () => closeListener(server, CLOSE_GRACE_MS) }
}
