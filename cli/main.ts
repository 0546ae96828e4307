// The `kitroom` command. Exit codes: 0 nothing wrong, 1 failed, 2 rows refused or in conflict.
import { buildProgram } from './commands.ts'
import type { CommandContext } from './context.ts'
import { explain } from './errors.ts'
import { createTerminal } from './show/terminal.ts'
import { EXIT } from './sync/outcome.ts'

const terminal = createTerminal(process, process.env)

let stop: (() => void) | undefined
process.on('SIGINT', () => {
  // npm and the terminal may both send the signal.
  if (stop) return stop()
  terminal.redraw('')
  terminal.note('Left. A run that was started goes on by itself: npm run kitroom -- sync status')
  return process.exit(130)
})
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT.fine)
  throw error
})

const context: CommandContext = { env: process.env, terminal, onInterrupt: (next) => void (stop = next) }
try {
  await buildProgram(context, (exitCode) => (process.exitCode = exitCode)).parseAsync()
} catch (error) {
  terminal.note(explain(error))
  process.exitCode = EXIT.failed
}
