const MINUTE_MS = 60_000
const LONGEST_MS = 2 * 60 * MINUTE_MS

/** How long to wait after so many attempts: a minute, then four times as long each time, at most two hours. */
export const backOffMs = (attempts: number): number => Math.min(LONGEST_MS, MINUTE_MS * 4 ** Math.max(0, attempts - 1))
