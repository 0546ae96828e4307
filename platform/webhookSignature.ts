import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Allowed clock difference plus delivery time. */
const WEBHOOK_TOLERANCE_S = 300

const ID = /^[A-Za-z0-9_-]{1,128}$/
const TIMESTAMP = /^[1-9][0-9]{0,11}$/
const SIGNATURE = /^v1,[A-Za-z0-9+/]{43}=$/
const SECRET_PREFIX = 'whsec_'
const NEW_SECRET_BYTES = 32
const MIN_SECRET_BYTES = 24
const MAX_SECRET_BYTES = 64

function secretBytes(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64')
  const isCanonical = bytes.toString('base64') === text
  return isCanonical && bytes.length >= MIN_SECRET_BYTES && bytes.length <= MAX_SECRET_BYTES ? bytes : undefined
}

/** Creates a symmetric secret: `whsec_` and base64 of 32 random bytes (Standard Webhooks 1.0.0). */
export function createWebhookSecret(): string {
  return SECRET_PREFIX + randomBytes(NEW_SECRET_BYTES).toString('base64')
}

export function isWebhookSecret(text: string): boolean {
  return text.startsWith(SECRET_PREFIX) && secretBytes(text.slice(SECRET_PREFIX.length)) !== undefined
}

/** Decodes the key bytes of a secret, with or without its `whsec_`. @throws Error that does not contain the secret */
function webhookKey(secret: string): Buffer {
  const key = secretBytes(secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret)
  if (!key) throw new Error('not a webhook secret: it must be whsec_ and the base64 of 24 to 64 bytes')
  return key
}

const signatureOf = (key: Uint8Array, id: string, timestamp: string, body: string | Uint8Array): string =>
  `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`

export interface SigningInput {
  id: string
  timestampS: number
  body: string | Uint8Array
  secrets: readonly string[]
}

/**
 * Creates the `webhook-signature` header: HMAC-SHA256 over `id.timestamp.body` for each secret, space-separated
 * (Standard Webhooks 1.0.0).
 * @throws Error for an invalid id, time or secret
 */
export function signWebhook({ id, timestampS, body, secrets }: SigningInput): string {
  const timestamp = String(timestampS)
  if (!ID.test(id) || !TIMESTAMP.test(timestamp) || secrets.length === 0)
    throw new Error('a webhook needs an id, whole seconds and a secret')
  return secrets.map((secret) => signatureOf(webhookKey(secret), id, timestamp, body)).join(' ')
}

/** Reason for rejecting a delivery. `unsigned`: a header is missing or malformed, or has no v1 signature. */
export type WebhookRefusal = 'unsigned' | 'too_old' | 'too_new' | 'wrong_signature'

export type VerificationResult = { ok: true; id: string; timestampS: number } | { ok: false; reason: WebhookRefusal }

export interface VerificationInput {
  headers: Readonly<Record<string, string | readonly string[] | undefined>>
  body: string | Uint8Array
  secrets: readonly string[]
  nowMs: number
  toleranceS?: number
}

const isMatch = (given: readonly string[], expected: readonly string[]): boolean => {
  let matches = 0
  // Compares every pair, so that timing does not reveal which one matched.
  for (const one of expected)
    for (const other of given) if (timingSafeEqual(Buffer.from(one), Buffer.from(other))) matches += 1
  return matches > 0
}

/**
 * Checks that a delivery carries a recent v1 signature by one of the secrets (Standard Webhooks 1.0.0). Callers must
 * still deduplicate by id.
 */
export function verifyWebhook({
  headers,
  body,
  secrets,
  nowMs,
  toleranceS = WEBHOOK_TOLERANCE_S,
}: VerificationInput): VerificationResult {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  const signatureHeader = headers['webhook-signature']
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatureHeader !== 'string')
    return { ok: false, reason: 'unsigned' }
  const given = signatureHeader.split(' ').filter((item) => SIGNATURE.test(item))
  if (!ID.test(id) || !TIMESTAMP.test(timestamp) || given.length === 0) return { ok: false, reason: 'unsigned' }
  const expected = secrets.map((secret) => signatureOf(webhookKey(secret), id, timestamp, body))
  if (!isMatch(given, expected)) return { ok: false, reason: 'wrong_signature' }
  const timestampS = Number(timestamp)
  const nowS = Math.floor(nowMs / 1000)
  if (timestampS < nowS - toleranceS) return { ok: false, reason: 'too_old' }
  return timestampS > nowS + toleranceS ? { ok: false, reason: 'too_new' } : { ok: true, id, timestampS }
}
