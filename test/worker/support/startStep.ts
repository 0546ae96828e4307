import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { findProgram } from '../../support/programs.ts'
import type { Step } from './pausedStep.ts'

export interface StartedStep {
  child: ChildProcess
  /** The next line that it prints. */
  readLine(): Promise<string>
  /** Lets the step `hold` write. */
  goOn(): void
}

/** Starts a process with one step of a worker. The caller kills it. */
export function startStep(step: Step): StartedStep {
  const file = findProgram('test/worker/support/pausedStep.ts')
  const child = spawn(process.execPath, [file, JSON.stringify(step)], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    child,
    readLine: async () => ((await lines.next()) as { value: string }).value,
    goOn: () => void child.stdin.write('go\n'),
  }
}
