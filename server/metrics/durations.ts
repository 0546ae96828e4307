import { Histogram, type Registry } from 'prom-client'
import { DURATION_BOUNDS, type RequestRecorder, type Series } from './requests.ts'

const NAME = 'kitroom_http_request_duration_seconds'
const LABELS = ['route', 'method', 'status'] as const

type Label = (typeof LABELS)[number] | 'le'

interface Value {
  metricName: string
  labels: Partial<Record<Label, string | number>>
  value: number
  exemplar: null
}

function valuesOf({ route, method, status, counts, sumSeconds }: Series): Value[] {
  const labels = { route, method, status }
  let total = 0
  const buckets = counts.map((count, index): Value => {
    total += count
    return { metricName: `${NAME}_bucket`, labels: { le: DURATION_BOUNDS[index] ?? '+Inf', ...labels }, value: total, exemplar: null }
  })
  return [
    ...buckets,
    { metricName: `${NAME}_sum`, labels, value: sumSeconds, exemplar: null },
    { metricName: `${NAME}_count`, labels, value: total, exemplar: null },
  ]
}

/** The recorded answers as a histogram; its count by labels is the number of requests. */
export function registerDurations(registry: Registry, recorder: RequestRecorder): void {
  const histogram = new Histogram<Label>({
    name: NAME,
    help: 'Answers by route, method and class of status, and how long they took.',
    labelNames: LABELS,
    buckets: [...DURATION_BOUNDS],
    registers: [registry],
  })
  const describe = histogram.get.bind(histogram)
  histogram.get = async () => ({ ...(await describe()), values: recorder.series().flatMap(valuesOf) })
}
