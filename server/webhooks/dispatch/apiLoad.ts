/** From this many concurrent API requests on, the API has priority over the dispatcher. */
const BUSY_REQUESTS = 4
/** The API counts as busy this long after its last peak. Answers are sent in batches, so a single low count proves nothing. */
const BUSY_FOR_MS = 100

export interface ApiLoad {
  sample(): void
  isBusy(): boolean
}

export function trackApiLoad(requestsInFlight: () => number): ApiLoad {
  let busyUntilMs = 0
  const sample = (): void => {
    if (requestsInFlight() >= BUSY_REQUESTS) busyUntilMs = performance.now() + BUSY_FOR_MS
  }
  return {
    sample: sample,
    isBusy() {
      sample()
      return performance.now() < busyUntilMs
    },
  }
}
