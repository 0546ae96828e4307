import type { WebhookDelivery } from '../../../contract/settings/webhooks.ts'
import { emitEvent } from '../../db/events.ts'
import type { WebhookDeliveryRow } from '../../db/schema.ts'
import { jsonAnswer } from '../../answer.ts'
import type { WriteContext, WriteResult } from '../../http/route.ts'
import { deliveryView } from './deliveryView.ts'
import { insertDelivery } from './deliveryStore.ts'
import { clearPause } from './store.ts'
import { checkEnabled, loadEndpoint } from './load.ts'
import { webhookView } from './view.ts'

/** Sends a webhook.test event whose record is the endpoint. A test ends a pause, so that whoever tests need not wait. */
export async function testAccountWebhook(context: WriteContext): Promise<WriteResult> {
  const { write, id, requestId } = context
  const row = await loadEndpoint(context)
  checkEnabled(row)
  const eventId = await emitEvent(write, 'webhook.test', id, JSON.stringify(webhookView(row, write.now)), {}, requestId)
  const delivery: WebhookDeliveryRow = {
    account_id: write.account,
    id: write.newId(),
    endpoint_id: id,
    event_seq: write.state.event_seq,
    event_id: eventId,
    type: 'webhook.test',
    status: 'pending',
    attempts: 0,
    next_at_ms: write.nowMs,
    lease_holder: null,
    lease_until_ms: null,
    created_at: write.at,
    finished_at: null,
  }
  write.webhooksChanged = true
  await insertDelivery(write.tx, delivery)
  await clearPause(write.tx, write.account, id)
  const data: WebhookDelivery = deliveryView(delivery, [])
  return { answer: jsonAnswer(202, JSON.stringify({ data })), changed: [] }
}
