// Forwards requests of the console to the worker's control plane. The server checks the session and signs the request;
// the worker believes the signature.
import type { Agent, Dispatcher } from 'undici'
import { v7 } from 'uuid'
import { CONSOLE_WORKER_BASE } from '../../contract/console.ts'
import { CONTROL_BASE } from '../../contract/control/control.ts'
import { controlOperations, formatPurpose } from '../../contract/control/operations.ts'
import type { Operation } from '../../contract/operation.ts'
import { uploadSheet } from '../../contract/control/sheetFiles.ts'
import { createPathTable } from '../../platform/http/pathTemplate.ts'
import { takeRandomIdBytes } from '../../platform/randomIdBytes.ts'
import { scaleTimeLimit } from '../../platform/timeLimit.ts'
import type { AnyBody, Answer, StreamedBody } from '../answer.ts'
import type { Actor } from '../auth/keyCache.ts'
import type { AppContext } from '../context/context.ts'
import { AppError, createError, createMethodError } from '../errors.ts'
import { toAuditEntry, type Exchange } from '../http/exchange.ts'
import { identifyBySession } from './identify.ts'
import type { RequestSigner } from './requestSigner.ts'
import { watchSession, type SessionWatch } from './sessionWatch.ts'
import { createUnavailableError, toAnswer, toRefusal } from './workerAnswer.ts'
import { openUpload, readWorkerBody, type WorkerBody } from './workerBody.ts'

const CONNECT_TIMEOUT_MS = 3000
/** Time limit of a response. It exceeds the worker's limit, in which a sheet arrives, is parsed and explained. */
const ANSWER_TIMEOUT_MS = 150_000
/** Time limit between two parts of a response. A run's progress may be silent during one of its steps. */
const SILENCE_TIMEOUT_MS = 300_000
/** Time limit of an upload, equal to the worker's. */
const UPLOAD_TIMEOUT_MS = 120_000
const CONNECTIONS = 64
/** A request is signed only if its session was checked within this time. */
const BODY_CHECK_MS = 1000
/** A part of a response is passed on only if the session was checked within this time. */
const STREAM_CHECK_MS = 5000

/** Matches paths of control operations. Other paths are not forwarded. */
const SAFE_PATH = /^(?:\/[\w%~-][\w.%~-]*)+$/

const METHODS: readonly string[] = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE']
const ALLOW = METHODS.join(', ')

export interface WorkerGateway {
  perform(app: AppContext, exchange: Exchange): Promise<Answer<AnyBody>>
  close(): Promise<void>
}

/** Returns the path of a control operation. @throws AppError not_found */
function toControlPath(path: string): string {
  const rest = path.slice(CONSOLE_WORKER_BASE.length)
  if (!SAFE_PATH.test(rest) || /%(?:2e|2f|5c)/i.test(rest)) throw createError('no_path', {})
  return CONTROL_BASE + rest
}

const findOperation = createPathTable<Operation>(controlOperations, ({ path }) => CONTROL_BASE + path)

interface WorkerRequest {
  exchange: Exchange
  actor: Actor
  watch: SessionWatch
  method: string
  path: string
}

/**
 * Adds the audit row of a request that the worker gets. It has the form of the row with which a worker checks an owner
 * key.
 */
function auditRequest(app: AppContext, { exchange, actor, method, path }: WorkerRequest): void {
  if (!app.auditReads) return
  const found = findOperation(path, (operation) => operation.method === method)
  const outcome = { status: 200, errorCode: null, bytesOut: 0 }
  app.audit.add(actor.account, {
    ...toAuditEntry(exchange, actor, app.clock.nowMs(), outcome),
    // A refusal has a row of its own, with the id of the answer.
    requestId: v7({ random: takeRandomIdBytes() }),
    method: 'GET',
    route: '/caller',
    query: found ? `for=${formatPurpose(found.route, found.params)}` : null,
    objectType: 'keys',
    scope: found?.route.scope ?? null,
  })
}

/** Calls `onStart` when a request is written to its connection, and not if it gets none. */
const createStartNotifier =
  (onStart: () => void): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) =>
  (options, handler) =>
    dispatch(options, {
      ...bindHandler(handler),
      onRequestStart(controller, context) {
        onStart()
        handler.onRequestStart?.(controller, context)
      },
    })

const bindHandler = (handler: Dispatcher.DispatchHandler): Dispatcher.DispatchHandler => ({
  onRequestUpgrade: (...args) => handler.onRequestUpgrade?.(...args),
  onResponseStart: (...args) => handler.onResponseStart?.(...args),
  onResponseData: (...args) => handler.onResponseData?.(...args),
  onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
  onResponseError: (...args) => handler.onResponseError?.(...args),
})

/** Ends a request to the worker when the browser has disconnected, or sends its body too slowly. */
function watchDisconnect({ request }: Exchange): { signal: AbortSignal; release: () => void } {
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

/** Passes the parts of a response on while the session lasts. @throws AppError session_ended */
async function* passOn(
  body: AsyncIterable<Uint8Array>,
  watch: SessionWatch,
  release: () => void,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body) {
      await watch.check(STREAM_CHECK_MS)
      yield chunk
    }
  } catch (error) {
    watch.signal.throwIfAborted()
    throw error
  } finally {
    release()
  }
}

/** Reads the body, or begins to, and makes sure that the session still lasts then. */
async function prepareBody({ exchange, watch, method, path }: WorkerRequest): Promise<WorkerBody> {
  if (method === uploadSheet.method && path === CONTROL_BASE + uploadSheet.path) return openUpload(exchange, watch)
  const body = await readWorkerBody(exchange)
  await watch.check(BODY_CHECK_MS)
  return body
}

async function requestWorker(
  app: AppContext,
  { agent, workerUrl, signer }: { agent: Agent; workerUrl: string; signer: RequestSigner },
  request: WorkerRequest,
): Promise<Answer<StreamedBody>> {
  const { exchange, actor, watch, method, path } = request
  const { signed, content, contentLength } = await prepareBody(request)
  const target = exchange.query === '' ? path : `${path}?${exchange.query}`
  const { host } = new URL(workerUrl)
  const authorization = await signer.sign({ method, host, target, actor, ip: exchange.ip, body: signed })
  const disconnect = watchDisconnect(exchange)
  const release = (): void => {
    disconnect.release()
    watch.release()
  }
  const contentType = exchange.headers['content-type']
  try {
    const response = await agent.compose(createStartNotifier(() => auditRequest(app, request))).request({
      origin: workerUrl,
      path: target,
      method,
      signal: AbortSignal.any([disconnect.signal, watch.signal]),
      headers: {
        authorization,
        accept: 'application/json, application/x-ndjson, */*',
        'user-agent': 'kitroom-console',
        ...(contentType !== undefined && { 'content-type': contentType }),
        ...(content !== null && { 'content-length': String(contentLength) }),
      },
      body: content,
    })
    if (response.statusCode !== 401) return toAnswer(response, passOn(response.body, watch, release))
    const refusal = await toRefusal(response)
    await signer.checkKey()
    throw refusal
  } catch (error) {
    release()
    watch.signal.throwIfAborted()
    if (error instanceof AppError) throw error
    throw createUnavailableError('worker_silent', error)
  }
}

/** @param workerUrl undefined if there is no worker */
export function createWorkerGateway(workerUrl: string | undefined, signer: RequestSigner): WorkerGateway {
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
      if (!METHODS.includes(method)) throw createMethodError(ALLOW)
      exchange.route = '/worker/v1'
      exchange.template = CONSOLE_WORKER_BASE
      await app.accountStates.check()
      const actor = await identifyBySession(app, exchange, 'settings')
      app.rates.count(actor, exchange)
      app.lastUsed.record(actor.account, actor.keyId, exchange.ip)
      if (workerUrl === undefined) throw createUnavailableError('worker_not_known')
      const path = toControlPath(exchange.path)
      const opened = { agent: await (agent ??= openAgent()), workerUrl, signer }
      const watch = watchSession(app, exchange, actor)
      return requestWorker(app, opened, { exchange, actor, watch, method, path }).catch((error: unknown) => {
        watch.release()
        throw error
      })
    },
    async close() {
      await (await agent)?.destroy()
      await signer.close()
    },
  }
}
