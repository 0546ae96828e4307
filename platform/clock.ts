/** Where code asks for the time, so that tests can own it. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  nowMs(): number
}

export const systemClock: Clock = { nowMs: () => Date.now() }

/** ISO 8601 UTC with milliseconds, as every timestamp of the API is written. */
export const isoTime = (ms: number): string => new Date(ms).toISOString()
