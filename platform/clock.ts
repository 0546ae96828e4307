/** Where code asks for the time, so that tests can own it. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  nowMs(): number
}

export const systemClock: Clock = { nowMs: () => Date.now() }

let last = { ms: 0, text: '1970-01-01T00:00:00.000Z' }

/** ISO 8601 UTC with milliseconds, as every timestamp of the API is written. Under load many moments are the same one. */
export function isoTime(ms: number): string {
  if (ms !== last.ms) last = { ms, text: new Date(ms).toISOString() }
  return last.text
}
