// The only file of the tests that sleeps or reads a clock to wait. A busy machine makes a test slower, never red.
import { setTimeout as delay } from 'node:timers/promises'

/** The longest wait for a condition. It ends a test that hangs, and says nothing about speed. */
export const HANG_GUARD_MS = 240_000

const FIRST_INTERVAL_MS = 5
const MAX_INTERVAL_MS = 100

type Awaitable<T> = T | Promise<T>

/**
 * Polls `check` until it returns a value other than undefined, null and false. Errors of `check` end the wait.
 * @param description what the test waits for, for the message of the hang guard
 * @returns the value
 */
export async function until<T>(description: string, check: () => Awaitable<T | undefined | null | false>): Promise<T> {
  const deadlineMs = performance.now() + HANG_GUARD_MS
  for (let intervalMs = FIRST_INTERVAL_MS; ; intervalMs = Math.min(intervalMs * 2, MAX_INTERVAL_MS)) {
    const found = await check()
    if (found !== undefined && found !== null && found !== false) return found
    if (performance.now() > deadlineMs) throw new Error(`still waiting after ${HANG_GUARD_MS / 1000} s: ${description}`)
    await delay(intervalMs)
  }
}

/**
 * Sleeps where the time itself is the input: a peer that is slow on purpose, a kill at a random moment. Never to wait
 * for a result.
 * @param why what the time stands for; the linter requires it
 */
export async function pause(timeMs: number, why: string, signal?: AbortSignal): Promise<void> {
  if (why === '') throw new Error('pause() needs its reason')
  await delay(timeMs, undefined, { signal })
}

/**
 * Starts a timer that an event must not precede, such as the end of a time limit. A busy machine makes the event later,
 * never earlier.
 * @returns whether so much time has passed
 */
export function startTimer(timeMs: number): () => boolean {
  let hasPassed = false
  setTimeout(() => (hasPassed = true), timeMs).unref()
  return () => hasPassed
}

/**
 * Tries a time limit of the product, then one four times as long, and so on, as long as it ends before a busy machine
 * has done its part.
 * @param run gives undefined for that
 */
export async function withLongerLimits<T>(
  firstMs: number,
  run: (limitMs: number) => Promise<T | undefined>,
): Promise<T> {
  for (let limitMs = firstMs; limitMs <= HANG_GUARD_MS; limitMs *= 4) {
    const result = await run(limitMs)
    if (result !== undefined) return result
  }
  throw new Error('the limit ended too early, however long it was')
}
