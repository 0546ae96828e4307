import { CommanderError } from 'commander'
import { EXIT, type CommandContext } from './base/command.ts'
import { buildProgram } from './program.ts'
import { describeProblem, formatError } from './show/error.ts'
import { formatJson } from './show/text.ts'

/**
 * Runs one command line; errors are printed, not thrown.
 * @param args the words after `kitroom`
 * @returns the exit code: 0 success, 1 failure, 2 rows refused or in conflict
 */
export async function runCommandLine(args: readonly string[], context: CommandContext): Promise<number> {
  let exitCode: number = EXIT.success
  try {
    await buildProgram(context, (code) => (exitCode = code)).parseAsync(args, { from: 'user' })
  } catch (error) {
    // commander has already printed its usage errors. It also throws after printing help, with exit code 0.
    if (!(error instanceof CommanderError)) context.terminal.printNote(formatError(error))
    exitCode = error instanceof CommanderError ? error.exitCode : EXIT.failed
    if (exitCode !== EXIT.success && args.includes('--json'))
      context.terminal.printResult(formatJson(describeProblem(error)))
  }
  return exitCode
}
