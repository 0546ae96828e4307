import { uptime } from 'node:os'
import type { Clock } from './clock.ts'

const HOUR_MS = 60 * 60 * 1000
/** The wall clock may run ahead of the time that has passed by as much at once. More is taken for a fault. */
export const MAX_JUMP_MS = 24 * HOUR_MS
/** How far the clocks of this machine and of the database's may be apart. */
export const MAX_APART_MS = 10 * 60 * 1000
/** A machine whose clock is kept without a battery sets it soon after its start. */
const JUST_STARTED_MS = 10 * 60 * 1000
/** Smaller differences are the clock being kept right. */
const NOTICE_MS = 1000
const COMPARE_EVERY_MS = 10_000

/** Where a guarded clock asks for the time. */
export interface TimeSources {
  /** What the machine says that the time is. */
  wallMs(): number
  /** Never jumps; may stand still while the machine sleeps. Cheap. */
  steadyMs(): number
  /** Time since the machine's start, asleep or not. */
  bootMs(): number
}

export const systemTime: TimeSources = {
  wallMs: () => Date.now(),
  steadyMs: () => performance.now(),
  bootMs: () => uptime() * 1000,
}

/** A clock that does not follow an implausible jump of the wall clock: it goes on from before it. */
export interface GuardedClock extends Clock {
  /** How far the wall clock is ahead of the time that is believed; 0 while it is believed itself. */
  aheadMs(): number
  /** Compares with the clock of the database's server, and follows that one where they differ by more than `MAX_APART_MS`. */
  compareWith(databaseMs: number): void
}

/** A moment as two clocks saw it. */
interface Anchor {
  believedMs: number
  bootMs: number
}

/**
 * The wall clock, as long as it moves with the clock that counts the time since the machine's start. A jump backwards is followed: what
 * must rise does not fall by it.
 * @param changed called when the clock is not believed any more, and when it is again with 0
 */
export function createGuardedClock(sources: TimeSources, changed: (aheadMs: number) => void): GuardedClock {
  let anchor: Anchor = { believedMs: sources.wallMs(), bootMs: sources.bootMs() }
  let last = { wallMs: anchor.believedMs, steadyMs: sources.steadyMs() }
  let hasDatabase = false
  let aheadMs = 0

  const set = (nextMs: number): void => {
    const isNews = (nextMs === 0) !== (aheadMs === 0)
    aheadMs = nextMs
    if (isNews) changed(nextMs)
  }
  const compare = (wallMs: number): number => {
    const bootMs = sources.bootMs()
    const expectedMs = anchor.believedMs + bootMs - anchor.bootMs
    const apartMs = wallMs - expectedMs
    last = { wallMs, steadyMs: sources.steadyMs() }
    if (hasDatabase ? Math.abs(apartMs) > MAX_APART_MS : apartMs > MAX_JUMP_MS && bootMs > JUST_STARTED_MS) set(apartMs)
    else {
      set(0)
      // Far behind: the time before is remembered, so that coming back to it is no jump.
      if (!hasDatabase && apartMs > -MAX_JUMP_MS) anchor = { believedMs: wallMs, bootMs }
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
      const jumpMs = databaseMs - (anchor.believedMs + bootMs - anchor.bootMs)
      // On one machine both clocks jump together.
      if (!hasDatabase || jumpMs <= MAX_JUMP_MS) anchor = { believedMs: databaseMs, bootMs }
      hasDatabase = true
      compare(sources.wallMs())
    },
  }
}
