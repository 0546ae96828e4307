import { v7 as uuidv7 } from 'uuid'
import { WEBHOOK_PATH } from '../../../contract/control/workerFile.ts'
import { signWebhook } from '../../../platform/webhookSignature.ts'
import type { Studio } from './studio.ts'

export interface SentEvent {
  id: string
  body: string
}

/** Reads the events that the API server has made since the last call, oldest first. */
export function openNewEvents({ apiSql }: Pick<Studio, 'apiSql'>): () => Promise<SentEvent[]> {
  let seq = 0
  return async () => {
    const events = await apiSql<SentEvent & { seq: number }>(
      'select seq, id, body from event where seq > ? order by seq',
      seq,
    )
    seq = events.at(-1)?.seq ?? seq
    return events
  }
}

/** An event like those of the server, by default about a document that does not exist. */
export function someEvent(
  type = 'document.updated',
  record: Record<string, unknown> = { id: uuidv7(), document_type: 'contract' },
): SentEvent {
  const id = `evt_${uuidv7().replaceAll('-', '')}`
  const body = { id, type, timestamp: new Date().toISOString(), data: { record, changes: {}, request_id: uuidv7() } }
  return { id, body: JSON.stringify(body) }
}

export interface Delivery {
  secrets: readonly string[]
  ageS?: number
  /** Sent instead of the signed body. */
  body?: string | Uint8Array
  headers?: Record<string, string>
}

export function signedHeaders(
  { id, body }: SentEvent,
  { secrets, ageS = 0, headers }: Delivery,
): Record<string, string> {
  const timestampS = Math.floor(Date.now() / 1000) - ageS
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(timestampS),
    'webhook-signature': signWebhook({ id, timestampS, body, secrets }),
    ...headers,
  }
}

/** Delivers an event to an ingress, as the server does. @param ingress without a path */
export const deliver = (ingress: string, event: SentEvent, delivery: Delivery): Promise<Response> =>
  fetch(ingress + WEBHOOK_PATH, {
    method: 'POST',
    headers: signedHeaders(event, delivery),
    body: delivery.body ?? event.body,
  })
