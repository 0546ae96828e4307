import { DEFAULT_OVERLAP_SECONDS, rotateKey } from '../../contract/settings/keys.ts'
import { withSettings } from '../access/settings.ts'
import type { CommandContext } from '../context.ts'
import { CliError } from '../errors.ts'
import { EXIT } from '../sync/outcome.ts'
import { showIssued } from './show.ts'

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 }

/** Seconds of a length of time such as 90s, 15m, 24h, 7d; 0 is none. */
function readSeconds(text: string): number {
  const match = /^(\d+)([smhd]?)$/.exec(text)
  const unit = SECONDS[match?.[2] || 's']
  if (!match || unit === undefined) throw new CliError(`"${text}" is no length of time. Write 0, 15m, 24h or 7d.`)
  return Number(match[1]) * unit
}

/** `kitroom key rotate`: makes a key in another one's place and prints it, this once; both work until the overlap ends. */
export const rotateKeyCommand = (context: CommandContext, id: string, options: { overlap?: string; json?: boolean }): Promise<number> =>
  withSettings(context.env, async (settings) => {
    const overlap = options.overlap === undefined ? DEFAULT_OVERLAP_SECONDS : readSeconds(options.overlap)
    const { body } = await settings.call(rotateKey, { params: { id }, body: { overlap_seconds: overlap } })
    showIssued(context, body, options.json)
    if (!options.json) context.terminal.note(overlap === 0 ? 'The old key no longer works.' : `The old key works for another ${overlap / 3600} h.`)
    return EXIT.fine
  })
