import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { DatabaseUnavailable, ReadTooSlow, WritesStopped } from '../../platform/sql/types.ts'
import { lingerOnClose } from '../../platform/http/linger.ts'
import type { Plane } from '../../contract/planes.ts'
import { authenticate, checkKeyIsLive, checkKeyPlane, checkScope } from '../auth/authenticate.ts'
import type { Actor } from '../auth/keyCache.ts'
import { checkFeature } from '../auth/features.ts'
import type { AppContext, SessionContext } from '../context/context.ts'
import { countBytes, type AnyBody, type Answer } from '../answer.ts'
import { answerOptions, noCors, withoutCors, type Cors } from '../answers/cors.ts'
import { toAuditEntry, createExchange, type Exchange } from './exchange.ts'
import { checkFraming, parseHeaders, type RequestHeaders } from './headers.ts'
import { performRead } from './performRead.ts'
import { performWrite } from './performWrite.ts'
import { problemAnswer } from './serializeProblem.ts'
import { AppError, createError, createInternalError, createMethodError } from '../errors.ts'
import type { Route } from './route.ts'
import type { Credential, Match, Router } from './router.ts'
import { isStreamed, send, sendStream } from './send.ts'
import { decodeSegment, parseTarget } from './target.ts'
import { ALL_METHODS } from './wireErrors.ts'

/** Answers paths that need no key: health and documents. `undefined` passes the request to the API. */
export type PublicPages = (
  method: string,
  path: string,
  headers: RequestHeaders,
) => Answer<string | Uint8Array> | Promise<Answer> | undefined

/** Answers paths of the console, which no route of the planes has. `undefined` means that the path does not exist. */
export type OtherPaths = (
  app: AppContext,
  exchange: Exchange,
  perform: PerformMatch,
) => Promise<Answer<AnyBody>> | undefined

/** Performs a route with a caller that `credential` identifies. */
type PerformMatch = (match: Match, credential: Credential) => Promise<Answer<AnyBody>>

/** Finds callers that have a session of the console instead of a key. */
interface SessionCallers {
  /** Finds the caller of a request with a session's cookie. @throws AppError */
  identifyBySession: (app: SessionContext, exchange: Exchange, plane: Plane['name']) => Promise<Actor>
}

export interface Handlers {
  router: Router
  pages: PublicPages
  otherPaths: OtherPaths
  sessionCallers: SessionCallers
}

function findRoute(cors: Cors, exchange: Exchange, { pathRoutes, segment }: Match): Route | Answer {
  exchange.route = pathRoutes.route
  exchange.template = pathRoutes.template
  exchange.id = decodeSegment(segment).toLowerCase()
  const { method = '' } = exchange.request
  if (method === 'OPTIONS') return answerOptions(cors, exchange.headers, pathRoutes.allow)
  const route = pathRoutes.methods.get(method === 'HEAD' ? 'GET' : method)
  if (!route) throw createMethodError(pathRoutes.allow)
  return route
}

const HSTS: readonly string[] = ['Strict-Transport-Security', 'max-age=31536000']

const NO_HEADERS: readonly string[] = []
/** Clock error above which the `Date` header is replaced, because Node's header uses the machine's clock. */
const MAX_DATE_ERROR_MS = 60_000

/** Returns the `Date` header while the machine's clock is not trusted, because clients compare their clocks with it. */
function readTrustedDate({ clock }: Pick<AppContext, 'clock'>): readonly string[] {
  const nowMs = clock.nowMs()
  return Math.abs(Date.now() - nowMs) < MAX_DATE_ERROR_MS ? NO_HEADERS : ['Date', new Date(nowMs).toUTCString()]
}

function readHeadersAndOrigin(app: Pick<AppContext, 'clock' | 'cors' | 'findOrigin'>, exchange: Exchange): void {
  const { rawHeaders, httpVersion, socket } = exchange.request
  const headers = parseHeaders(rawHeaders)
  exchange.headers = headers
  const { ip, secure } = app.findOrigin(socket.remoteAddress, headers)
  exchange.ip = ip
  exchange.secure = secure
  const cors = app.cors.headersFor(headers.origin)
  const date = readTrustedDate(app)
  exchange.extraHeaders = secure || date.length > 0 ? [...cors, ...(secure ? HSTS : []), ...date] : cors
  checkFraming(headers, httpVersion)
}

/**
 * Authenticates the caller for this plane. Failures count against the client's address, so they never limit a valid
 * key.
 * @throws AppError missing_api_key, invalid_api_key, invalid_header, rate_limited
 */
async function identifyByKey(app: AppContext, exchange: Exchange, plane: Plane): Promise<Actor> {
  try {
    const { actor, state } = await authenticate(app.keys, exchange.headers.authorization)
    exchange.actor = actor
    exchange.state = state
    checkKeyPlane(actor, plane)
    checkKeyIsLive(actor, app.clock.nowMs())
    return actor
  } catch (error) {
    if (error instanceof AppError) app.rates.countRefusal(exchange.ip)
    throw error
  }
}

async function performMatch(
  app: AppContext,
  sessionCallers: SessionCallers,
  exchange: Exchange,
  match: Match,
  credential: Credential,
): Promise<Answer<AnyBody>> {
  const isSession = credential === 'session'
  if (isSession) exchange.extraHeaders = withoutCors(exchange.extraHeaders)
  const route = findRoute(isSession ? noCors : app.cors, exchange, match)
  if ('status' in route) return route
  exchange.matchedRoute = route
  await app.accountStates.check()
  if (route.kind === 'open') return route.perform(app, exchange, route.operation)
  const { plane } = match.pathRoutes
  const actor = await (isSession
    ? sessionCallers.identifyBySession(app, exchange, plane.name)
    : identifyByKey(app, exchange, plane))
  app.rates.count(actor, exchange)
  app.lastUsed.record(actor.account, actor.keyId, exchange.ip)
  checkScope(actor, route.operation)
  if (route.operation.feature) await checkFeature(app.db, actor.account, route.operation)
  return route.kind === 'read' ? performRead(app, exchange, actor, route) : performWrite(app, exchange, actor, route)
}

async function sendResponse(
  app: AppContext,
  { router, pages, otherPaths, sessionCallers }: Handlers,
  exchange: Exchange,
): Promise<Answer<AnyBody>> {
  const { request } = exchange
  const { method = '', url = '' } = request
  readHeadersAndOrigin(app, exchange)
  if (method === 'OPTIONS' && url === '*') return answerOptions(app.cors, exchange.headers, ALL_METHODS)
  const { path, query } = parseTarget(url)
  exchange.path = path
  exchange.query = query
  const page = pages(method, path, exchange.headers)
  if (page) {
    exchange.template = path
    return page
  }
  if (app.isDraining)
    throw createError(
      'shutting_down',
      {},
      {
        headers: { 'Retry-After': '1' },
      },
    )
  const match = router.match(path)
  const perform: PerformMatch = (found, credential) => performMatch(app, sessionCallers, exchange, found, credential)
  if (match) return perform(match, match.pathRoutes.credential)
  const answer = otherPaths(app, exchange, perform)
  if (answer) return answer
  throw createError('no_path', {})
}

function findOutageReason(
  error: DatabaseUnavailable,
): 'search_too_slow' | 'database_silent' | 'write_uncertain' | 'no_writes' {
  if (error instanceof ReadTooSlow) return 'search_too_slow'
  if (!(error instanceof WritesStopped)) return 'database_silent'
  return error.uncertain ? 'write_uncertain' : 'no_writes'
}

function toAppError({ log }: Pick<AppContext, 'log'>, exchange: Exchange, error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof DatabaseUnavailable)
    return createError(findOutageReason(error), {}, { headers: { 'Retry-After': '2' }, cause: error })
  log.error({ err: error, requestId: exchange.requestId, route: exchange.route }, 'request failed')
  return createInternalError(error)
}

/**
 * Protocol upgrades are ignored. Node's parser reads nothing after such a request, so the connection is closed after
 * the response.
 */
function endsWithUpgrade({ headers, request }: Exchange): boolean {
  if (headers.upgrade === undefined) return false
  lingerOnClose(request.socket)
  return true
}

async function serveRequest(
  app: AppContext,
  handlers: Handlers,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const exchange = createExchange(request)
  let answer: Answer<AnyBody>
  let errorCode: string | null = null
  try {
    answer = await sendResponse(app, handlers, exchange)
  } catch (thrown) {
    const error = toAppError(app, exchange, thrown)
    errorCode = error.code
    answer = problemAnswer(error, exchange.requestId)
  }
  send(app.outgoing, response, answer, {
    requestId: exchange.requestId,
    method: request.method,
    close: app.isStopping || endsWithUpgrade(exchange),
    extraHeaders: exchange.extraHeaders,
  })
  app.requests.record(exchange.template, request.method ?? '', answer.status, performance.now() - exchange.startedAtMs)
  const { actor, matchedRoute } = exchange
  let bytesOut = 0
  if (!isStreamed(answer.body)) bytesOut = countBytes(answer.body)
  else if (request.method !== 'HEAD') {
    const { bytes, failure } = await sendStream(response, answer.body)
    bytesOut = bytes
    if (failure !== undefined) errorCode = toAppError(app, exchange, failure).code
  }
  // The audit row of a write is committed with the write. A write that threw has none yet.
  if (actor && (matchedRoute?.kind === 'read' ? app.auditReads : errorCode !== null)) {
    const nowMs = app.clock.nowMs()
    app.audit.add(
      actor.account,
      toAuditEntry(exchange, actor, nowMs, { status: answer.status, errorCode, bytesOut }),
      exchange.uncertainChainEnd,
    )
  }
}

export function createListener(app: AppContext, handlers: Handlers): RequestListener {
  const endRequest = (): void => {
    app.inFlight -= 1
  }
  return (request, response) => {
    app.inFlight += 1
    serveRequest(app, handlers, request, response).then(endRequest, (error: unknown) => {
      endRequest()
      app.log.error({ err: error }, 'an answer could not be sent')
      response.destroy()
    })
  }
}
