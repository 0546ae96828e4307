import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'

/** An untrusted certificate for localhost and 127.0.0.1, with its key. */
export const pemFile = fileURLToPath(new URL('../../../support/mail/localhost.pem', import.meta.url))
const pem = readFileSync(pemFile, 'utf8')
export const certificate = /-----BEGIN CERTIFICATE-----[^]*-----END CERTIFICATE-----/.exec(pem)?.[0] ?? ''

interface Answer {
  status?: number
  headers?: Record<string, string>
  body?: string | Uint8Array
}
type Handler = Answer | ((request: IncomingMessage, response: ServerResponse) => Answer | void)

interface ReceivedRequest {
  method: string
  /** Path and query. */
  target: string
  headers: IncomingHttpHeaders
}

/** A web server that offers sheets. Its answers are set by path. */
export interface SheetServer extends AsyncDisposable {
  url: string
  port: number
  /** Requests since the last `offer` of any path. */
  requests: ReceivedRequest[]
  /** Sets the answers of a path. Each is used once, the last one for all further requests. */
  offer(path: string, ...answers: Handler[]): void
}

export async function startSheetServer({ tls = false, port = 0 } = {}): Promise<SheetServer> {
  const offers = new Map<string, Handler[]>()
  const requests: ReceivedRequest[] = []
  const listener: RequestListener = (request, response) => {
    const target = request.url ?? ''
    requests.push({ method: request.method ?? '', target, headers: request.headers })
    const answers = offers.get(target.replace(/\?.*$/, '')) ?? [{ status: 404 }]
    const handler = answers.length > 1 ? answers.shift() : answers[0]
    const answer = typeof handler === 'function' ? handler(request, response) : handler
    if (answer) response.writeHead(answer.status ?? 200, answer.headers ?? {}).end(answer.body ?? '')
  }
  const server: Server = tls ? createTlsServer({ key: pem, cert: pem }, listener) : createServer(listener)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const listeningPort = (server.address() as AddressInfo).port
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${listeningPort}`,
    port: listeningPort,
    requests,
    offer: (path, ...answers) => {
      offers.set(path, answers)
      requests.length = 0
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** An answer with an ETag, and 304 for a request that names it. */
export const tagged =
  (body: string | Uint8Array, etag: string, headers: Record<string, string> = {}): Handler =>
  (request) =>
    request.headers['if-none-match'] === etag
      ? { status: 304, headers: { etag } }
      : { headers: { etag, ...headers }, body }
