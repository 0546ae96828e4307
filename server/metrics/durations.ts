import { DURATION_BOUNDS, type Series } from './requests.ts'

const METRIC_NAME = 'kitroom_http_request_duration_seconds'

/** Labels are constants without characters to escape. */
function linesOf({ route, method, status, counts, sumSeconds }: Series): string[] {
  const labels = `route="${route}",method="${method}",status="${status}"`
  let total = 0
  const buckets = counts.map((count, index) => {
    total += count
    return `${METRIC_NAME}_bucket{le="${DURATION_BOUNDS[index] ?? '+Inf'}",${labels}} ${total}`
  })
  return [...buckets, `${METRIC_NAME}_sum{${labels}} ${sumSeconds}`, `${METRIC_NAME}_count{${labels}} ${total}`]
}

/** A histogram in the Prometheus text format; prom-client's histogram accepts only single observations. */
export function durationText(series: readonly Series[]): string {
  const headerLines = [
    `# HELP ${METRIC_NAME} Answers by route, method and class of status, and how long they took.`,
    `# TYPE ${METRIC_NAME} histogram`,
  ]
  return `${[...headerLines, ...series.flatMap(linesOf)].join('\n')}\n`
}
