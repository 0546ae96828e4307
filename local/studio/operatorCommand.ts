import { execFile } from 'node:child_process'
import type { z } from 'zod'
import { locateProgram } from '../../platform/programFile.ts'
import { LocalError } from '../errors.ts'

const OPERATOR_FOLDER = new URL('../../server/operator/', import.meta.url)

interface CommandResult {
  hasFailed: boolean
  stdout: string
  stderr: string
}

// Runs a command in a separate process group: Ctrl-C must not interrupt between creating a key and printing it.
const runCommand = (
  file: string,
  args: readonly string[],
  env: Record<string, string | undefined>,
): Promise<CommandResult> =>
  new Promise((resolve) => {
    const options = { env, detached: process.platform !== 'win32', windowsHide: true, encoding: 'utf8' } as const
    execFile(
      process.execPath,
      [locateProgram(new URL(file, OPERATOR_FOLDER)), ...args],
      options,
      (error, stdout, stderr) => resolve({ hasFailed: error !== null, stdout, stderr }),
    )
  })

/**
 * Runs an operator command of the server and parses its JSON.
 * @throws LocalError `operator_failed` with the command's message
 */
export async function runOperatorCommand<T extends z.ZodType>(
  file: string,
  args: readonly string[],
  env: Record<string, string | undefined>,
  schema: T,
): Promise<z.output<T>> {
  const { hasFailed, stdout, stderr } = await runCommand(file, [...args, '--json'], env)
  if (hasFailed) throw new LocalError('operator_failed', stderr.trim() || `${file} failed and said nothing.`)
  try {
    return schema.parse(JSON.parse(stdout))
  } catch (error) {
    throw new LocalError('operator_failed', `${file} answered something unexpected.`, { cause: error })
  }
}
