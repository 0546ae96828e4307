import { getWebhook, type IssuedWebhook, type Webhook } from '../../contract/settings/webhooks.ts'
import { withSettings } from '../access/settings.ts'
import type { CommandContext } from '../context.ts'
import { formatJson } from '../show/text.ts'
import { formatRecord } from '../show/table.ts'
import { EXIT } from '../exit.ts'

const DISABLED_TEXTS: Readonly<Record<NonNullable<Webhook['disabled_reason']>, string>> = {
  owner: 'switched off',
  gone: 'switched off: it answered 410 (gone)',
  failing: 'switched off: nothing got through for days',
}

export function describeWebhookState({
  status,
  disabled_reason: reason,
  failing_since: since,
  failures_in_a_row: failures,
}: Webhook): string {
  if (status === 'disabled') return DISABLED_TEXTS[reason ?? 'owner']
  return since === null ? 'on' : `failing: ${failures} in a row since ${since}`
}

const toMembers = (webhook: Webhook): Record<string, unknown> => ({
  id: webhook.id,
  url: webhook.url,
  events: webhook.events.join(' '),
  description: webhook.description,
  state: describeWebhookState(webhook),
  ...(webhook.disabled_at !== null && { since: webhook.disabled_at }),
  'last success': webhook.last_success_at ?? 'never',
  ...(webhook.old_secret_until !== null && { 'old secret until': webhook.old_secret_until }),
  created: webhook.created_at,
  updated: webhook.updated_at,
})

export function printWebhook(context: CommandContext, body: { data: Webhook }, json: boolean | undefined): void {
  context.terminal.printResult(json ? formatJson(body) : formatRecord(toMembers(body.data)))
}

/** Prints an endpoint with its new secret, which is never shown again. */
export function printIssuedWebhook(
  context: CommandContext,
  body: { data: IssuedWebhook },
  json: boolean | undefined,
): void {
  if (json) {
    context.terminal.printResult(formatJson(body))
    return
  }
  const { secret, ...webhook } = body.data
  context.terminal.printResult(formatRecord({ ...toMembers(webhook), secret }))
  context.terminal.printNote('Store the secret: it is shown only once. The receiver verifies with it.')
}

export const showWebhookCommand = (context: CommandContext, id: string, options: { json?: boolean }): Promise<number> =>
  withSettings(context.env, async (settings) => {
    const { body } = await settings.call(getWebhook, { params: { id } })
    printWebhook(context, body, options.json)
    return EXIT.success
  })
