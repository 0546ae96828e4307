import type { Faults } from './faults.ts'

export const LONGEST_DELAY_MS = 50

/** Runs a scenario up to five times. @returns the minimum of its longest delays, because a busy machine delays only some runs */
export async function leastDelay(faults: Faults, scenario: () => Promise<void>): Promise<number> {
  let least = Infinity
  for (let tries = 0; tries < 5 && least > LONGEST_DELAY_MS; tries++) {
    await faults.longestDelayMs()
    await scenario()
    least = Math.min(least, await faults.longestDelayMs())
  }
  return least
}
