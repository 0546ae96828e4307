/** From this many concurrent API requests on, the API has priority. */
const BUSY_REQUESTS = 4
/** Answers leave in batches, so a momentary count of few requests proves nothing. */
const BUSY_FOR_MS = 100

export interface ApiLoad {
  sample(): void
  isBusy(): boolean
}

export function trackApiLoad(requestsInFlight: () => number): ApiLoad {
  let untilMs = 0
  const sample = (): void => {
    if (requestsInFlight() >= BUSY_REQUESTS) untilMs = performance.now() + BUSY_FOR_MS
  }
  return {
    sample: sample,
    isBusy() {
      sample()
      return performance.now() < untilMs
    },
  }
}
