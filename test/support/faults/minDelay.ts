import type { Faults } from './faults.ts'

export const MAX_DELAY_MS = 50

/** Runs a scenario up to five times. @returns the minimum of its longest delays, because a busy machine delays only some runs */
export async function minDelayMs(faults: Faults, scenario: () => Promise<void>): Promise<number> {
  let minMs = Infinity
  for (let tries = 0; tries < 5 && minMs > MAX_DELAY_MS; tries++) {
    await faults.longestDelayMs()
    await scenario()
    minMs = Math.min(minMs, await faults.longestDelayMs())
  }
  return minMs
}
