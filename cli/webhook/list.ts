import { listWebhooks, type Webhook } from '../../contract/settings/webhooks.ts'
import { withSettings } from '../access/settings.ts'
import type { CommandContext } from '../context.ts'
import { formatJson } from '../show/text.ts'
import { pageSummary, formatTable } from '../show/table.ts'
import { EXIT } from '../exit.ts'
import { describeWebhookState } from './show.ts'

const toCells = (webhook: Webhook): unknown[] => [
  webhook.id,
  webhook.url,
  webhook.events.join(' '),
  describeWebhookState(webhook),
  webhook.last_success_at,
  webhook.description,
]

export const listWebhooksCommand = (
  context: CommandContext,
  options: { limit?: string; offset?: string; json?: boolean },
): Promise<number> =>
  withSettings(context.env, async (settings) => {
    const { limit, offset, json } = options
    const { body } = await settings.call(listWebhooks, { query: { limit, offset } })
    const headings = ['id', 'url', 'events', 'state', 'last success', 'description']
    context.terminal.printResult(
      json ? formatJson(body) : `${formatTable(headings, body.data.map(toCells))}\n${pageSummary(body.pagination)}`,
    )
    return EXIT.success
  })
