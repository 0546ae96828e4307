import { createWebhook } from '../../contract/settings/webhooks.ts'
import { withSettings } from '../access/settings.ts'
import type { CommandContext } from '../context.ts'
import { EXIT } from '../exit.ts'
import { printIssuedWebhook } from './show.ts'
import { parsePatterns } from './values.ts'

export interface AddWebhookOptions {
  events: string[]
  description?: string
  json?: boolean
}

export const addWebhookCommand = (context: CommandContext, url: string, options: AddWebhookOptions): Promise<number> =>
  withSettings(context.env, async (settings) => {
    const { description } = options
    const { body } = await settings.call(createWebhook, {
      body: { url, events: parsePatterns(options.events), ...(description !== undefined && { description }) },
    })
    printIssuedWebhook(context, body, options.json)
    if (!options.json) context.terminal.printNote(`Try it: npm run kitroom -- webhook test ${body.data.id}`)
    return EXIT.success
  })
