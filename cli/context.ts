import type { Terminal } from './show/terminal.ts'

export interface CommandContext {
  env: Record<string, string | undefined>
  terminal: Terminal
  /** Replaces the exit on Ctrl-C; `stop` may be called twice. */
  onInterrupt(stop: () => void): void
}
