import type { ServerResponse } from 'node:http'
import { listenOn } from '../../../platform/http/listener.ts'
import { createServer } from '../../../platform/http/nodeHttp.ts'
import { CliError } from '../../base/errors.ts'
import { hasState, readConsentReply, type ConsentReply } from './consentReply.ts'

const HOST = '127.0.0.1'
const REQUEST_TIMEOUT_MS = 15_000
/** Time that suffices to send the page. */
const LINGER_MS = 500

interface RedirectListener {
  /** `http://127.0.0.1:PORT`. */
  redirectUri: string
  /** Waits for Google's redirect. @throws CliError if the person declined, or neither agreed nor declined in time */
  wait(timeoutMs: number): Promise<ConsentReply>
  /** Ends the wait. */
  close(reason: CliError): void
}

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'",
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  connection: 'close',
}

function sendPage(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, HEADERS)
  response.end(
    `<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>Kitroom</title>\n<h1>Kitroom</h1>\n<p>${text}</p>\n</html>\n`,
  )
}

/**
 * Listens for one redirect on a free port of the loopback address (RFC 8252 section 7.3). It refuses requests with
 * another state and continues.
 */
export async function openRedirectListener(state: string): Promise<RedirectListener> {
  const { promise, resolve, reject } = Promise.withResolvers<ConsentReply>()
  // The wait may start after the promise is rejected.
  promise.catch(() => undefined)
  const server = createServer(
    { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: REQUEST_TIMEOUT_MS },
    (request, response) => {
      const url = URL.parse(request.url ?? '/', `http://${HOST}`)
      if (request.method !== 'GET' || url?.pathname !== '/') return sendPage(response, 404, 'There is nothing here.')
      if (!hasState(url.searchParams, state))
        return sendPage(response, 400, 'This address does not belong to the sign-in that Kitroom waits for.')
      try {
        resolve(readConsentReply(url.searchParams))
        sendPage(response, 200, 'Google’s answer has arrived. Close this page; the terminal shows the result.')
      } catch (error) {
        reject(error)
        sendPage(response, 200, 'You are not signed in. Close this page; the terminal shows why.')
      }
    },
  )
  const { url: redirectUri } = await listenOn(server, HOST, 0)
  return {
    redirectUri,
    wait: async (timeoutMs) => {
      const minutes = Math.round(timeoutMs / 60_000)
      const timer = setTimeout(
        () => reject(new CliError(`Nobody signed in within ${minutes} minutes. Run the command again.`)),
        timeoutMs,
      )
      try {
        return await promise
      } finally {
        clearTimeout(timer)
        server.close()
        // Browsers open connections in advance, which would keep the process alive.
        setTimeout(() => server.closeAllConnections(), LINGER_MS).unref()
      }
    },
    close: reject,
  }
}
