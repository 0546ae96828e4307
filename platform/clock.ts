/** Source of the current time; tests replace it. */
export interface Clock {
  nowMs(): number
}

export const systemClock: Clock = { nowMs: () => Date.now() }

let last = { ms: 0, text: '1970-01-01T00:00:00.000Z' }

/**
 * Formats ISO 8601 UTC with milliseconds, the form of every API timestamp. It caches the last value: under load many
 * calls share a millisecond.
 */
export function toIsoTime(ms: number): string {
  if (ms !== last.ms) last = { ms, text: new Date(ms).toISOString() }
  return last.text
}
