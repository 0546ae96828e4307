import type { Logger } from '../../platform/log.ts'
import { startMetricsServer, type MetricsServer } from '../../platform/http/metricsServer.ts'
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

/** Formats a histogram in the Prometheus text format. prom-client's histogram accepts only single observations. */
function formatDurations(series: readonly DurationSeries[]): string {
  const headerLines = [
    `# HELP ${DURATION_METRIC} Answers by route, method and class of status, and how long they took.`,
    `# TYPE ${DURATION_METRIC} histogram`,
  ]
  return `${[...headerLines, ...series.flatMap(toSeriesLines)].join('\n')}\n`
}

/** Serves the server's metrics. @throws Error of node:net when it cannot listen */
export function startServerMetrics(
  host: string,
  port: number,
  sources: MetricSources,
  log: Logger,
): Promise<MetricsServer> {
  const registry = createRegistry(sources)
  const readText = async (): Promise<string> =>
    `${await registry.metrics()}\n${formatDurations(sources.requests.series())}`
  return startMetricsServer(host, port, { contentType: registry.contentType, readText }, log)
}
