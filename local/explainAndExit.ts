import { ConfigError } from '../platform/environment.ts'
import { LocalError } from './errors.ts'
import type { Say } from './say.ts'
import { StartCancelled } from './studio/studio.ts'

const CANCELLED = 130

const isUsage = (error: unknown): error is Error => error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')

/** Runs a main function and sets the exit code: what it resolves with, 130 when called off, 1 with a plain message for what people can mend. */
export async function explainAndExit(say: Say, main: () => Promise<number | void>): Promise<void> {
  try {
    process.exitCode = (await main()) ?? 0
  } catch (error) {
    if (error instanceof StartCancelled) process.exitCode = CANCELLED
    else if (error instanceof LocalError || error instanceof ConfigError || isUsage(error)) {
      say.line(error.message)
      process.exitCode = 1
    } else throw error
  }
}
