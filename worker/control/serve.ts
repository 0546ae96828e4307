import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Operation } from '../../contract/operation.ts'
import { readBody } from '../../platform/http/body.ts'
import type { PathParams } from '../../platform/http/pathTemplate.ts'
import { createWorkerError } from '../context/errors.ts'
import { sendChunks, sendJson, sendLines } from './answers.ts'
import type { RequestCaller } from '../context/requestCaller.ts'
import type { ControlContext, Route } from './route.ts'
import { createRouter, readInput } from './router.ts'
import { routes } from './routes.ts'

const BASE = 'http://control'
const MAX_JSON_BYTES = 64 * 1024
/** A body that arrives more slowly than this requires another check of its caller. */
const MAX_BODY_MS = 1000
/** A stream that lasts longer than this requires another check of its caller. */
const MAX_STREAM_MS = 5000

/** Operation that a caller requests. */
export interface RequestedOperation {
  operation: Operation
  params: PathParams
}

/**
 * Checks if the caller of a request may perform the operation; undefined for an unknown path.
 * @returns the caller's key; undefined for this machine's token
 * @throws WorkerError
 */
type CheckAccess = (requested: RequestedOperation | undefined) => Promise<RequestCaller | undefined>

/** Checks of a request by its credentials. */
export interface Access {
  check: CheckAccess
  /** Compares the body with the one that the caller's server signed. @throws WorkerError unauthorized */
  checkBody: (body: { bytes: number; sha256: string }, isUpload: boolean) => void
}

/** Parses a JSON body; an empty one is `{}`. */
async function readJson(request: IncomingMessage, route: Route, { checkBody }: Access): Promise<unknown> {
  const maxBytes = route.kind === 'json' ? route.maxBodyBytes : undefined
  const bytes = await readBody(request, maxBytes ?? MAX_JSON_BYTES)
  checkBody({ bytes: bytes.length, sha256: hash('sha256', bytes, 'hex') }, false)
  const text = bytes.toString('utf8')
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch (error) {
    throw createWorkerError('control_body_no_json', {}, { cause: error })
  }
}

const findRoute = createRouter(routes)

/** Parses the URL of a request; undefined if its target is invalid, such as `http://[`. */
function parseTarget({ url = '/' }: IncomingMessage): URL | undefined {
  return URL.canParse(url, BASE) ? new URL(url, BASE) : undefined
}

/** Creates a check that repeats the last one if that is older than `maxAgeMs`. */
async function createRecheck(
  check: () => Promise<RequestCaller | undefined>,
): Promise<{ caller: RequestCaller | undefined; recheck: (maxAgeMs: number) => Promise<void> }> {
  let checkedAtMs = performance.now()
  const caller = await check()
  const recheck = async (maxAgeMs: number): Promise<void> => {
    if (performance.now() - checkedAtMs <= maxAgeMs) return
    checkedAtMs = performance.now()
    await check()
  }
  return { caller, recheck }
}

type Recheck = Awaited<ReturnType<typeof createRecheck>>['recheck']

/** Passes values on while the caller has access. */
async function* whileAllowed<T>(values: AsyncIterable<T>, recheck: Recheck): AsyncGenerator<T> {
  for await (const value of values) {
    await recheck(MAX_STREAM_MS)
    yield value
  }
}

/** Serves an operation that `access` allows. @throws WorkerError, and any error that `toWorkerError` converts */
export async function serveRequest(
  context: ControlContext,
  request: IncomingMessage,
  response: ServerResponse,
  access: Access,
): Promise<void> {
  const url = parseTarget(request)
  const found = url && findRoute(request.method ?? '', url.pathname)
  const { caller, recheck } = await createRecheck(() =>
    access.check(found && { operation: found.route.operation, params: found.params }),
  )
  // The client has disconnected, so its body would never end.
  if (response.destroyed) return
  if (!found)
    throw createWorkerError('control_path_unknown', {
      method: request.method ?? '',
      path: url?.pathname ?? 'such path',
    })
  const { route, params } = found
  const { operation } = route
  const input = readInput(
    operation,
    params,
    url.searchParams,
    operation.body ? await readJson(request, route, access) : undefined,
  )
  if (route.kind === 'lines')
    return sendLines(response, whileAllowed(route.handle(context, input), recheck), route.isBatched)
  if (route.kind === 'file')
    return sendChunks(response, 'application/octet-stream', whileAllowed(route.handle(context, input), recheck))
  const send = (reply: unknown): void => sendJson(response, operation.reply.status, reply)
  if (route.kind === 'json') {
    await recheck(MAX_BODY_MS)
    return send(await route.handle({ ...context, caller }, input))
  }
  await using sheet = await context.uploads.receive(request)
  access.checkBody(sheet, true)
  await recheck(MAX_BODY_MS)
  send(await route.handle({ ...context, caller }, input, sheet))
}
