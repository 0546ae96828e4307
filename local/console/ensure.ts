import { fileURLToPath } from 'node:url'
import { describeExit, startChild, waitForExit } from '../child.ts'
import type { ProgressPrinter } from '../progressPrinter.ts'
import { isConsoleBuilt } from './sources.ts'

const BUILD = fileURLToPath(new URL('build.ts', import.meta.url))

/**
 * Builds the console if its sources have changed since the last build. A failure is only reported, because the API
 * works without it.
 */
export async function ensureConsole(printer: ProgressPrinter): Promise<void> {
  if (isConsoleBuilt()) return
  const child = startChild(process.execPath, [BUILD], { env: process.env, stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const exit = await waitForExit(child)
  if (exit.code === 0 || exit.signal !== null) return
  printer.printLine(
    `The console could not be built (the build ${describeExit(exit)}). The API works without it.\n${output.trim()}`,
  )
}
