import { setTimeout as wait } from 'node:timers/promises'
import { ApiError, ConnectionError } from './errors.ts'

const FIRST_WAIT_MS = 250
const MAX_WAIT_MS = 30_000
const TEMPORARY_STATUSES = new Set([429, 503])

/**
 * Computes the delay before the next attempt; `undefined` if the failure is permanent or the server asks for too long a
 * delay.
 */
function waitBeforeRetryMs(error: unknown, attempt: number): number | undefined {
  const backoffMs = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt) * (0.5 + Math.random() / 2)
  if (error instanceof ConnectionError) return backoffMs
  if (!(error instanceof ApiError) || !TEMPORARY_STATUSES.has(error.status)) return undefined
  if (error.retryAfterMs === undefined) return backoffMs
  return error.retryAfterMs <= MAX_WAIT_MS ? Math.max(error.retryAfterMs, backoffMs) : undefined
}

/** Runs `attempt` with at most `retries` retries and throws the last failure. */
export async function withRetries<T>(
  retries: number,
  signal: AbortSignal | undefined,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let count = 0; ; count++) {
    try {
      return await attempt()
    } catch (error) {
      const waitMs = count < retries ? waitBeforeRetryMs(error, count) : undefined
      if (waitMs === undefined) throw error
      await wait(waitMs, undefined, signal ? { signal } : {})
    }
  }
}
