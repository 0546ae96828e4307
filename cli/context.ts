import type { Terminal } from './terminal.ts'

export interface CommandContext {
  env: Record<string, string | undefined>
  terminal: Terminal
  /** Calls `stop` on Ctrl-C instead of ending the process; it may be called twice. */
  onInterrupt(stop: () => void): void
}
