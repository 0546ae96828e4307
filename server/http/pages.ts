import { hash } from 'node:crypto'
import { API_BASE, operations } from '../../contract/operations.ts'
import { buildOpenApi } from '../../contract/openapi.ts'
import type { AppContext } from '../context.ts'
import type { PublicPages } from './adapter.ts'
import { jsonAnswer, notModified, type Answer } from './answer.ts'
import { isNotModified, readPrecondition } from './conditional.ts'
import { AppError } from './problem.ts'

const ALLOW = 'GET, HEAD, OPTIONS'

/** What anyone may read without a key: the API's own description and the health of the process. */
export function createPages(app: AppContext): PublicPages {
  const openApi = JSON.stringify(buildOpenApi(operations))
  const openApiTag = `"${hash('sha256', openApi, 'hex').slice(0, 32)}"`
  const ready = (): Answer => {
    if (app.draining) throw new AppError('shutting_down', 'The server is shutting down.', { headers: { 'Retry-After': '1' } })
    return jsonAnswer(200, '{"status":"ready"}')
  }
  const pages = new Map<string, () => Answer>([
    [`${API_BASE}/openapi.json`, () => jsonAnswer(200, openApi, { etag: openApiTag })],
    ['/healthz', () => jsonAnswer(200, '{"status":"alive"}')],
    ['/readyz', ready],
  ])
  return (method, path, ifNoneMatch) => {
    const page = pages.get(path)
    if (!page) return undefined
    if (method === 'OPTIONS') return { status: 204, body: '', contentType: 'application/json', headers: { Allow: ALLOW } }
    if (method !== 'GET' && method !== 'HEAD') throw new AppError('method_not_allowed', `This path allows ${ALLOW}.`, { headers: { Allow: ALLOW } })
    const answer = page()
    const fresh = ifNoneMatch !== undefined && answer.etag !== undefined && isNotModified(readPrecondition('If-None-Match', ifNoneMatch), answer.etag)
    return fresh && answer.etag !== undefined ? notModified(answer.etag) : answer
  }
}
