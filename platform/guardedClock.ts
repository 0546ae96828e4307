import { uptime } from 'node:os'
import type { Clock } from './clock.ts'

const HOUR_MS = 60 * 60 * 1000
/** A larger forward jump of the wall clock is treated as a fault. */
export const MAX_JUMP_MS = 24 * HOUR_MS
export const MAX_DRIFT_MS = 10 * 60 * 1000
/** A machine without a battery-backed clock sets its clock soon after boot. */
const JUST_STARTED_MS = 10 * 60 * 1000
/** Smaller differences are ordinary clock adjustment. */
const NOTICE_MS = 1000
const COMPARE_EVERY_MS = 10_000

export interface TimeSources {
  wallMs(): number
  /** Monotonic and cheap; may stop while the machine sleeps. */
  steadyMs(): number
  bootMs(): number
}

export const systemTime: TimeSources = {
  wallMs: () => Date.now(),
  steadyMs: () => performance.now(),
  bootMs: () => uptime() * 1000,
}

/** A clock that ignores implausible forward jumps of the wall clock. */
export interface GuardedClock extends Clock {
  /** Milliseconds the wall clock is ahead of the trusted time; 0 while it is trusted. */
  aheadMs(): number
  /** Compares with the database server's clock, which wins when the two differ by more than `MAX_DRIFT_MS`. */
  compareWith(databaseMs: number): void
}

interface Anchor {
  trustedMs: number
  bootMs: number
}

/**
 * Follows the wall clock while it advances with the boot clock. Backward jumps are followed. @param
 * changed called when the clock stops being trusted, and with 0 when it is trusted again
 */
export function createGuardedClock(sources: TimeSources, changed: (aheadMs: number) => void): GuardedClock {
  let anchor: Anchor = { trustedMs: sources.wallMs(), bootMs: sources.bootMs() }
  let last = { wallMs: anchor.trustedMs, steadyMs: sources.steadyMs() }
  let hasDatabase = false
  let aheadMs = 0

  const set = (nextMs: number): void => {
    const isNews = (nextMs === 0) !== (aheadMs === 0)
    aheadMs = nextMs
    if (isNews) changed(nextMs)
  }
  const compare = (wallMs: number): number => {
    const bootMs = sources.bootMs()
    const expectedMs = anchor.trustedMs + bootMs - anchor.bootMs
    const driftMs = wallMs - expectedMs
    last = { wallMs, steadyMs: sources.steadyMs() }
    if (hasDatabase ? Math.abs(driftMs) > MAX_DRIFT_MS : driftMs > MAX_JUMP_MS && bootMs > JUST_STARTED_MS) set(driftMs)
    else {
      set(0)
      // A clock far behind keeps the old anchor, so that its return is not a jump.
      if (!hasDatabase && driftMs > -MAX_JUMP_MS) anchor = { trustedMs: wallMs, bootMs }
    }
    return wallMs - aheadMs
  }
  return {
    nowMs() {
      const [wallMs, steadyMs] = [sources.wallMs(), sources.steadyMs()]
      const passedMs = steadyMs - last.steadyMs
      const isAsBefore = passedMs < COMPARE_EVERY_MS && Math.abs(wallMs - last.wallMs - passedMs) < NOTICE_MS
      return isAsBefore ? wallMs - aheadMs : compare(wallMs)
    },
    aheadMs() {
      compare(sources.wallMs())
      return aheadMs
    },
    compareWith(databaseMs) {
      const bootMs = sources.bootMs()
      const jumpMs = databaseMs - (anchor.trustedMs + bootMs - anchor.bootMs)
      // On one machine both clocks jump together.
      if (!hasDatabase || jumpMs <= MAX_JUMP_MS) anchor = { trustedMs: databaseMs, bootMs }
      hasDatabase = true
      compare(sources.wallMs())
    },
  }
}
