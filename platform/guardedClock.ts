import { uptime } from 'node:os'
import type { Clock } from './clock.ts'

const HOUR_MS = 60 * 60 * 1000
/** A larger forward jump of the wall clock is treated as a fault. */
export const MAX_JUMP_MS = 24 * HOUR_MS
export const MAX_DRIFT_MS = 10 * 60 * 1000
/**
 * Time after boot in which the clock follows every jump: a machine without a battery-backed clock sets its clock soon
 * after boot.
 */
const JUST_STARTED_MS = 10 * 60 * 1000
/** Smaller differences are ordinary clock adjustments. */
const ADJUSTMENT_TOLERANCE_MS = 1000
const COMPARE_INTERVAL_MS = 10_000

export interface TimeSources {
  wallMs(): number
  /** Reads a monotonic clock. It is cheap, and may stop while the machine sleeps. */
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
  /**
   * Returns the time of the database server's clock, which all servers of a database share; without one, the time of
   * this clock.
   */
  sharedMs(): number
  /** Returns the milliseconds by which the wall clock is ahead of the trusted time; 0 while it is trusted. */
  aheadMs(): number
  /**
   * Compares this clock with the database server's. That one is trusted instead if the two differ by more than
   * `MAX_DRIFT_MS`.
   */
  compareWith(databaseMs: number): void
}

interface Anchor {
  trustedMs: number
  bootMs: number
}

/**
 * Creates a clock that follows the wall clock while it advances with the boot clock. It follows backward jumps.
 * @param changed called when the clock stops being trusted, and with 0 when it is trusted again
 */
export function createGuardedClock(sources: TimeSources, changed: (aheadMs: number) => void): GuardedClock {
  let anchor: Anchor = { trustedMs: sources.wallMs(), bootMs: sources.bootMs() }
  let last = { wallMs: anchor.trustedMs, steadyMs: sources.steadyMs() }
  let hasDatabase = false
  let database = { ms: 0, steadyMs: 0 }
  let aheadMs = 0

  const setAheadMs = (nextMs: number): void => {
    const isChange = (nextMs === 0) !== (aheadMs === 0)
    aheadMs = nextMs
    if (isChange) changed(nextMs)
  }
  const compare = (wallMs: number): number => {
    const bootMs = sources.bootMs()
    const expectedMs = anchor.trustedMs + bootMs - anchor.bootMs
    const driftMs = wallMs - expectedMs
    last = { wallMs, steadyMs: sources.steadyMs() }
    if (hasDatabase ? Math.abs(driftMs) > MAX_DRIFT_MS : driftMs > MAX_JUMP_MS && bootMs > JUST_STARTED_MS)
      setAheadMs(driftMs)
    else {
      setAheadMs(0)
      // If the clock is far behind, the old anchor stays, so that a later correction does not count as a jump.
      if (!hasDatabase && driftMs > -MAX_JUMP_MS) anchor = { trustedMs: wallMs, bootMs }
    }
    return wallMs - aheadMs
  }
  const clock: GuardedClock = {
    nowMs() {
      const [wallMs, steadyMs] = [sources.wallMs(), sources.steadyMs()]
      const passedMs = steadyMs - last.steadyMs
      const isSteady =
        passedMs < COMPARE_INTERVAL_MS && Math.abs(wallMs - last.wallMs - passedMs) < ADJUSTMENT_TOLERANCE_MS
      return isSteady ? wallMs - aheadMs : compare(wallMs)
    },
    sharedMs: () => (hasDatabase ? database.ms + Math.round(sources.steadyMs() - database.steadyMs) : clock.nowMs()),
    aheadMs() {
      compare(sources.wallMs())
      return aheadMs
    },
    compareWith(databaseMs) {
      const bootMs = sources.bootMs()
      const jumpMs = databaseMs - (anchor.trustedMs + bootMs - anchor.bootMs)
      // A database on the same machine shares a wrong clock, so its clock may jump too; such a jump is ignored.
      if (!hasDatabase || jumpMs <= MAX_JUMP_MS) {
        anchor = { trustedMs: databaseMs, bootMs }
        database = { ms: databaseMs, steadyMs: sources.steadyMs() }
      }
      hasDatabase = true
      compare(sources.wallMs())
    },
  }
  return clock
}
