import { setTimeout as wait } from 'node:timers/promises'
import type { Say } from '../say.ts'

const FIRST_WAIT_MS = 5000
const MAX_WAIT_MS = 5 * 60_000
const CHECK_EVERY_MS = 250

/** Waits, but ends early when `isOver`. */
export async function waitUnless(isOver: () => boolean, ms: number): Promise<void> {
  const untilMs = performance.now() + ms
  for (let leftMs = ms; leftMs > 0 && !isOver(); leftMs = untilMs - performance.now()) await wait(Math.min(CHECK_EVERY_MS, leftMs))
}

/** Prints repeated texts only once while `isQuiet`, so that failing attempts do not repeat themselves. */
export function withoutRepeats(say: Say, isQuiet: () => boolean): Say {
  const said = new Set<string>()
  const isNew = (text: string): boolean => !isQuiet() || (!said.has(text) && said.add(text).has(text))
  return {
    line: (text) => (isNew(text) ? say.line(text) : undefined),
    during: (text, work, detail) => (isNew(text) ? say.during(text, work, detail) : work()),
  }
}

/**
 * Retries with increasing delays, from 5 seconds to 5 minutes.
 * @param onFailed called with each failure and the next delay
 * @throws the last failure, once `isOver`
 */
export async function retryWithBackoff<T>(
  start: () => Promise<T>,
  isOver: () => boolean,
  onFailed: (error: unknown, waitMs: number) => void,
): Promise<T> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(MAX_WAIT_MS, 2 * waitMs)) {
    try {
      return await start()
    } catch (error) {
      if (isOver()) throw error
      onFailed(error, waitMs)
      await waitUnless(isOver, waitMs)
      if (isOver()) throw error
    }
  }
}
