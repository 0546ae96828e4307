import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '../../client/client.ts'
import { listDeliveries, testWebhook, type WebhookDelivery } from '../../contract/settings/webhooks.ts'
import { withSettings } from '../access/settings.ts'
import type { CommandContext } from '../context.ts'
import { formatJson } from '../show/text.ts'
import { EXIT } from '../exit.ts'
import { formatAttempt } from './formatAttempt.ts'

/** Longer than the server waits for a response. */
const TIMEOUT_MS = 20_000
const POLL_INTERVAL_MS = 250

const hasAttempted = ({ status, attempts }: WebhookDelivery): boolean =>
  status !== 'pending' || attempts.some((attempt) => attempt.duration_ms !== null)

/** Waits until the first attempt has ended. @returns the delivery; after a timeout it is still pending */
async function waitForAttempt(settings: Client, id: string, created: WebhookDelivery): Promise<WebhookDelivery> {
  const deadlineMs = performance.now() + TIMEOUT_MS
  let delivery = created
  while (!hasAttempted(delivery) && performance.now() < deadlineMs) {
    await wait(POLL_INTERVAL_MS)
    const { body } = await settings.call(listDeliveries, {
      params: { id },
      query: { event_id: created.event_id, limit: 1 },
    })
    delivery = body.data[0] ?? delivery
  }
  return delivery
}

function formatSummary({ status, next_attempt_at: next }: WebhookDelivery): string {
  if (status === 'delivered') return 'Delivered.'
  if (status === 'pending') return `Not delivered yet. Next attempt: ${next}.`
  return status === 'cancelled' ? 'Cancelled: the endpoint was switched off.' : 'Not delivered, and not tried again.'
}

export const testWebhookCommand = (context: CommandContext, id: string, options: { json?: boolean }): Promise<number> =>
  withSettings(context.env, async (settings) => {
    const { body } = await settings.call(testWebhook, { params: { id }, body: {} })
    const delivery = await waitForAttempt(settings, id, body.data)
    const text = [...delivery.attempts.map(formatAttempt), formatSummary(delivery)].join('\n')
    context.terminal.printResult(options.json ? formatJson({ data: delivery }) : text)
    return delivery.status === 'delivered' ? EXIT.success : EXIT.failed
  })
