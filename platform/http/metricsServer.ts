import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from '../log.ts'
import { sendWhole } from './answer.ts'
import { limitConnections } from './limitConnections.ts'
import { closeListener, createListener, listenOn } from './listener.ts'

export interface MetricsServer {
  url: string
  close(): void
}

const MAX_CONNECTIONS = 16
const FIXED_HEADERS = { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store', Connection: 'close' }

function sendError(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
  response
    .writeHead(status, { ...FIXED_HEADERS, ...headers, 'Content-Type': 'text/plain; charset=utf-8' })
    .end(`${text}\n`)
}

/**
 * Serves GET /metrics, without a key, on a separate port. Each connection gets one response. Of too many the longest
 * silent one is closed, so that nobody keeps a collector out.
 * @param readText the metrics in the Prometheus text format
 * @throws Error of node:net when it cannot listen
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
    sendWhole(response, { status: 200, headers: { ...FIXED_HEADERS, 'Content-Type': contentType }, body: text })
  }
  const server = createListener({ headersMs: 5000, requestMs: 5000, silenceMs: 10_000, checkEveryMs: 1000 })
  server.on('request', (request, response) => {
    answer(request, response).catch((error: unknown) => {
      log.error({ err: error }, 'the metrics could not be read')
      if (response.headersSent) response.destroy()
      else sendError(response, 500, 'The metrics could not be read.')
    })
  })
  limitConnections(server, { connections: MAX_CONNECTIONS, connectionsPerAddress: MAX_CONNECTIONS }, () => true)
  const { url } = await listenOn(server, host, port)
  return { url: `${url}/metrics`, close: () => void closeListener(server) }
}
