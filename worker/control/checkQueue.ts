// Shares checks of unknown keys among addresses. A flood of invented keys of one address delays its own checks, and no
// others.

/** Checks of unknown keys at once. Keys that were accepted lately have the other connections to the API. */
const MAX_CHECKS = 16

interface Lane {
  running: number
  waiting: Set<() => void>
}

export interface CheckQueue {
  /** Runs a check when the address's turn comes. Checks of one address start in order, and addresses alternate. */
  run<T>(address: string, check: () => Promise<T>): Promise<T>
}

/** @param maxOfAddress how many checks of an address may run at once, at least 1 */
export function createCheckQueue(maxOfAddress: (address: string) => number): CheckQueue {
  // In the order of turns: the address whose check began or ended last is the last one.
  const lanes = new Map<string, Lane>()
  let running = 0
  const moveToEnd = (address: string, lane: Lane): void => {
    lanes.delete(address)
    lanes.set(address, lane)
  }
  const startNext = (): void => {
    for (const [address, lane] of lanes) {
      if (running >= MAX_CHECKS) return
      const [start] = lane.waiting
      if (!start || lane.running >= maxOfAddress(address)) continue
      lane.waiting.delete(start)
      lane.running += 1
      running += 1
      moveToEnd(address, lane)
      start()
    }
  }
  const wait = (address: string): Promise<void> =>
    new Promise((resolve) => {
      const lane = lanes.get(address) ?? { running: 0, waiting: new Set() }
      lanes.set(address, lane)
      lane.waiting.add(resolve)
      startNext()
    })
  const leave = (address: string): void => {
    const lane = lanes.get(address)
    running -= 1
    if (lane) lane.running -= 1
    if (lane) moveToEnd(address, lane)
    if (lane?.running === 0 && lane.waiting.size === 0) lanes.delete(address)
    startNext()
  }
  return {
    async run(address, check) {
      await wait(address)
      try {
        return await check()
      } finally {
        leave(address)
      }
    },
  }
}
