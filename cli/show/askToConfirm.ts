import { CliError } from '../base/errors.ts'
import type { Terminal } from '../base/terminal.ts'

export interface ConfirmOptions {
  yes?: boolean
  json?: boolean
}

/** Asks for confirmation unless `--yes`. @throws CliError if there is no terminal to ask on */
export async function askToConfirm(terminal: Terminal, question: string, options: ConfirmOptions): Promise<boolean> {
  if (options.yes) return true
  if (!terminal.canAsk || options.json)
    throw new CliError(`${question}\nNo terminal to ask on: use --yes. Nothing was changed.`)
  return /^y(es)?$/i.test((await terminal.ask(`${question} [y/N] `)).trim())
}
