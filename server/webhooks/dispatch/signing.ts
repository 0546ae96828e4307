import { signWebhook } from '../../../platform/webhookSignature.ts'
import type { SecretBox } from '../../../platform/secretBox.ts'
import type { EndpointQueue } from './queues.ts'

/** Maximum number of cached unsealed secrets. Unsealing costs more than signing. */
const MAX_CACHED = 2000

export interface Signer {
  /** Returns the current signing secrets, including the old one during a rotation. @throws SealBroken */
  secretsOf(queue: EndpointQueue, nowMs: number): string[]
}

export function createSigner(box: SecretBox): Signer {
  const secretsBySeal = new Map<string, string>()
  const unseal = (sealed: string, owner: string): string => {
    const cached = secretsBySeal.get(sealed)
    if (cached !== undefined) return cached
    const secret = box.open(sealed, owner)
    if (secretsBySeal.size >= MAX_CACHED) secretsBySeal.clear()
    secretsBySeal.set(sealed, secret)
    return secret
  }
  return {
    secretsOf({ id, secret, old_secret: old, old_secret_until: until }, nowMs) {
      const secrets = [unseal(secret, id)]
      if (old !== null && until !== null && Date.parse(until) > nowMs) secrets.push(unseal(old, id))
      return secrets
    },
  }
}

export function buildSignedHeaders(
  eventId: string,
  body: string,
  secrets: readonly string[],
  nowMs: number,
): Record<string, string> {
  const timestampS = Math.floor(nowMs / 1000)
  return {
    'content-type': 'application/json',
    'user-agent': 'Kitroom-Webhooks/1',
    'webhook-id': eventId,
    'webhook-timestamp': String(timestampS),
    'webhook-signature': signWebhook({ id: eventId, timestampS, body, secrets }),
  }
}
