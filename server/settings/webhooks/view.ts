import { hash } from 'node:crypto'
import type { IssuedWebhook, Webhook } from '../../../contract/settings/webhooks.ts'
import { toIsoTime } from '../../../platform/clock.ts'
import type { WebhookEndpointRow } from '../../db/schema.ts'
import type { Precondition } from '../../../platform/http/conditional.ts'

export const parseEventPatterns = (row: WebhookEndpointRow): string[] => JSON.parse(row.events) as string[]

/**
 * Creates the view of an endpoint, without secrets.
 * @param now time of the response; an expired old secret is not mentioned
 */
export const toWebhookView = (row: WebhookEndpointRow, now: string): Webhook => ({
  id: row.id,
  url: row.url,
  description: row.description,
  events: parseEventPatterns(row),
  status: row.status,
  disabled_reason: row.disabled_reason,
  disabled_at: row.disabled_at,
  failing_since: row.failing_since_ms === null ? null : toIsoTime(row.failing_since_ms),
  failures_in_a_row: row.failures_in_a_row,
  last_success_at: row.last_success_at,
  old_secret_until: row.old_secret_until !== null && row.old_secret_until > now ? row.old_secret_until : null,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

/**
 * Computes the ETag from the time of the last change and a digest of the view. Deliveries change only the digest, so
 * that they do not make a settings change fail.
 */
export const etagOfWebhook = (view: Webhook): string =>
  `"${view.updated_at}.${hash('sha256', JSON.stringify(view), 'hex').slice(0, 8)}"`

/** Removes digests from a condition, because If-Match compares only settings. */
export const withoutDigests = (condition: Precondition | undefined): Precondition | undefined =>
  condition === undefined || condition === '*'
    ? condition
    : condition.map((tag) => ({ ...tag, value: tag.value.replace(/Z\.[0-9a-f]{8}"$/, 'Z"') }))

export const formatIssuedWebhook = (view: Webhook, secret: string | null): string =>
  JSON.stringify({ data: { ...view, secret } } satisfies { data: IssuedWebhook })
