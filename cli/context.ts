import type { Terminal } from './show/terminal.ts'

/** What every command gets. */
export interface CommandContext {
  env: Record<string, string | undefined>
  terminal: Terminal
}
