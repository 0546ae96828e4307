import { setTimeout as wait } from 'node:timers/promises'
import type { Say } from '../say.ts'

const FIRST_WAIT_MS = 5000
const LONGEST_WAIT_MS = 5 * 60_000
const CHECK_EVERY_MS = 250

/** Waits, unless it is over before. */
export async function waitUnless(isOver: () => boolean, ms: number): Promise<void> {
  const untilMs = performance.now() + ms
  for (let leftMs = ms; leftMs > 0 && !isOver(); leftMs = untilMs - performance.now()) await wait(Math.min(CHECK_EVERY_MS, leftMs))
}

/** Says each text once, so that attempts that fail alike are not told over and over; says everything once `isQuiet` is over. */
export function onlyNew(say: Say, isQuiet: () => boolean): Say {
  const said = new Set<string>()
  const isNew = (text: string): boolean => !isQuiet() || (!said.has(text) && said.add(text).has(text))
  return {
    line: (text) => (isNew(text) ? say.line(text) : undefined),
    during: (text, work, detail) => (isNew(text) ? say.during(text, work, detail) : work()),
  }
}

/**
 * Tries until it works, after 5 seconds and then ever more rarely, at least every 5 minutes.
 * @param onFailed called with each failure and the time until the next attempt
 * @throws the last failure, once `isOver`
 */
export async function keepTrying<T>(start: () => Promise<T>, isOver: () => boolean, onFailed: (error: unknown, waitMs: number) => void): Promise<T> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(LONGEST_WAIT_MS, 2 * waitMs)) {
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
