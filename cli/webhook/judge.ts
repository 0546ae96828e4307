import { EventBody } from '../../contract/events.ts'
import { verifyWebhook, type WebhookRefusal } from '../../platform/webhookSignature.ts'
import type { Delivery } from './receiver.ts'

/** What a delivery turned out to be. */
export interface Judged {
  status: number
  /** `null` without a secret: nobody can tell. */
  verified: boolean | null
  /** Why it was not taken. */
  reason?: WebhookRefusal | 'not_an_event' | 'asked_to_fail'
  /** Whether its id came before. */
  repeated: boolean
  id: string | null
  event: EventBody | null
}

/** As many ids as are remembered to tell repeats. */
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

/**
 * Judges deliveries one after another, as a receiver should: signature and time first, then whether the id is known.
 * @param failures the first so many that are good are answered 500 all the same
 */
export function createJudge(secrets: readonly string[], failures: number): (delivery: Delivery, nowMs: number) => Judged {
  const seen = new Set<string>()
  let left = failures
  return (delivery, nowMs) => {
    const id = idOf(delivery)
    const unsure = { verified: secrets.length === 0 ? null : true, repeated: id !== null && seen.has(id), id }
    const verdict = secrets.length === 0 ? { ok: true as const } : verifyWebhook({ ...delivery, secrets, nowMs })
    if (!verdict.ok) return { ...unsure, status: 401, verified: false, reason: verdict.reason, event: null }
    const event = readEvent(delivery.body)
    if (!event) return { ...unsure, status: 400, reason: 'not_an_event', event }
    if (left > 0) {
      left -= 1
      return { ...unsure, status: 500, reason: 'asked_to_fail', event }
    }
    if (id !== null) seen.add(id)
    if (seen.size > REMEMBERED_IDS) for (const oldest of seen.values().take(1)) seen.delete(oldest)
    return { ...unsure, status: 204, event }
  }
}
