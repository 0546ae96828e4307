import { DEFAULT_OVERLAP_SECONDS, rotateKey } from '../../contract/settings/keys.ts'
import { withSettings } from '../access/settings.ts'
import type { CommandContext } from '../context.ts'
import { EXIT } from '../exit.ts'
import { parseSeconds, formatSeconds } from '../times.ts'
import { printIssuedKey } from './show.ts'

/** `kitroom key rotate`: creates a replacement and prints it once; both keys work until the overlap ends. */
export const rotateKeyCommand = (
  context: CommandContext,
  id: string,
  options: { overlap?: string; json?: boolean },
): Promise<number> =>
  withSettings(context.env, async (settings) => {
    const overlap = options.overlap === undefined ? DEFAULT_OVERLAP_SECONDS : parseSeconds(options.overlap)
    const { body } = await settings.call(rotateKey, { params: { id }, body: { overlap_seconds: overlap } })
    printIssuedKey(context, body, options.json)
    if (!options.json)
      context.terminal.printNote(
        overlap === 0 ? 'The old key no longer works.' : `The old key works for another ${formatSeconds(overlap)}.`,
      )
    return EXIT.success
  })
