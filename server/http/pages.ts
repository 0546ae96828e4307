import { buildOpenApi } from '../../contract/openapi.ts'
import { apiPlane, settingsPlane, type Plane } from '../../contract/planes.ts'
import type { AppContext } from '../context/context.ts'
import type { PublicPages } from './adapter.ts'
import { jsonAnswer, notModifiedAnswer, type Answer } from '../answer.ts'
import { parsePrecondition } from './conditional.ts'
import { hashTag, isNotModified } from '../../platform/http/conditional.ts'
import { answerOptions } from '../answers/cors.ts'
import { findSlowAccounts } from '../db/writeAccount.ts'
import { createError, createMethodError } from '../errors.ts'
import { createReadiness } from './readiness.ts'
import { createReference } from '../reference/pages.ts'

type Page = Answer<string | Uint8Array>

const ALLOWED_METHODS = 'GET, HEAD, OPTIONS'

function openApiPage(plane: Plane): [string, () => Answer] {
  let cached: Answer | undefined
  const buildAnswer = (): Answer => {
    const text = JSON.stringify(buildOpenApi(plane))
    return jsonAnswer(200, text, { etag: hashTag(text) })
  }
  return [`${plane.base}/openapi.json`, () => (cached ??= buildAnswer())]
}

/** A write takes milliseconds. One that takes a second waits, for example for a lock that a paused server has. */
const SLOW_WRITE_MS = 1000

/**
 * Describes accounts whose writes wait while those of others are made. A balancer need not act: no server is better.
 */
function describeSlowWrites({ db }: AppContext): object {
  const { accounts, longestMs } = findSlowAccounts(db, SLOW_WRITE_MS)
  return accounts === 0 ? {} : { waiting_accounts: accounts, waiting_s: Math.floor(longestMs / 1000) }
}

export function createPages(app: AppContext, consoleIndex: () => Answer): PublicPages {
  const isReady = createReadiness(app.db)
  const ready = async (): Promise<Answer> => {
    if (app.isStopping) throw createError('shutting_down', {}, { headers: { 'Retry-After': '1' } })
    if (!(await isReady()))
      throw createError(
        'not_ready',
        {},
        {
          headers: { 'Retry-After': '2' },
        },
      )
    return jsonAnswer(200, JSON.stringify({ status: 'ready', ...describeSlowWrites(app) }))
  }
  const reference = createReference()
  const pages = new Map<string, () => Page | Promise<Answer>>([
    openApiPage(apiPlane),
    openApiPage(settingsPlane),
    ['/healthz', () => jsonAnswer(200, '{"status":"alive"}')],
    ['/readyz', ready],
    ['/', consoleIndex],
  ])
  return (method, path, headers) => {
    const page = pages.get(path) ?? reference(path, headers.host)
    if (!page) return undefined
    if (method === 'OPTIONS') return answerOptions(app.cors, headers, ALLOWED_METHODS)
    if (method !== 'GET' && method !== 'HEAD') throw createMethodError(ALLOWED_METHODS)
    const answer = page()
    const ifNoneMatch = headers['if-none-match']
    if (ifNoneMatch === undefined || answer instanceof Promise || answer.etag === undefined) return answer
    return isNotModified(parsePrecondition('If-None-Match', ifNoneMatch), answer.etag)
      ? { ...notModifiedAnswer(answer.etag), policy: answer.policy }
      : answer
  }
}
