import { MAX_WEBHOOKS, type NewWebhook } from '../../../contract/settings/webhooks.ts'
import { createWebhookSecret } from '../../../platform/webhookSignature.ts'
import type { WebhookEndpointRow } from '../../db/schema.ts'
import { createError } from '../../errors.ts'
import type { ServerWriteContext, WriteResult } from '../../http/route.ts'
import { checkEventsReadable } from './checkEventsReadable.ts'
import { checkWebhookAddress } from './checkWebhookAddress.ts'
import { answerWithSecret } from './answerWithSecret.ts'
import { countEndpoints, insertEndpoint } from '../../webhooks/endpointStore.ts'

/** Creates an endpoint, which receives later events only. Only this response shows its secret. */
export async function createAccountWebhook(context: ServerWriteContext, body: NewWebhook): Promise<WriteResult> {
  const { app, write, actor } = context
  checkEventsReadable(actor, body.events)
  const url = checkWebhookAddress(app, body.url, '#/url')
  if ((await countEndpoints(write.tx, write.account)) >= MAX_WEBHOOKS)
    throw createError('webhook_limit_reached', { max: MAX_WEBHOOKS })
  const id = write.newId()
  const secret = createWebhookSecret()
  const row: WebhookEndpointRow = {
    account_id: write.account,
    id,
    url,
    description: body.description ?? null,
    events: JSON.stringify(body.events),
    status: 'enabled',
    disabled_reason: null,
    disabled_at: null,
    secret: app.secrets.seal(secret, id),
    old_secret: null,
    old_secret_until: null,
    after_seq: write.state.event_seq,
    failing_since_ms: null,
    failures_in_a_row: 0,
    paused_until_ms: 0,
    last_success_at: null,
    created_at: write.at,
    updated_at: write.at,
  }
  write.changed = true
  write.webhooksChanged = true
  await insertEndpoint(write.tx, row)
  return answerWithSecret(write, row, secret)
}
