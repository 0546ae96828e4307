import { DURATION_BOUNDS, type Series } from './requests.ts'

const NAME = 'kitroom_http_request_duration_seconds'

/** Labels are constants without characters to escape. */
function linesOf({ route, method, status, counts, sumSeconds }: Series): string[] {
  const labels = `route="${route}",method="${method}",status="${status}"`
  let total = 0
  const buckets = counts.map((count, index) => {
    total += count
    return `${NAME}_bucket{le="${DURATION_BOUNDS[index] ?? '+Inf'}",${labels}} ${total}`
  })
  return [...buckets, `${NAME}_sum{${labels}} ${sumSeconds}`, `${NAME}_count{${labels}} ${total}`]
}

/** A histogram in the Prometheus text format; prom-client's takes observations only one by one. */
export function durationText(series: readonly Series[]): string {
  const about = [`# HELP ${NAME} Answers by route, method and class of status, and how long they took.`, `# TYPE ${NAME} histogram`]
  return `${[...about, ...series.flatMap(linesOf)].join('\n')}\n`
}
