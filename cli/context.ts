import type { Terminal } from './show/terminal.ts'

/** What every command gets. */
export interface CommandContext {
  env: Record<string, string | undefined>
  terminal: Terminal
  /** What Ctrl-C does instead of leaving at once; it may be called twice. */
  onInterrupt(stop: () => void): void
}
