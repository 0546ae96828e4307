import { signWebhook } from '../../../platform/webhookSignature.ts'
import type { SecretBox } from '../secretBox.ts'
import type { Queue } from './queues.ts'

/** What is kept of opened secrets: opening costs more than signing. */
const MAX_KEPT = 2000

/** Signs for endpoints, with secrets that stay sealed until they are needed. */
export interface Signer {
  /** The secrets that sign for an endpoint now: the old one too, while it holds. @throws SealBroken */
  secretsOf(queue: Queue, nowMs: number): string[]
}

export function createSigner(box: SecretBox): Signer {
  const opened = new Map<string, string>()
  const open = (sealed: string, owner: string): string => {
    const known = opened.get(sealed)
    if (known !== undefined) return known
    const secret = box.open(sealed, owner)
    if (opened.size >= MAX_KEPT) opened.clear()
    opened.set(sealed, secret)
    return secret
  }
  return {
    secretsOf({ id, secret, old_secret: old, old_secret_until: until }, nowMs) {
      const secrets = [open(secret, id)]
      if (old !== null && until !== null && Date.parse(until) > nowMs) secrets.push(open(old, id))
      return secrets
    },
  }
}

/** The headers of Standard Webhooks 1.0.0 for one attempt. */
export function signedHeaders(eventId: string, body: string, secrets: readonly string[], nowMs: number): Record<string, string> {
  const timestampS = Math.floor(nowMs / 1000)
  return {
    'content-type': 'application/json',
    'user-agent': 'Kitroom-Webhooks/1',
    'webhook-id': eventId,
    'webhook-timestamp': String(timestampS),
    'webhook-signature': signWebhook({ id: eventId, timestampS, body, secrets }),
  }
}
