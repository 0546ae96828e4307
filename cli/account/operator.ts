import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { CommandContext } from '../context.ts'
import { EXIT } from '../exit.ts'

const OPERATOR_FOLDER = new URL('../../server/operator/', import.meta.url)

const toFlags = (options: Record<string, string | boolean | undefined>): string[] =>
  Object.entries(options).flatMap(([name, value]) =>
    value === undefined || value === false ? [] : value === true ? [`--${name}`] : [`--${name}`, value],
  )

/** Runs an operator command of the server as a child process with inherited input and output. @returns its exit code */
export const runOperatorCommand = (context: CommandContext, file: string, options: Record<string, string | boolean | undefined>): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [fileURLToPath(new URL(file, OPERATOR_FOLDER)), ...toFlags(options)], {
      stdio: 'inherit',
      env: context.env,
    })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? EXIT.failed))
  })
