import { setTimeout as wait } from 'node:timers/promises'

const SHORTEST_MS = 1

/**
 * Leaves the process to others after a piece of long work.
 * @param startMs when the piece began, by `performance.now()`
 * @param share how much longer than the piece the rest is
 */
export const restAfter = (startMs: number, share: number, signal?: AbortSignal): Promise<void> =>
  wait(Math.max(SHORTEST_MS, (performance.now() - startMs) * share), undefined, { signal }).catch(() => undefined)

/**
 * Repeats a short write with a rest after each, until it finds nothing more or the signal ends it.
 * @param step does some of the work and answers how much
 * @param share how much longer than a step each rest is
 * @returns how much was done in all
 */
export async function repeatWithRests(step: () => Promise<number>, share: number, signal: AbortSignal): Promise<number> {
  let done = 0
  while (!signal.aborted) {
    const startMs = performance.now()
    const some = await step()
    done += some
    if (some === 0) break
    await restAfter(startMs, share, signal)
  }
  return done
}
