import type { Run } from '../../contract/control/control.ts'
import { CliError } from '../errors.ts'
import { sumPlannedWrites } from '../show/counts.ts'
import type { Terminal } from '../terminal.ts'

export interface AskOptions {
  yes?: boolean
  json?: boolean
  deletes?: string
}

/** @throws CliError when writing needs a confirmation and there is no terminal to ask on */
export function requireConfirmation(terminal: Terminal, options: AskOptions): void {
  if (!options.yes && (!terminal.canAsk || options.json))
    throw new CliError('No terminal to ask on: use --yes to write without asking.')
}

/** Parses --deletes, the number of deletions that the user expects. @throws CliError when it is not a number */
export function parseExpectedDeletes(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,9}$/.test(text)) throw new CliError('--deletes needs the number of items that the plan deletes.')
  return Number(text)
}

/** Asks whether to write. If the plan deletes items, the user must type their number. */
export async function confirmWrites(run: Run, terminal: Terminal, options: AskOptions): Promise<boolean> {
  const deletes = run.counts['delete'] ?? 0
  if (options.yes) return true
  if (deletes > 0 && options.deletes === undefined) {
    const question = `Write these ${sumPlannedWrites(run.counts)} changes? ${deletes} items are deleted, which cannot be undone. Type ${deletes} to agree: `
    return (await terminal.ask(question)).trim() === String(deletes)
  }
  return /^y(es)?$/i.test((await terminal.ask(`Write these ${sumPlannedWrites(run.counts)} changes? [y/N] `)).trim())
}
