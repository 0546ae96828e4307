import { GoogleQuotaExceeded, type GoogleUnavailable } from './refused.ts'

const MIN_DELAY_MS = 1000
const MAX_DELAY_MS = 64_000
const HOUR_MS = 3_600_000

const unscaled = (delayMs: number): number => delayMs

export interface RetryClock {
  /** Number of the failed attempt, from 1. */
  attempt: number
  /** Scales Kitroom's own delays, but not those that Google requests. Default: no scaling. */
  scaledMs?: (delayMs: number) => number
}

/**
 * Computes the delay before a call is repeated, by Google's advice: full jitter of 1 s to 2^attempt s, at most 64 s. A
 * longer Retry-After takes precedence, up to an hour. After a used-up quota it is an hour.
 */
export function computeRetryDelayMs(error: GoogleUnavailable, { attempt, scaledMs = unscaled }: RetryClock): number {
  if (error instanceof GoogleQuotaExceeded) return scaledMs(HOUR_MS)
  const maxMs = Math.min(MAX_DELAY_MS, MIN_DELAY_MS * 2 ** attempt)
  const delayMs = MIN_DELAY_MS + Math.random() * (maxMs - MIN_DELAY_MS)
  return Math.round(Math.max(scaledMs(delayMs), Math.min(error.retryAfterMs ?? 0, HOUR_MS)))
}
