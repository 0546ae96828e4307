import type { Clock } from './clock.ts'
import { systemTime, type TimeSources } from './guardedClock.ts'

const MAX_DIFFERENCE_MS = 5 * 60 * 1000
const COMPARE_INTERVAL_MS = 60 * 60 * 1000

/** A machine clock that switches to the server's time when the two differ. */
export interface CorrectedClock extends Clock {
  /**
   * Returns the milliseconds by which the machine's clock is ahead of the server's (negative: behind); 0 while they
   * agree.
   */
  aheadMs(): number
  /**
   * Asks the server for its time if an hour has passed, the clock has jumped, or the clocks last differed.
   * @throws the error of `readServerMs`
   */
  compare(readServerMs: () => Promise<number>): Promise<void>
}

/** @param changed called with the difference when the clocks start to differ, and with 0 when they agree again */
export function createCorrectedClock(
  changed: (aheadMs: number) => void,
  sources: TimeSources = systemTime,
): CorrectedClock {
  const readSources = () => ({ wallMs: sources.wallMs(), steadyMs: sources.steadyMs(), bootMs: sources.bootMs() })
  let lastReading = readSources()
  let aheadMs = 0
  let isDue = true
  let comparedAtMs = -Infinity
  const setAheadMs = (nextMs: number): void => {
    const previousMs = aheadMs
    aheadMs = Math.abs(nextMs) > MAX_DIFFERENCE_MS ? nextMs : 0
    if ((previousMs === 0) !== (aheadMs === 0)) changed(aheadMs)
  }
  const readClocks = () => {
    const now = readSources()
    const passedMs = now.wallMs - lastReading.wallMs
    const jumpMs = passedMs - (now.bootMs - lastReading.bootMs)
    // Sleep also triggers a comparison, although it is not a jump.
    if (Math.abs(passedMs - (now.steadyMs - lastReading.steadyMs)) > MAX_DIFFERENCE_MS) isDue = true
    lastReading = now
    // Until the server answers, time continues as if the clock had not jumped.
    if (Math.abs(jumpMs) > MAX_DIFFERENCE_MS) {
      isDue = true
      setAheadMs(aheadMs + jumpMs)
    }
    return now
  }
  return {
    nowMs: () => readClocks().wallMs - aheadMs,
    aheadMs() {
      readClocks()
      return aheadMs
    },
    async compare(readServerMs) {
      if (readClocks().steadyMs - comparedAtMs >= COMPARE_INTERVAL_MS) isDue = true
      if (!isDue) return
      const sentAtMs = sources.wallMs()
      const serverMs = await readServerMs()
      const { wallMs, steadyMs } = readClocks()
      setAheadMs((sentAtMs + wallMs) / 2 - serverMs)
      isDue = aheadMs !== 0
      comparedAtMs = steadyMs
    },
  }
}
