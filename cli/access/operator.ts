import { spawn } from 'node:child_process'
import { locateProgram } from '../../platform/programFile.ts'
import { EXIT, type CommandContext } from '../base/command.ts'

const SERVER_FOLDER = new URL('../../server/operator/', import.meta.url)
const WORKER_FOLDER = new URL('../../worker/operator/', import.meta.url)

const toFlags = (options: Record<string, string | boolean | undefined>): string[] =>
  Object.entries(options).flatMap(([name, value]) => {
    if (value === undefined || value === false) return []
    return value === true ? [`--${name}`] : [`--${name}`, value]
  })

type Flags = Record<string, string | boolean | undefined>

const runProgram = (context: CommandContext, file: URL, args: readonly string[]): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [locateProgram(file), ...args], {
      stdio: 'inherit',
      env: context.env,
    })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? EXIT.failed))
  })

/**
 * Creates a command that runs a program of the server as a child process with inherited input and output, and returns
 * its exit code.
 */
export const operatorCommand =
  (file: string) =>
  (context: CommandContext, options: Flags): Promise<number> =>
    runProgram(context, new URL(file, SERVER_FOLDER), toFlags(options))

/** Creates a command for the worker's state in the same way. */
export const stateCommand =
  (command: string) =>
  (context: CommandContext, options: Flags): Promise<number> =>
    runProgram(context, new URL('state.ts', WORKER_FOLDER), [command, ...toFlags(options)])
