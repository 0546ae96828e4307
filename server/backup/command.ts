import { parseArgs } from 'node:util'
import { ConfigError } from '../../platform/environment.ts'
import { TableFileError } from '../../platform/sql/rows/errors.ts'
import { DatabaseUnavailable } from '../../platform/sql/types.ts'
import { BackupError } from './errors.ts'
import { backupParts, type BackupPart } from './manifest.ts'

type Flags = Readonly<Record<string, 'string' | 'boolean'>>
type Values = Partial<Record<string, string | boolean>>

export function parseBackupPart(value: string | boolean | undefined): BackupPart | undefined {
  if (value === undefined) return undefined
  const part = backupParts.find((one) => one === value)
  if (!part) throw new BackupError('--only must be api or worker.')
  return part
}

export function requireOption(values: Values, name: string): string {
  const value = values[name]
  if (typeof value !== 'string' || value.trim() === '') throw new BackupError(`Give --${name}.`)
  return value
}

const isUserError = (error: unknown): error is Error =>
  error instanceof BackupError ||
  error instanceof TableFileError ||
  error instanceof DatabaseUnavailable ||
  error instanceof ConfigError ||
  (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE'))

/**
 * Runs a command in a separate process. Ctrl-C and SIGTERM abort it, so that it cleans up. It prints the result and
 * sets the exit code.
 */
export async function runBackupCommand(
  flags: Flags,
  command: (values: Values, signal: AbortSignal) => Promise<{ text: string; exitCode?: number }>,
): Promise<void> {
  const stopController = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopController.abort())
  try {
    const { values } = parseArgs({
      options: Object.fromEntries(Object.entries(flags).map(([name, type]) => [name, { type }])),
      strict: true,
    })
    const { text, exitCode = 0 } = await command(values, stopController.signal)
    process.stdout.write(`${text}\n`)
    process.exitCode = exitCode
  } catch (error) {
    const named = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    const text = isUserError(error) ? error.message : named
    process.stderr.write(stopController.signal.aborted ? 'Stopped. Nothing was kept.\n' : `${text}\n`)
    process.exitCode = stopController.signal.aborted ? 130 : 1
  }
}
