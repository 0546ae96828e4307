import { limitBody } from './limitBody.ts'

/** Google's own limit for a request of Sheets is 180 s. */
const TIMEOUT_MS = 185_000
const MAX_ANSWER_BYTES = 64 * 2 ** 20

/** Longer addresses are sent as POST, as Google's own clients do. */
const MAX_URL_LENGTH = 2048

/** Moves a long query of a GET into the body. Google reads the method from a header then. */
function toShortRequest(url: URL, init: RequestInit = {}): [URL, RequestInit] {
  if ((init.method ?? 'GET') !== 'GET' || url.href.length <= MAX_URL_LENGTH) return [url, init]
  const headers = new Headers(init.headers)
  headers.set('x-http-method-override', 'GET')
  headers.set('content-type', 'application/x-www-form-urlencoded')
  return [new URL(url.pathname, url), { ...init, method: 'POST', headers, body: url.search.slice(1) }]
}

/**
 * Creates a function that sends a request.
 * @param rootUrl another origin for all requests: the library has the token URL hard-coded
 */
const createFetch =
  (rootUrl: string | undefined): typeof fetch =>
  async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const target = rootUrl === undefined ? url : new URL(url.pathname + url.search, rootUrl)
    return limitBody(await fetch(...toShortRequest(target, init)), MAX_ANSWER_BYTES)
  }

/** Creates options of google-auth-library without retries, not even of token calls. Temporal retries. */
export const createTransport = (rootUrl: string | undefined) => ({
  timeout: TIMEOUT_MS,
  retryConfig: { retry: 0, noResponseRetries: 0 },
  fetchImplementation: createFetch(rootUrl),
})
