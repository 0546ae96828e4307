// The `kitroom` command. Exit codes: 0 success, 1 failure, 2 rows refused or in conflict, 64 unknown command.
import { setTimeLimitScale, timeLimitScaleSetting } from '../platform/timeLimit.ts'
import { EXIT } from './base/command.ts'
import { createTerminal } from './base/terminal.ts'
import { runCommandLine } from './program.ts'
import { setTruncation } from './show/text.ts'

setTimeLimitScale(timeLimitScaleSetting.catch(1).parse(process.env['KITROOM_TIME_LIMIT_SCALE']))

const terminal = createTerminal(process, process.env)
setTruncation(process.stdout.isTTY)

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

process.exitCode = await runCommandLine(process.argv.slice(2), {
  env: process.env,
  terminal,
  onInterrupt: (next) => void (stop = next),
})
