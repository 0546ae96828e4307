import type { Run } from '../../contract/control.ts'
import { CliError } from '../errors.ts'
import { writesIn } from '../show/counts.ts'
import type { Terminal } from '../show/terminal.ts'

export interface AskOptions {
  yes?: boolean
  json?: boolean
}

/** Refuses at once what could never be asked. */
export function checkAskable(terminal: Terminal, options: AskOptions): void {
  if (!options.yes && (!terminal.canAsk || options.json)) throw new CliError('Nobody can be asked here: say --yes to write without asking.')
}

/** Whether the person agrees to write; without an answer nobody does. */
export async function agrees(run: Run, terminal: Terminal, options: AskOptions): Promise<boolean> {
  if (options.yes) return true
  return /^y(es)?$/i.test((await terminal.ask(`Write these ${writesIn(run.counts)} changes? [y/N] `)).trim())
}
