import { setTimeout as wait } from 'node:timers/promises'
import { ApiError, ConnectionError } from './errors.ts'

const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 30_000
const PASSING = new Set([429, 503])

/** How long to wait before the next attempt; `undefined` when the failure is not one that passes, or the server asks for too long a wait. */
function waitBeforeRetryMs(error: unknown, attempt: number): number | undefined {
  const backoffMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt) * (0.5 + Math.random() / 2)
  if (error instanceof ConnectionError) return backoffMs
  if (!(error instanceof ApiError) || !PASSING.has(error.status)) return undefined
  if (error.retryAfterMs === undefined) return backoffMs
  return error.retryAfterMs <= LONGEST_WAIT_MS ? Math.max(error.retryAfterMs, backoffMs) : undefined
}

/** Runs `attempt` until it succeeds, `retries` more times at most; the last failure is thrown. */
export async function withRetries<T>(retries: number, signal: AbortSignal | undefined, attempt: () => Promise<T>): Promise<T> {
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
