/** With so many requests of the API under way, they come first. */
const BUSY_REQUESTS = 4
/** Answers go out many at once: that there are few requests at one moment says nothing. */
const BUSY_FOR_MS = 100

/** Knows whether the API is being used. */
export interface BusyWatch {
  /** Looks how many requests there are. */
  look(): void
  /** Whether there were many lately. */
  isBusy(): boolean
}

export function watchRequests(requestsInFlight: () => number): BusyWatch {
  let untilMs = 0
  const look = (): void => {
    if (requestsInFlight() >= BUSY_REQUESTS) untilMs = performance.now() + BUSY_FOR_MS
  }
  return {
    look,
    isBusy() {
      look()
      return performance.now() < untilMs
    },
  }
}
