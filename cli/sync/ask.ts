import type { Run } from '../../contract/control.ts'
import { CliError } from '../errors.ts'
import { writesIn } from '../show/counts.ts'
import type { Terminal } from '../show/terminal.ts'

export interface AskOptions {
  yes?: boolean
  json?: boolean
  deletes?: string
}

/** Fails early when a question would be needed and cannot be asked. */
export function requireConfirmable(terminal: Terminal, options: AskOptions): void {
  if (!options.yes && (!terminal.canAsk || options.json)) throw new CliError('No terminal to ask on: use --yes to write without asking.')
}

/** Number of deletions that the user expects. @throws CliError when it is not a number */
export function readDeletes(given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  if (!/^\d{1,9}$/.test(given)) throw new CliError('--deletes needs the number of items that the plan deletes.')
  return Number(given)
}

/** Asks whether to write. Deletions are confirmed by their number. */
export async function confirmWrites(run: Run, terminal: Terminal, options: AskOptions): Promise<boolean> {
  const deletes = run.counts['delete'] ?? 0
  if (options.yes) return true
  if (deletes > 0 && options.deletes === undefined) {
    const question = `Write these ${writesIn(run.counts)} changes? ${deletes} items are deleted, which cannot be undone. Type ${deletes} to agree: `
    return (await terminal.ask(question)).trim() === String(deletes)
  }
  return /^y(es)?$/i.test((await terminal.ask(`Write these ${writesIn(run.counts)} changes? [y/N] `)).trim())
}
