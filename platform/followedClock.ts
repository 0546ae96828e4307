import type { Clock } from './clock.ts'
import { systemTime, type TimeSources } from './guardedClock.ts'

const MAX_DIFFERENCE_MS = 5 * 60 * 1000
const COMPARE_EVERY_MS = 60 * 60 * 1000

/** A machine clock that switches to the server's time when the two differ. */
export interface FollowedClock extends Clock {
  /** Milliseconds the machine's clock is ahead of the server's (negative: behind); 0 while they agree. */
  aheadMs(): number
  /**
   * Asks the server for its time when an hour has passed, the clock has jumped, or the clocks last disagreed. @throws whatever `readServerMs` throws
   */
  compare(readServerMs: () => Promise<number>): Promise<void>
}

/** @param changed called when the clocks start to disagree, and with 0 when they agree again */
export function createFollowedClock(changed: (aheadMs: number) => void, sources: TimeSources = systemTime): FollowedClock {
  const read = () => ({ wallMs: sources.wallMs(), steadyMs: sources.steadyMs(), bootMs: sources.bootMs() })
  let last = read()
  let aheadMs = 0
  let isDue = true
  let comparedAtMs = -Infinity
  const set = (nextMs: number): void => {
    const before = aheadMs
    aheadMs = Math.abs(nextMs) > MAX_DIFFERENCE_MS ? nextMs : 0
    if ((before === 0) !== (aheadMs === 0)) changed(aheadMs)
  }
  const readClocks = () => {
    const now = read()
    const passedMs = now.wallMs - last.wallMs
    const jumpMs = passedMs - (now.bootMs - last.bootMs)
    // Sleep also triggers a comparison, although it is not a jump.
    if (Math.abs(passedMs - (now.steadyMs - last.steadyMs)) > MAX_DIFFERENCE_MS) isDue = true
    last = now
    // Time continues from before the jump until the server answers.
    if (Math.abs(jumpMs) > MAX_DIFFERENCE_MS) {
      isDue = true
      set(aheadMs + jumpMs)
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
      if (readClocks().steadyMs - comparedAtMs >= COMPARE_EVERY_MS) isDue = true
      if (!isDue) return
      const sentAtMs = sources.wallMs()
      const serverMs = await readServerMs()
      const { wallMs, steadyMs } = readClocks()
      set((sentAtMs + wallMs) / 2 - serverMs)
      isDue = aheadMs !== 0
      comparedAtMs = steadyMs
    },
  }
}
