import type { Faults } from './faults.ts'

/** No request may hold the event loop longer where the disk is not waited for. */
export const LONGEST_DELAY_MS = 50

/**
 * Runs a scenario up to five times and gives the shortest of its longest delays: what holds the event loop does so each time, a busy
 * machine does not.
 */
export async function leastDelay(faults: Faults, scenario: () => Promise<void>): Promise<number> {
  let least = Infinity
  for (let tries = 0; tries < 5 && least > LONGEST_DELAY_MS; tries++) {
    await faults.longestDelayMs()
    await scenario()
    least = Math.min(least, await faults.longestDelayMs())
  }
  return least
}
