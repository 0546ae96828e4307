import { setTimeout as wait } from 'node:timers/promises'
import type { ProgressPrinter } from '../progressPrinter.ts'

const MIN_DELAY_MS = 5000
const MAX_DELAY_MS = 5 * 60_000
const CHECK_INTERVAL_MS = 250

/** Waits `ms` milliseconds, or until `isOver` returns true. */
export async function waitUnlessStopped(isOver: () => boolean, ms: number): Promise<void> {
  const deadlineMs = performance.now() + ms
  for (let leftMs = ms; leftMs > 0 && !isOver(); leftMs = deadlineMs - performance.now())
    await wait(Math.min(CHECK_INTERVAL_MS, leftMs))
}

/** Prints each text only once while `isQuiet` returns true, so that repeated attempts do not repeat their output. */
export function withoutRepeatedLines(printer: ProgressPrinter, isQuiet: () => boolean): ProgressPrinter {
  const printed = new Set<string>()
  const isNew = (text: string): boolean => !isQuiet() || (!printed.has(text) && printed.add(text).has(text))
  return {
    printLine: (text) => (isNew(text) ? printer.printLine(text) : undefined),
    runWithProgress: (text, work, detail) => (isNew(text) ? printer.runWithProgress(text, work, detail) : work()),
  }
}

/**
 * Retries with increasing delays, from 5 seconds to 5 minutes.
 * @param onFailed called with each failure and the next delay
 * @throws the last failure, when `isOver` returns true
 */
export async function retryWithBackoff<T>(
  start: () => Promise<T>,
  isOver: () => boolean,
  onFailed: (error: unknown, waitMs: number) => void,
): Promise<T> {
  for (let waitMs = MIN_DELAY_MS; ; waitMs = Math.min(MAX_DELAY_MS, 2 * waitMs)) {
    try {
      return await start()
    } catch (error) {
      if (isOver()) throw error
      onFailed(error, waitMs)
      await waitUnlessStopped(isOver, waitMs)
      if (isOver()) throw error
    }
  }
}
