import { setTimeout as wait } from 'node:timers/promises'

const SHORTEST_MS = 1

/**
 * Leaves the process to others after a piece of long work.
 * @param startMs when the piece began, by `performance.now()`
 * @param share how much longer than the piece the rest is
 */
export const restAfter = (startMs: number, share: number, signal?: AbortSignal): Promise<void> =>
  wait(Math.max(SHORTEST_MS, (performance.now() - startMs) * share), undefined, { signal }).catch(() => undefined)
