import { Runtime } from '@temporalio/worker'
import { pino } from 'pino'
import { loadWorkerConfig } from '../../../worker/context/config.ts'
import { runWorker } from '../../../worker/process/runWorker.ts'
import { createLogLines } from './logLines.ts'
import type { Started } from './process.ts'

/**
 * Starts a worker in this process: a quarter of the CPU of a process of its own. It cannot be killed, and its log is
 * its only output.
 */
export function startInProcessWorker(env: Record<string, string>): Started {
  const lines = createLogLines()
  const settings = loadWorkerConfig(env)
  const log = pino(
    { level: settings.log.level, name: 'worker' },
    { write: (line: string) => lines.add(JSON.parse(line) as Record<string, unknown>) },
  )
  const stopping = new AbortController()
  let failure: unknown
  const exited = runWorker(settings, log, stopping.signal).then(
    () => 0,
    async (error: unknown) => {
      failure = error
      // A worker that ends before it connects leaves the runtime of the SDK, which the next one installs.
      await Runtime.instance().shutdown()
      return (error as Error).name === 'AbortError' ? 0 : 1
    },
  )
  void exited.then(() => lines.end(`the worker ended: ${String((failure as Error | undefined)?.stack)}`))
  const stop = (): Promise<number | null> => {
    stopping.abort('stopped by its test')
    return exited
  }
  return {
    get pid(): number {
      throw new Error('The worker is in the test’s process. Call openStudio with ownProcess.')
    },
    log: lines.log,
    errors: () => '',
    waitForLog: lines.waitFor,
    kill: () => Promise.reject(new Error('The worker is in the test’s process. Call openStudio with ownProcess.')),
    stop,
    exited,
    [Symbol.asyncDispose]: async () => void (await stop()),
  }
}
