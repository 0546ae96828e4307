import { DEFAULT_SECRET_OVERLAP_SECONDS, rotateWebhookSecret } from '../../contract/settings/webhooks.ts'
import { withSettings } from '../access/settings.ts'
import type { CommandContext } from '../context.ts'
import { EXIT } from '../exit.ts'
import { parseSeconds, formatSeconds } from '../times.ts'
import { printIssuedWebhook } from './show.ts'

/** `kitroom webhook rotate`: creates a secret and prints it once. Deliveries are signed with both secrets until the overlap ends. */
export const rotateWebhookCommand = (
  context: CommandContext,
  id: string,
  options: { overlap?: string; json?: boolean },
): Promise<number> =>
  withSettings(context.env, async (settings) => {
    const overlap = options.overlap === undefined ? DEFAULT_SECRET_OVERLAP_SECONDS : parseSeconds(options.overlap)
    const { body } = await settings.call(rotateWebhookSecret, { params: { id }, body: { overlap_seconds: overlap } })
    printIssuedWebhook(context, body, options.json)
    if (!options.json)
      context.terminal.printNote(
        overlap === 0
          ? 'The old secret no longer signs.'
          : `The old secret signs too for another ${formatSeconds(overlap)}.`,
      )
    return EXIT.success
  })
