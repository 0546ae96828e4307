import { CONSOLE_BASE, CONSOLE_WORKER_BASE } from '../../contract/console.ts'
import { API_BASE } from '../../contract/api/operations.ts'
import { SETTINGS_BASE } from '../../contract/settings/operations.ts'
import { isNotModified } from '../../platform/http/conditional.ts'
import { notModifiedAnswer, type AnyBody, type Answer } from '../answer.ts'
import { createMethodError } from '../errors.ts'
import type { OtherPaths } from '../http/adapter.ts'
import { withoutCors } from '../answers/cors.ts'
import { parsePrecondition } from '../http/conditional.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Match, Router } from '../http/router.ts'
import type { ConsoleFiles } from './files.ts'
import { isRead } from './identify.ts'
import type { WorkerGateway } from './worker.ts'

/** Matches paths that are never pages of the console. */
const NO_PAGES = /^\/(?:api|settings|control|console\/api|assets|docs|healthz|readyz|openapi\.json)(?:\/|$)/

const PASSED_ON = [
  { prefix: `${CONSOLE_BASE}/v1/`, base: API_BASE },
  { prefix: `${CONSOLE_BASE}${SETTINGS_BASE}/`, base: SETTINGS_BASE },
]

/** Finds the route of a plane for a path of the console. */
function findPassedOn(router: Router, path: string): Match | undefined {
  const found = PASSED_ON.find(({ prefix }) => path.startsWith(prefix))
  return found && router.match(`${found.base}/${path.slice(found.prefix.length)}`)
}

function answerFile(exchange: Exchange, answer: Answer<Uint8Array>): Answer<Uint8Array | string> {
  if (!isRead(exchange)) throw createMethodError('GET, HEAD')
  const { 'if-none-match': ifNoneMatch } = exchange.headers
  const { etag = '', cacheControl, headers } = answer
  if (ifNoneMatch === undefined || !isNotModified(parsePrecondition('If-None-Match', ifNoneMatch), etag)) return answer
  return {
    ...notModifiedAnswer(etag),
    ...(cacheControl !== undefined && { cacheControl }),
    headers: { Vary: headers?.['Vary'] ?? '' },
  }
}

const wantsPage = ({ headers, path }: Exchange): boolean =>
  (headers.accept ?? '').includes('text/html') && !NO_PAGES.test(path)

function findFile(files: ConsoleFiles, exchange: Exchange): Answer<AnyBody> | undefined {
  const { path, request } = exchange
  const acceptEncoding = request.headers['accept-encoding']
  const file = files.find(path, typeof acceptEncoding === 'string' ? acceptEncoding : '')
  if (file) {
    exchange.template = '/assets'
    return answerFile(exchange, file)
  }
  const page = isRead(exchange) && wantsPage(exchange) ? files.route() : undefined
  if (page) exchange.template = '/'
  return page
}

/** Serves the console's files and pages, and forwards its requests to the planes with the session's keys. */
export const createConsole =
  (router: Router, files: ConsoleFiles, worker: WorkerGateway): OtherPaths =>
  (app, exchange, perform) => {
    const { path } = exchange
    if (!path.startsWith(`${CONSOLE_BASE}/`)) {
      const answer = findFile(files, exchange)
      return answer && Promise.resolve(answer)
    }
    exchange.extraHeaders = withoutCors(exchange.extraHeaders)
    if (path.startsWith(`${CONSOLE_WORKER_BASE}/`)) return worker.perform(app, exchange)
    const match = findPassedOn(router, path)
    return match && perform(match, 'session')
  }
