import type { WebhookDelivery } from '../../../contract/settings/webhooks.ts'
import { emitEvent } from '../../db/events.ts'
import type { WebhookDeliveryRow } from '../../db/schema.ts'
import { jsonAnswer } from '../../answer.ts'
import type { ServerWriteContext, WriteResult } from '../../http/route.ts'
import { toDeliveryView } from './deliveryView.ts'
import { insertDelivery } from './deliveryStore.ts'
import { clearPause } from '../../webhooks/endpointStore.ts'
import { checkEndpointEnabled, loadEndpoint } from './loadEndpoint.ts'
import { toWebhookView } from './view.ts'

/** Sends a webhook.test event whose record is the endpoint. It also ends a pause, so that the tester need not wait. */
export async function testAccountWebhook(context: ServerWriteContext): Promise<WriteResult> {
  const { app, write, id, requestId } = context
  const row = await loadEndpoint(context)
  checkEndpointEnabled(row)
  const eventId = await emitEvent(
    write,
    'webhook.test',
    id,
    JSON.stringify(toWebhookView(row, write.now)),
    {},
    requestId,
  )
  const delivery: WebhookDeliveryRow = {
    account_id: write.account,
    id: write.newId(),
    endpoint_id: id,
    event_seq: write.state.event_seq,
    event_id: eventId,
    type: 'webhook.test',
    status: 'pending',
    attempts: 0,
    next_at_ms: app.sharedClock.nowMs(),
    lease_holder: null,
    lease_until_ms: null,
    created_at: write.at,
    finished_at: null,
  }
  write.webhooksChanged = true
  await insertDelivery(write.tx, delivery)
  await clearPause(write.tx, write.account, id)
  const data: WebhookDelivery = toDeliveryView(delivery, [])
  return { answer: jsonAnswer(202, JSON.stringify({ data })), changed: [] }
}
