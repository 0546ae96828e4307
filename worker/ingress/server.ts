import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer } from '../../platform/http/nodeHttp.ts'
import type { Socket } from 'node:net'
import { createNetworkCheck } from '../../platform/http/clientOrigin.ts'
import { listenOn } from '../../platform/http/listenOn.ts'
import { limitConnections } from '../../platform/http/limitConnections.ts'
import type { WholeAnswer } from '../../platform/http/answer.ts'
import type { Logger } from '../../platform/log.ts'
import { readBody } from '../../platform/http/body.ts'
import { createPathTable, type PathMatch } from '../../platform/http/pathTemplate.ts'
import { IngressError, toIngressError } from './problem.ts'
import { answerProblem } from './problemPage.ts'
import type { IngressRoute } from './route.ts'
import { answerClientError, sendAnswer } from './send.ts'

const MAX_HEADER_BYTES = 16 * 1024
/** The largest event has nearly 300 kB. */
export const MAX_BODY_BYTES = 512 * 1024
const MAX_HEADERS = 100
/** Time that running requests get to complete when the worker stops. */
const CLOSE_GRACE_MS = 2000

export interface IngressLimits {
  headersMs: number
  requestMs: number
  idleTimeoutMs: number
  keepAliveMs: number
  checkEveryMs: number
  connections: number
  connectionsPerAddress: number
}

const ingressLimits: IngressLimits = {
  headersMs: 5000,
  requestMs: 15_000,
  idleTimeoutMs: 30_000,
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
  /** Networks of proxies, whose connections are those of many clients: only the total limit counts for them. */
  trustedProxies?: readonly string[]
}

/** The worker's public listener, for webhooks and calendars. */
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
    // Paths may contain a calendar's token; log the route's name.
    if (fault.code === 'internal_error') log.error({ err: error, route: name }, 'a request to the ingress failed')
    return answerProblem(fault, request.headers)
  }
}

function createListener(
  limits: IngressLimits,
  isShared: (address: string) => boolean,
  serve: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: limits.checkEveryMs,
      maxHeaderSize: MAX_HEADER_BYTES,
      requireHostHeader: false,
      noDelay: true,
    },
    serve,
  )
  server.maxHeadersCount = MAX_HEADERS
  server.timeout = limits.idleTimeoutMs
  server.on('checkExpectation', serve)
  server.on('connect', (_request, socket: Socket) => socket.destroy())
  server.on('clientError', answerClientError)
  limitConnections(server, { ...limits, isShared })
  return server
}

/** Opens the listener, separate from the control plane because it may face the internet. @throws Error of node:net when it cannot listen */
export async function openIngress(options: IngressOptions): Promise<Ingress> {
  const findRoute = createPathTable([healthRoute(options.isHealthy), ...options.routes], ({ path }) => path)
  const server = createListener(
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
  const close = async (): Promise<void> => {
    const closeTimer = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS)
    await new Promise((resolve) => server.close(resolve))
    clearTimeout(closeTimer)
  }
  return { url, close }
}
