import { expect, it } from 'vitest'
import { createCorrectedClock } from '../../platform/correctedClock.ts'

const HOUR_MS = 3_600_000
const START_MS = Date.parse('2026-03-02T08:00:00.000Z')

/** The clocks of a machine, and a clock that follows a server's. */
function createMachine() {
  const time = { wallMs: START_MS, steadyMs: 5000, bootMs: 90_000 }
  const changes: number[] = []
  const clock = createCorrectedClock((aheadMs) => changes.push(aheadMs), {
    wallMs: () => time.wallMs,
    steadyMs: () => time.steadyMs,
    bootMs: () => time.bootMs,
  })
  let requests = 0
  return {
    clock,
    changes,
    advance(ms: number, asleepMs = 0) {
      time.wallMs += ms
      time.bootMs += ms
      time.steadyMs += ms - asleepMs
    },
    setWallClock: (byMs: number) => void (time.wallMs += byMs),
    requests: () => requests,
    compare: (serverMs: number) =>
      clock.compare(async () => {
        requests += 1
        return serverMs
      }),
  }
}

it('a followed clock does not take sleep for a jump, and asks the server once', async () => {
  const machine = createMachine()
  await machine.compare(START_MS)
  machine.advance(8 * HOUR_MS, 8 * HOUR_MS)
  expect({ nowMs: machine.clock.nowMs(), aheadMs: machine.clock.aheadMs() }).toEqual({
    nowMs: START_MS + 8 * HOUR_MS,
    aheadMs: 0,
  })
  await machine.compare(START_MS + 8 * HOUR_MS)
  await machine.compare(START_MS + 8 * HOUR_MS)
  expect({ requests: machine.requests(), changes: machine.changes }).toEqual({ requests: 2, changes: [] })
})

it.each([
  ['ahead', 200 * 24 * HOUR_MS],
  ['behind', -2 * HOUR_MS],
])('a followed clock ignores a jump %s until the wall clock is corrected', async (_, byMs) => {
  const machine = createMachine()
  await machine.compare(START_MS)
  machine.setWallClock(byMs)
  machine.advance(1000)
  expect({ nowMs: machine.clock.nowMs(), aheadMs: machine.clock.aheadMs(), changes: machine.changes }).toEqual({
    nowMs: START_MS + 1000,
    aheadMs: byMs,
    changes: [byMs],
  })
  await machine.compare(START_MS + 1000)
  expect({ nowMs: machine.clock.nowMs(), requests: machine.requests() }).toEqual({
    nowMs: START_MS + 1000,
    requests: 2,
  })
  machine.setWallClock(-byMs)
  expect({ nowMs: machine.clock.nowMs(), aheadMs: machine.clock.aheadMs(), changes: machine.changes }).toEqual({
    nowMs: START_MS + 1000,
    aheadMs: 0,
    changes: [byMs, 0],
  })
})

it('a followed clock follows a server with another time, and asks again until both agree', async () => {
  const machine = createMachine()
  await machine.compare(START_MS - HOUR_MS)
  expect({ nowMs: machine.clock.nowMs(), changes: machine.changes }).toEqual({
    nowMs: START_MS - HOUR_MS,
    changes: [HOUR_MS],
  })
  await machine.compare(START_MS)
  await machine.compare(START_MS)
  expect({ aheadMs: machine.clock.aheadMs(), requests: machine.requests(), changes: machine.changes }).toEqual({
    aheadMs: 0,
    requests: 2,
    changes: [HOUR_MS, 0],
  })
})

it('a followed clock asks every hour, and ignores small differences', async () => {
  const machine = createMachine()
  await machine.compare(START_MS + 200_000)
  machine.advance(HOUR_MS - 1)
  await machine.compare(0)
  machine.advance(1)
  await machine.compare(START_MS + HOUR_MS - 200_000)
  expect({ requests: machine.requests(), changes: machine.changes, nowMs: machine.clock.nowMs() }).toEqual({
    requests: 2,
    changes: [],
    nowMs: START_MS + HOUR_MS,
  })
})
