import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from './nodeHttp.ts'
import type { Logger } from '../log.ts'
import { listenOn } from './listenOn.ts'

export interface MetricsServer {
  url: string
  close(): void
}

const FIXED_HEADERS = { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store', Connection: 'close' }

function sendError(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
  response
    .writeHead(status, { ...FIXED_HEADERS, ...headers, 'Content-Type': 'text/plain; charset=utf-8' })
    .end(`${text}\n`)
}

/**
 * Serves GET /metrics, without a key, on a port of its own. Each connection gets one answer; at most 16 connections.
 * @param readText the metrics in the Prometheus text format @throws Error of node:net when it cannot listen
 */
export async function startMetricsServer(
  host: string,
  port: number,
  { contentType, readText }: { contentType: string; readText: () => Promise<string> },
  log: Logger,
): Promise<MetricsServer> {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.url?.split('?')[0] !== '/metrics') return sendError(response, 404, 'There is only /metrics here.')
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return sendError(response, 405, 'Only GET is allowed.', { Allow: 'GET, HEAD' })
    const text = await readText()
    response.writeHead(200, {
      ...FIXED_HEADERS,
      'Content-Type': contentType,
      'Content-Length': Buffer.byteLength(text),
    })
    response.end(request.method === 'HEAD' ? undefined : text)
  }
  const server = createServer(
    { headersTimeout: 5000, requestTimeout: 5000, connectionsCheckingInterval: 1000 },
    (request, response) => {
      answer(request, response).catch((error: unknown) => {
        log.error({ err: error }, 'the metrics could not be read')
        if (response.headersSent) response.destroy()
        else sendError(response, 500, 'The metrics could not be read.')
      })
    },
  )
  server.maxConnections = 16
  server.timeout = 10_000
  const { url } = await listenOn(server, host, port)
  return {
    url: `${url}/metrics`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
