import type { Answer } from '../answer.ts'
import type { RequestHeaders } from './headers.ts'

const EXPOSED = 'ETag, Idempotent-Replayed, Kitroom-Epoch, Location, RateLimit, RateLimit-Policy, Request-Id, Retry-After'
const REQUEST_HEADERS = 'Accept, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Request-Id'
const PREFLIGHT_SECONDS = 600

/** Lets pages of other origins read answers (Fetch standard, CORS protocol). Keys travel in a header, never in cookies: credentials are never allowed. */
export interface Cors {
  /** Raw header lines for every answer to a request with this Origin. */
  headersFor(origin: string | undefined): readonly string[]
  /** What a preflight asks for; empty for any other OPTIONS request. */
  preflight(headers: RequestHeaders, allow: string): Record<string, string>
}

const NONE: readonly string[] = []

/** An allow-list of exact origins. Without any there are no CORS headers at all. */
export function createCors(origins: readonly string[]): Cors {
  if (origins.length === 0) return { headersFor: () => NONE, preflight: () => ({}) }
  const others: readonly string[] = ['Vary', 'Origin']
  const allowed = new Map(
    origins.map((origin) => [origin, [...others, 'Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', EXPOSED] as const]),
  )
  return {
    headersFor: (origin) => (origin === undefined ? others : (allowed.get(origin) ?? others)),
    preflight(headers, allow): Record<string, string> {
      if (headers['access-control-request-method'] === undefined || !allowed.has(headers.origin ?? '')) return {}
      return {
        'Access-Control-Allow-Methods': allow,
        'Access-Control-Allow-Headers': REQUEST_HEADERS,
        'Access-Control-Max-Age': String(PREFLIGHT_SECONDS),
      }
    },
  }
}

/** The answer to OPTIONS: what the path allows, and to a preflight what it asks for. */
export const answerOptions = (cors: Cors, headers: RequestHeaders, allow: string): Answer => ({
  status: 204,
  body: '',
  contentType: 'application/json',
  headers: { Allow: allow, ...cors.preflight(headers, allow) },
})
