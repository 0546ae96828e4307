import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Logger } from '../../platform/log.ts'
import { listenOn } from '../../platform/http/listenOn.ts'
import { createRegistry, type MetricSources } from './registry.ts'
import { DURATION_BOUNDS, type DurationSeries } from './requests.ts'

const DURATION_METRIC = 'kitroom_http_request_duration_seconds'

/** Labels are constants without characters to escape. */
function toSeriesLines({ route, method, status, counts, sumSeconds }: DurationSeries): string[] {
  const labels = `route="${route}",method="${method}",status="${status}"`
  let total = 0
  const buckets = counts.map((count, index) => {
    total += count
    return `${DURATION_METRIC}_bucket{le="${DURATION_BOUNDS[index] ?? '+Inf'}",${labels}} ${total}`
  })
  return [...buckets, `${DURATION_METRIC}_sum{${labels}} ${sumSeconds}`, `${DURATION_METRIC}_count{${labels}} ${total}`]
}

/** A histogram in the Prometheus text format; prom-client's histogram accepts only single observations. */
function formatDurations(series: readonly DurationSeries[]): string {
  const headerLines = [
    `# HELP ${DURATION_METRIC} Answers by route, method and class of status, and how long they took.`,
    `# TYPE ${DURATION_METRIC} histogram`,
  ]
  return `${[...headerLines, ...series.flatMap(toSeriesLines)].join('\n')}\n`
}

export interface MetricsServer {
  url: string
  close(): void
}

const FIXED_HEADERS = { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store', Connection: 'close' }

function sendError(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { ...FIXED_HEADERS, ...headers, 'Content-Type': 'text/plain; charset=utf-8' }).end(`${text}\n`)
}

/** Serves GET /metrics in the Prometheus text format, without a key, on a separate port. Each connection gets one answer; at most 16 connections. */
export async function startMetricsServer(host: string, port: number, sources: MetricSources, log: Logger): Promise<MetricsServer> {
  const registry = createRegistry(sources)
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.url?.split('?')[0] !== '/metrics') return sendError(response, 404, 'There is only /metrics here.')
    if (request.method !== 'GET' && request.method !== 'HEAD') return sendError(response, 405, 'Only GET is allowed.', { Allow: 'GET, HEAD' })
    const text = `${await registry.metrics()}\n${formatDurations(sources.requests.series())}`
    response.writeHead(200, { ...FIXED_HEADERS, 'Content-Type': registry.contentType, 'Content-Length': Buffer.byteLength(text) })
    response.end(request.method === 'HEAD' ? undefined : text)
  }
  const server = createServer({ headersTimeout: 5000, requestTimeout: 5000, connectionsCheckingInterval: 1000 }, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      log.error({ err: error }, 'the metrics could not be read')
      if (response.headersSent) response.destroy()
      else sendError(response, 500, 'The metrics could not be read.')
    })
  })
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
