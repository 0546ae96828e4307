const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** Delay of each attempt after the previous one: the schedule of Standard Webhooks 1.0.0, about 76 hours in total. */
export const ATTEMPT_DELAYS_MS: readonly number[] = [
  0,
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
]

/** Random deviation of each delay, so that simultaneous failures are not retried together. */
const JITTER_FRACTION = 0.2
const MIN_THROTTLED_DELAY_MS = MINUTE_MS
const MAX_RETRY_AFTER_MS = 24 * HOUR_MS
const MIN_PAUSE_MS = 500
const MAX_PAUSE_MS = MINUTE_MS
/** A failing endpoint is paused for this fraction of the time since its failures began. */
const PAUSE_FRACTION = 0.5

export interface BackoffHints {
  throttled: boolean
  retryAfterMs: number
}

const readRequestedDelayMs = ({ throttled, retryAfterMs }: BackoffHints): number =>
  Math.max(throttled ? MIN_THROTTLED_DELAY_MS : 0, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS))

/**
 * Computes the delay in milliseconds until the next attempt: the schedule's or the endpoint's, whichever is longer;
 * `undefined` after the last attempt.
 * @param random from 0 to 1
 */
export function computeNextDelayMs(attempts: number, hints: BackoffHints, random: number): number | undefined {
  const delay = ATTEMPT_DELAYS_MS[attempts]
  if (delay === undefined) return undefined
  return Math.round(Math.max(delay * (1 - JITTER_FRACTION + 2 * JITTER_FRACTION * random), readRequestedDelayMs(hints)))
}

/**
 * Computes the pause in milliseconds of a whole endpoint after a failed attempt. Unless the endpoint requests more, it
 * is shorter than every delay of the schedule.
 * @param failingForMs time for which every attempt has failed
 */
export const computeEndpointPauseMs = (failingForMs: number, hints: BackoffHints): number =>
  Math.max(
    readRequestedDelayMs(hints),
    Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, Math.round(failingForMs * PAUSE_FRACTION))),
  )
