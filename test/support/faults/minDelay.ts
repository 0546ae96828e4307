import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureSlowness } from '../measureSlowness.ts'
import { askMeter, meterOf, type Faults } from './faults.ts'

export const MAX_DELAY_MS = 50

/** The delay that a core of the reference machine would need: on a slower one the same work blocks for longer. */
export const onReferenceMachine = (delayMs: number): number =>
  delayMs <= MAX_DELAY_MS ? delayMs : delayMs / measureSlowness()

interface Control extends Disposable {
  longestDelayMs(): Promise<number>
}

/** A process that does nothing. Its event loop is delayed by the machine alone. */
function startControl(): Control {
  const folder = mkdtempSync(join(tmpdir(), 'kitroom-control-'))
  const delays = join(folder, 'delays')
  const child = spawn(process.execPath, ['--eval', 'setInterval(() => undefined, 1000)'], {
    env: { ...process.env, ...meterOf(delays) },
    stdio: 'ignore',
  })
  return {
    longestDelayMs: () => askMeter(delays),
    [Symbol.dispose]: () => {
      child.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Runs a scenario up to five times beside a process that does nothing, whose delays at the same moment are the
 * machine's.
 * @returns the minimum of its longest delays beyond the machine's, because pages read from a disk delay only some runs
 */
export async function minDelayMs(faults: Faults, scenario: () => Promise<void>): Promise<number> {
  using control = startControl()
  let minMs = Infinity
  for (let tries = 0; tries < 5 && minMs > MAX_DELAY_MS; tries++) {
    await Promise.all([control.longestDelayMs(), faults.longestDelayMs()])
    await scenario()
    const [machineMs, delayMs] = await Promise.all([control.longestDelayMs(), faults.longestDelayMs()])
    minMs = Math.min(minMs, onReferenceMachine(Math.max(0, delayMs - machineMs)))
  }
  return minMs
}
