const MINUTE_MS = 60_000
const MAX_BACKOFF_MS = 2 * 60 * MINUTE_MS

/** Delay before the next attempt: one minute, growing by four up to two hours. */
export const backOffMs = (attempts: number): number => Math.min(MAX_BACKOFF_MS, MINUTE_MS * 4 ** Math.max(0, attempts - 1))
