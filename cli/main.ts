// The `kitroom` command. Exit codes: 0 success, 1 failure, 2 rows refused or in conflict.
import { CommanderError } from 'commander'
import { buildProgram } from './commands.ts'
import type { CommandContext } from './context.ts'
import { formatError } from './errors.ts'
import { describeProblem } from './problem.ts'
import { formatJson, disableTruncation } from './show/text.ts'
import { createTerminal } from './show/terminal.ts'
import { EXIT } from './exit.ts'

const terminal = createTerminal(process, process.env)
if (!process.stdout.isTTY) disableTruncation()

let stop: (() => void) | undefined
process.on('SIGINT', () => {
  // npm and the terminal may both send SIGINT.
  if (stop) return stop()
  terminal.redraw('')
  terminal.printNote('Detached; the run continues: npm run kitroom -- sync status')
  return process.exit(130)
})
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT.success)
  throw error
})

const context: CommandContext = { env: process.env, terminal, onInterrupt: (next) => void (stop = next) }
try {
  await buildProgram(context, (exitCode) => (process.exitCode = exitCode)).parseAsync()
} catch (error) {
  // commander has already printed its usage errors. It also throws after printing help, with exit code 0.
  if (!(error instanceof CommanderError)) terminal.printNote(formatError(error))
  process.exitCode = error instanceof CommanderError ? error.exitCode : EXIT.failed
  if (process.exitCode !== EXIT.success && process.argv.includes('--json')) terminal.printResult(formatJson(describeProblem(error)))
}
