import { EventBody } from '../../contract/events.ts'
import { verifyWebhook, type WebhookRefusal } from '../../platform/webhookSignature.ts'
import type { ReceivedDelivery } from './receiver.ts'

export interface CheckedDelivery {
  status: number
  /** `null` when no secret is configured. */
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

const idOf = ({ headers }: ReceivedDelivery): string | null => {
  const id = headers['webhook-id']
  return typeof id === 'string' ? id : null
}

/**
 * Checks deliveries as a receiver should: first signature and time, then duplicates.
 * @param failures number of valid deliveries that get status 500
 */
export function createDeliveryCheck(
  secrets: readonly string[],
  failures: number,
): (delivery: ReceivedDelivery, nowMs: number) => CheckedDelivery {
  const seenIds = new Set<string>()
  let failuresLeft = failures
  return (delivery, nowMs) => {
    const id = idOf(delivery)
    const common = { verified: secrets.length === 0 ? null : true, repeated: id !== null && seenIds.has(id), id }
    const check = secrets.length === 0 ? { ok: true as const } : verifyWebhook({ ...delivery, secrets, nowMs })
    if (!check.ok) return { ...common, status: 401, verified: false, reason: check.reason, event: null }
    const event = readEvent(delivery.body)
    if (!event) return { ...common, status: 400, reason: 'not_an_event', event }
    if (failuresLeft > 0) {
      failuresLeft -= 1
      return { ...common, status: 500, reason: 'asked_to_fail', event }
    }
    if (id !== null) seenIds.add(id)
    if (seenIds.size > REMEMBERED_IDS) for (const oldest of seenIds.values().take(1)) seenIds.delete(oldest)
    return { ...common, status: 204, event }
  }
}
