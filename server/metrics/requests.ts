/** Upper bounds of the duration buckets, in seconds. */
export const DURATION_BOUNDS: readonly number[] = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10,
]

export interface DurationSeries {
  route: string
  method: string
  status: string
  /** Number of responses per bucket. The last one counts responses above the highest bound. */
  counts: number[]
  sumSeconds: number
}

export interface RequestRecorder {
  /** @param route path with placeholders; empty if unmatched @param durationMs from the headers to the answer */
  record(route: string, method: string, status: number, durationMs: number): void
  series(): DurationSeries[]
}

/** Other methods share a label, because clients can invent methods. */
const METHODS = new Set(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'TRACE'])

/**
 * Creates Kitroom's own counters, which each scrape reads: prom-client's labels cost ten times as much per request. The
 * number of series is bounded by routes × methods × 5.
 */
export function createRequestRecorder(): RequestRecorder {
  const routes = new Map<string, Map<string, (DurationSeries | undefined)[]>>()
  const addSeries = (route: string, method: string, statusClass: number): DurationSeries => {
    const methods = routes.get(route) ?? new Map<string, (DurationSeries | undefined)[]>()
    routes.set(route, methods)
    const seriesByClass = methods.get(method) ?? []
    methods.set(method, seriesByClass)
    const counts = Array.from<number>({ length: DURATION_BOUNDS.length + 1 }).fill(0)
    return (seriesByClass[statusClass] ??= {
      route: route || 'unmatched',
      method,
      status: `${statusClass}xx`,
      counts,
      sumSeconds: 0,
    })
  }
  return {
    record(route, method, status, durationMs) {
      const methodLabel = METHODS.has(method) ? method : 'other'
      const statusClass = Math.floor(status / 100)
      const series = routes.get(route)?.get(methodLabel)?.[statusClass] ?? addSeries(route, methodLabel, statusClass)
      const seconds = durationMs / 1000
      let bucket = 0
      while (bucket < DURATION_BOUNDS.length && seconds > (DURATION_BOUNDS[bucket] ?? 0)) bucket += 1
      series.counts[bucket] = (series.counts[bucket] ?? 0) + 1
      series.sumSeconds += seconds
    },
    series: () =>
      [...routes.values()]
        .flatMap((methods) => [...methods.values()])
        .flatMap((seriesByClass) => seriesByClass.filter((one) => one !== undefined)),
  }
}
