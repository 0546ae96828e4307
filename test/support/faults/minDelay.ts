import { measureSlowness } from '../measureSlowness.ts'
import type { Faults } from './faults.ts'

export const MAX_DELAY_MS = 50

/** The delay that a core of the reference machine would need: on a slower one the same work blocks for longer. */
export const onReferenceMachine = (delayMs: number): number =>
  delayMs <= MAX_DELAY_MS ? delayMs : delayMs / measureSlowness()

/** Runs a scenario up to five times. @returns the minimum of its longest delays, because pages that the machine reads from its disk delay only some runs */
export async function minDelayMs(faults: Faults, scenario: () => Promise<void>): Promise<number> {
  let minMs = Infinity
  for (let tries = 0; tries < 5 && minMs > MAX_DELAY_MS; tries++) {
    await faults.longestDelayMs()
    await scenario()
    minMs = Math.min(minMs, onReferenceMachine(await faults.longestDelayMs()))
  }
  return minMs
}
