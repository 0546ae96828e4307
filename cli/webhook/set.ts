import { updateWebhook, type Webhook } from '../../contract/settings/webhooks.ts'
import { withSettings } from '../access/settings.ts'
import type { CommandContext } from '../context.ts'
import { CliError } from '../errors.ts'
import { EXIT } from '../exit.ts'
import { printWebhook } from './show.ts'
import { parsePatterns } from './values.ts'

export interface SetWebhookOptions {
  url?: string
  events?: string[]
  description?: string
  json?: boolean
}

export const setWebhookCommand = (context: CommandContext, id: string, options: SetWebhookOptions): Promise<number> =>
  withSettings(context.env, async (settings) => {
    const { url, events, description } = options
    const updates = {
      ...(url !== undefined && { url }),
      ...(events !== undefined && { events: parsePatterns(events) }),
      ...(description !== undefined && { description: description === '' ? null : description }),
    }
    if (Object.keys(updates).length === 0) throw new CliError('Say what to change: --url, --events, --description.')
    const { body } = await settings.call(updateWebhook, { params: { id }, body: { updates } })
    printWebhook(context, body, options.json)
    return EXIT.success
  })

export const setWebhookStatusCommand = (
  context: CommandContext,
  id: string,
  status: Webhook['status'],
  options: { json?: boolean },
): Promise<number> =>
  withSettings(context.env, async (settings) => {
    const { body } = await settings.call(updateWebhook, { params: { id }, body: { updates: { status } } })
    printWebhook(context, body, options.json)
    if (!options.json && status === 'enabled')
      context.terminal.printNote(
        `What happened while it was off is not sent: npm run kitroom -- webhook replay ${id} --since 2h sends it.`,
      )
    return EXIT.success
  })
