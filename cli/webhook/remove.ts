import { deleteWebhook } from '../../contract/settings/webhooks.ts'
import { withSettings } from '../access/settings.ts'
import type { CommandContext } from '../context.ts'
import { formatJson } from '../show/text.ts'
import { EXIT } from '../exit.ts'

export const removeWebhookCommand = (
  context: CommandContext,
  id: string,
  options: { json?: boolean },
): Promise<number> =>
  withSettings(context.env, async (settings) => {
    const { body } = await settings.call(deleteWebhook, { params: { id } })
    context.terminal.printResult(options.json ? formatJson(body) : `Removed: ${body.data.id}`)
    return EXIT.success
  })
