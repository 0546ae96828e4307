import type { Command } from 'commander'
import type { Terminal } from './terminal.ts'

export interface CommandContext {
  env: Record<string, string | undefined>
  terminal: Terminal
  /** Calls `stop` on Ctrl-C instead of ending the process; it may be called twice. */
  onInterrupt(stop: () => void): void
}

/**
 * Exit codes. `needsDecision`: rows were refused or in conflict, and a person has to decide. `usage`: the command is
 * unknown.
 */
export const EXIT = { success: 0, failed: 1, needsDecision: 2, usage: 64 } as const

/**
 * Creates an action of commander from a command, which gets the words and options of the command line and returns the
 * exit code.
 */
export type RunCommand = <Arguments extends unknown[]>(
  command: (context: CommandContext, ...args: Arguments) => number | Promise<number>,
) => (...args: Arguments) => Promise<void>

export interface JsonOption {
  json?: boolean
}

/** Options of a list that is read by pages; see `addPageFlags`. */
export interface PageOptions extends JsonOption {
  limit?: string
  offset?: string
}

export const YES_FLAG = ['-y, --yes', 'do not ask'] as const
export const JSON_FLAG = ['--json', 'print JSON instead of text'] as const

export const addPageFlags = (command: Command): Command =>
  command.option('--limit <count>', '1 to 200').option('--offset <count>', 'how many to skip')
