// The `kitroom` command. Exit codes: 0 nothing wrong, 1 failed, 2 rows refused or in conflict.
import { buildProgram } from './commands.ts'
import { explain } from './errors.ts'
import { createTerminal } from './show/terminal.ts'
import { EXIT } from './sync/outcome.ts'

const terminal = createTerminal(process, process.env)

process.once('SIGINT', () => {
  terminal.redraw('')
  terminal.note('Left. A run that was started goes on by itself: npm run kitroom -- sync status')
  process.exit(130)
})
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT.fine)
  throw error
})

try {
  await buildProgram({ env: process.env, terminal }, (exitCode) => (process.exitCode = exitCode)).parseAsync()
} catch (error) {
  terminal.note(explain(error))
  process.exitCode = EXIT.failed
}
