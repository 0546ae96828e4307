import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { locateProgram } from '../../platform/programFile.ts'
import { BackupError } from './errors.ts'

// Only the worker's code has the schema of the worker's tables, so a separate process copies them.

/** Folder of the worker's rows in a backup. */
export const WORKER_FOLDER = 'worker'

const PROGRAM = new URL('../../worker/operator/state.ts', import.meta.url)

const StateFiles = z.object({
  schema: z.array(z.string()),
  files: z.array(z.object({ table: z.string(), file: z.string(), rows: z.int(), bytes: z.int(), sha256: z.string() })),
})
type StateFiles = z.output<typeof StateFiles>

/** A database of the worker's state. Its URL is passed in the environment, because others can read arguments. */
interface Target {
  url: string
  environment: Record<string, string | undefined>
  signal: AbortSignal
}

/** @throws BackupError with the process's message */
async function runStateProgram(args: readonly string[], { url, environment, signal }: Target): Promise<unknown> {
  const child = spawn(process.execPath, [locateProgram(PROGRAM), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...environment, KITROOM_WORKER_DATABASE_URL: url, KITROOM_WORKER_DATABASE_URL_FILE: undefined },
  })
  const stop = (): void => void child.kill('SIGTERM')
  signal.addEventListener('abort', stop, { once: true })
  try {
    const exited = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    const [output, errors, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), exited])
    signal.throwIfAborted()
    if (exitCode !== 0)
      throw new BackupError(errors.trim() || `The copy of the worker's state ended with code ${exitCode}.`)
    return JSON.parse(output)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Writes the worker's state into files of a folder, from one snapshot. @throws BackupError */
export const writeWorkerState = async (target: Target, folder: string): Promise<StateFiles> =>
  StateFiles.parse(await runStateProgram(['write', '--folder', folder], target))

/** Loads files of `writeWorkerState` into an empty database. @returns the rows per table @throws BackupError */
export const loadWorkerState = async (
  target: Target,
  folder: string,
  schema: readonly string[],
): Promise<Record<string, number>> =>
  z
    .record(z.string(), z.int())
    .parse(await runStateProgram(['load', '--folder', folder, '--schema', schema.join(',')], target))

/** Loads a copy of a SQLite file into an empty database. Loading may change the copy. @throws BackupError */
export const loadWorkerDatabase = async (target: Target, file: string): Promise<void> =>
  void (await runStateProgram(['load', '--database', file], target))
