import { EventBody } from '../../contract/events.ts'
import { verifyWebhook, type WebhookRefusal } from '../../platform/webhookSignature.ts'
import type { Delivery } from './receiver.ts'

export interface CheckedDelivery {
  status: number
  /** `null` without a secret. */
  verified: boolean | null
  reason?: WebhookRefusal | 'not_an_event' | 'asked_to_fail'
  /** True when its id was received before. */
  repeated: boolean
  id: string | null
  event: EventBody | null
}

const REMEMBERED_IDS = 10_000

function readEvent(body: Buffer): EventBody | null {
  try {
    return EventBody.safeParse(JSON.parse(body.toString('utf8'))).data ?? null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

const idOf = ({ headers }: Delivery): string | null => {
  const id = headers['webhook-id']
  return typeof id === 'string' ? id : null
}

/** Checks deliveries like a receiver: signature and time first, then duplicates. @param failures number of valid deliveries to answer with 500 */
export function createDeliveryCheck(secrets: readonly string[], failures: number): (delivery: Delivery, nowMs: number) => CheckedDelivery {
  const seen = new Set<string>()
  let left = failures
  return (delivery, nowMs) => {
    const id = idOf(delivery)
    const common = { verified: secrets.length === 0 ? null : true, repeated: id !== null && seen.has(id), id }
    const check = secrets.length === 0 ? { ok: true as const } : verifyWebhook({ ...delivery, secrets, nowMs })
    if (!check.ok) return { ...common, status: 401, verified: false, reason: check.reason, event: null }
    const event = readEvent(delivery.body)
    if (!event) return { ...common, status: 400, reason: 'not_an_event', event }
    if (left > 0) {
      left -= 1
      return { ...common, status: 500, reason: 'asked_to_fail', event }
    }
    if (id !== null) seen.add(id)
    if (seen.size > REMEMBERED_IDS) for (const oldest of seen.values().take(1)) seen.delete(oldest)
    return { ...common, status: 204, event }
  }
}
