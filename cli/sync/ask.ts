import type { Run } from '../../contract/control.ts'
import { CliError } from '../errors.ts'
import { writesIn } from '../show/counts.ts'
import type { Terminal } from '../show/terminal.ts'
import { deletesOf } from './decide.ts'

export interface AskOptions {
  yes?: boolean
  /** How many deletions are agreed to, as the user wrote it. */
  deletes?: string
  json?: boolean
}

/** Refuses at once what could never be asked. */
export function checkAskable(terminal: Terminal, options: AskOptions): void {
  if (!options.yes && (!terminal.canAsk || options.json)) throw new CliError('Nobody can be asked here: say --yes to write without asking.')
}

/**
 * Whether the person agrees to write. Deletions are agreed to by their number, on the terminal or by --deletes.
 * @throws CliError when --deletes is missing or names another number.
 */
export async function agrees(run: Run, terminal: Terminal, options: AskOptions): Promise<boolean> {
  const deletes = deletesOf(run)
  if (options.deletes !== undefined && options.deletes !== String(deletes))
    throw new CliError(`The plan deletes ${deletes} items, not ${options.deletes}. Nothing was written.`)
  if (options.yes) {
    if (deletes > 0 && options.deletes === undefined)
      throw new CliError(`The plan deletes ${deletes} items, which cannot be undone. Say --deletes ${deletes} to agree. Nothing was written.`)
    return true
  }
  if (deletes > 0 && options.deletes === undefined)
    return (await terminal.ask(`This deletes ${deletes} items, which cannot be undone. Type the number to go on: `)).trim() === String(deletes)
  return /^y(es)?$/i.test((await terminal.ask(`Write these ${writesIn(run.counts)} changes? [y/N] `)).trim())
}
