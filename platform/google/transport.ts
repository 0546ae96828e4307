import { limitBody } from './limitBody.ts'

const TIMEOUT_MS = 60_000
const MAX_ANSWER_BYTES = 64 * 2 ** 20

/** Creates a function that sends a request. @param rootUrl another origin for all requests: the library has the token URL hard-coded */
const createFetch =
  (rootUrl: string | undefined): typeof fetch =>
  async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const target = rootUrl === undefined ? url : new URL(url.pathname + url.search, rootUrl)
    return limitBody(await fetch(target, init), MAX_ANSWER_BYTES)
  }

/** Creates options of google-auth-library without retries, not even of token calls. Temporal retries. */
export const createTransport = (rootUrl: string | undefined) => ({
  timeout: TIMEOUT_MS,
  retryConfig: { retry: 0, noResponseRetries: 0 },
  fetchImplementation: createFetch(rootUrl),
})
