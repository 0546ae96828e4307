const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** How long after the attempt before it each attempt is made: the schedule that Standard Webhooks 1.0.0 recommends, some 76 hours in all. */
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

/** Each delay is this much shorter or longer by chance, so that what failed together is not tried together again. */
const JITTER = 0.2
/** An endpoint that says it is overloaded, or does not answer in time, is left alone at least this long. */
const THROTTLE_MS = MINUTE_MS
/** What an endpoint asks for by Retry-After counts up to this. */
const MAX_RETRY_AFTER_MS = 24 * HOUR_MS
const MIN_PAUSE_MS = 500
const MAX_PAUSE_MS = MINUTE_MS
/** An endpoint that fails is left alone for this part of the time for which it has failed. */
const PAUSE_SHARE = 0.5

/** What a failed attempt says about when to come again. */
export interface Patience {
  /** The endpoint is overloaded or does not answer in time. */
  throttled: boolean
  /** What it asked for, milliseconds; 0: nothing. */
  retryAfterMs: number
}

const asked = ({ throttled, retryAfterMs }: Patience): number => Math.max(throttled ? THROTTLE_MS : 0, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS))

/**
 * How long after a failed attempt the next one is made, milliseconds: what the schedule says, or longer where the endpoint wants it.
 * @param attempts how many were made
 * @param chance from 0 to 1
 * @returns `undefined` when that was the last
 */
export function nextDelayMs(attempts: number, patience: Patience, chance: number): number | undefined {
  const delay = ATTEMPT_DELAYS_MS[attempts]
  if (delay === undefined) return undefined
  return Math.round(Math.max(delay * (1 - JITTER + 2 * JITTER * chance), asked(patience)))
}

/**
 * How long nothing at all is sent to an endpoint after a failed attempt, milliseconds. Without its asking for more, this stays
 * below every delay of the schedule: a delivery that waits alone is never late for it.
 * @param failingForMs how long every attempt has failed
 */
export const pauseMs = (failingForMs: number, patience: Patience): number =>
  Math.max(asked(patience), Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, Math.round(failingForMs * PAUSE_SHARE))))
