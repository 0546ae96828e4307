import type { Clock } from './clock.ts'
import { systemTime, type TimeSources } from './guardedClock.ts'

/** Two clocks that differ by less are both taken for right. */
const MAX_DIFFERENCE_MS = 5 * 60 * 1000
const COMPARE_EVERY_MS = 60 * 60 * 1000

/** The clock of a machine that follows a server's where the two differ. */
export interface FollowedClock extends Clock {
  /** How far the machine's clock is ahead of the server's (negative: behind it); 0 while they agree. */
  aheadMs(): number
  /**
   * Asks the server for its time, if an hour has passed, the clock has jumped, or the two did not agree the last time.
   * @throws what `readServerMs` throws
   */
  compare(readServerMs: () => Promise<number>): Promise<void>
}

/** @param changed called when the clocks do not agree any more, and with 0 when they do again */
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
  const look = () => {
    const now = read()
    const passedMs = now.wallMs - last.wallMs
    const jumpMs = passedMs - (now.bootMs - last.bootMs)
    // A machine that slept is asked for its time too, but its clock has not jumped.
    if (Math.abs(passedMs - (now.steadyMs - last.steadyMs)) > MAX_DIFFERENCE_MS) isDue = true
    last = now
    // The clock goes on from before the jump until the server has been asked.
    if (Math.abs(jumpMs) > MAX_DIFFERENCE_MS) {
      isDue = true
      set(aheadMs + jumpMs)
    }
    return now
  }
  return {
    nowMs: () => look().wallMs - aheadMs,
    aheadMs() {
      look()
      return aheadMs
    },
    async compare(readServerMs) {
      if (look().steadyMs - comparedAtMs >= COMPARE_EVERY_MS) isDue = true
      if (!isDue) return
      const sentAtMs = sources.wallMs()
      const serverMs = await readServerMs()
      const { wallMs, steadyMs } = look()
      set((sentAtMs + wallMs) / 2 - serverMs)
      isDue = aheadMs !== 0
      comparedAtMs = steadyMs
    },
  }
}
