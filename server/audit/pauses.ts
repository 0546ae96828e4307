import { setTimeout as wait } from 'node:timers/promises'

const MIN_PAUSE_MS = 1

/**
 * Pauses after long work.
 * @param startMs its start, by `performance.now()`
 * @param factor pause as a multiple of the work's duration
 */
export const pauseAfterWork = (startMs: number, factor: number, signal?: AbortSignal): Promise<void> =>
  wait(Math.max(MIN_PAUSE_MS, (performance.now() - startMs) * factor), undefined, { signal }).catch(() => undefined)

/**
 * Repeats short writes with pauses until nothing is left or the signal aborts.
 * @param step returns the amount of work done
 * @param factor pause as a multiple of a step's duration
 * @returns the total
 */
export async function repeatWithPauses(
  step: () => Promise<number>,
  factor: number,
  signal: AbortSignal,
): Promise<number> {
  let total = 0
  while (!signal.aborted) {
    const startMs = performance.now()
    const amount = await step()
    total += amount
    if (amount === 0) break
    await pauseAfterWork(startMs, factor, signal)
  }
  return total
}
