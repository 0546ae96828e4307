import type { Answer } from '../answer.ts'

const EXPOSED_HEADERS =
  'ETag, Idempotent-Replayed, Kitroom-Epoch, Location, RateLimit, RateLimit-Policy, Request-Id, Retry-After'
const REQUEST_HEADERS = 'Accept, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Request-Id'
const PREFLIGHT_SECONDS = 600

/** Headers of a request. */
interface CorsHeaders {
  origin?: string
  'access-control-request-method'?: string
}

/** CORS (Fetch standard). Keys are sent in a header, so credentials mode is never allowed. */
export interface Cors {
  headersFor(origin: string | undefined): readonly string[]
  preflight(headers: CorsHeaders, allow: string): Record<string, string>
}

const NO_HEADERS: readonly string[] = []

export function createCors(origins: readonly string[]): Cors {
  if (origins.length === 0) return { headersFor: () => NO_HEADERS, preflight: () => ({}) }
  const varyHeaders: readonly string[] = ['Vary', 'Origin']
  const headersByOrigin = new Map(
    origins.map((origin) => [
      origin,
      [
        ...varyHeaders,
        'Access-Control-Allow-Origin',
        origin,
        'Access-Control-Expose-Headers',
        EXPOSED_HEADERS,
      ] as const,
    ]),
  )
  return {
    headersFor: (origin) => (origin === undefined ? varyHeaders : (headersByOrigin.get(origin) ?? varyHeaders)),
    preflight(headers, allow): Record<string, string> {
      if (headers['access-control-request-method'] === undefined || !headersByOrigin.has(headers.origin ?? ''))
        return {}
      return {
        'Access-Control-Allow-Methods': allow,
        'Access-Control-Allow-Headers': REQUEST_HEADERS,
        'Access-Control-Max-Age': String(PREFLIGHT_SECONDS),
      }
    },
  }
}

/**
 * CORS for the session's paths. They allow no cross-origin access, whatever KITROOM_CORS_ORIGINS allows for the API.
 */
export const noCors = createCors([])

/** @param lines names and values in turn */
export const withoutCors = (lines: readonly string[]): readonly string[] =>
  lines.filter((_line, index) => !(lines[index - (index % 2)] ?? '').startsWith('Access-Control-'))

export const answerOptions = (cors: Cors, headers: CorsHeaders, allow: string): Answer => ({
  status: 204,
  body: '',
  contentType: 'application/json',
  headers: { Allow: allow, ...cors.preflight(headers, allow) },
})
