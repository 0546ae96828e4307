import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** How far the clock of a sender may be off, and how long a delivery may take. */
const WEBHOOK_TOLERANCE_S = 300

const ID = /^[A-Za-z0-9_-]{1,128}$/
const TIMESTAMP = /^[1-9][0-9]{0,11}$/
const SIGNATURE = /^v1,[A-Za-z0-9+/]{43}=$/
const SECRET_PREFIX = 'whsec_'
const NEW_SECRET_BYTES = 32
const MIN_SECRET_BYTES = 24
const MAX_SECRET_BYTES = 64

/** The bytes behind a secret, or `undefined` when it is none: padded standard base64 of 24 to 64 bytes. */
function secretBytes(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64')
  const isExact = bytes.toString('base64') === text
  return isExact && bytes.length >= MIN_SECRET_BYTES && bytes.length <= MAX_SECRET_BYTES ? bytes : undefined
}

/** A new symmetric secret as receivers are given it: `whsec_` and base64 of 32 random bytes (Standard Webhooks 1.0.0). */
export function newWebhookSecret(): string {
  return SECRET_PREFIX + randomBytes(NEW_SECRET_BYTES).toString('base64')
}

/** Whether a text is a secret in the form of {@link newWebhookSecret}, of 24 to 64 bytes. */
export function isWebhookSecret(text: string): boolean {
  return text.startsWith(SECRET_PREFIX) && secretBytes(text.slice(SECRET_PREFIX.length)) !== undefined
}

/**
 * The key of a secret, with or without its `whsec_`.
 * @throws Error that does not tell the secret
 */
function webhookKey(secret: string): Buffer {
  const key = secretBytes(secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret)
  if (!key) throw new Error('not a webhook secret: it must be whsec_ and the base64 of 24 to 64 bytes')
  return key
}

const signatureOf = (key: Uint8Array, id: string, timestamp: string, body: string | Uint8Array): string =>
  `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`

export interface Signing {
  /** The event's id, the same at every attempt; no dot in it. */
  id: string
  /** When this attempt is made, in whole seconds since 1970. */
  timestampS: number
  /** The exact bytes that are sent. */
  body: string | Uint8Array
  /** `whsec_…`; several during a rotation. */
  secrets: readonly string[]
}

/**
 * The header `webhook-signature` of an attempt: HMAC-SHA256 over `id.timestamp.body` for each secret, with one space between them (Standard Webhooks 1.0.0,
 * symmetric signatures).
 * @throws Error for an id, a time or a secret that cannot be signed
 */
export function signWebhook({ id, timestampS, body, secrets }: Signing): string {
  const timestamp = String(timestampS)
  if (!ID.test(id) || !TIMESTAMP.test(timestamp) || secrets.length === 0) throw new Error('a webhook needs an id, whole seconds and a secret')
  return secrets.map((secret) => signatureOf(webhookKey(secret), id, timestamp, body)).join(' ')
}

/** Why a delivery is not taken. `unsigned`: a header is missing or malformed, or holds no v1 signature. */
export type WebhookRefusal = 'unsigned' | 'too_old' | 'too_new' | 'wrong_signature'

export type WebhookVerdict = { ok: true; id: string; timestampS: number } | { ok: false; reason: WebhookRefusal }

export interface Verification {
  /** As node:http gives them: names in lower case. */
  headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** The exact bytes that came. */
  body: string | Uint8Array
  secrets: readonly string[]
  nowMs: number
  toleranceS?: number
}

const isMatch = (given: readonly string[], expected: readonly string[]): boolean => {
  let matches = 0
  // Every pair is compared, so that the time taken does not tell which one fitted.
  for (const one of expected) for (const other of given) if (timingSafeEqual(Buffer.from(one), Buffer.from(other))) matches += 1
  return matches > 0
}

/**
 * Tells whether a delivery was signed with one of the secrets, lately (Standard Webhooks 1.0.0). Only v1 signatures count; one of several is enough. Whoever
 * takes it must still ask whether its id was seen before.
 */
export function verifyWebhook({ headers, body, secrets, nowMs, toleranceS = WEBHOOK_TOLERANCE_S }: Verification): WebhookVerdict {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  const list = headers['webhook-signature']
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof list !== 'string') return { ok: false, reason: 'unsigned' }
  const given = list.split(' ').filter((item) => SIGNATURE.test(item))
  if (!ID.test(id) || !TIMESTAMP.test(timestamp) || given.length === 0) return { ok: false, reason: 'unsigned' }
  const expected = secrets.map((secret) => signatureOf(webhookKey(secret), id, timestamp, body))
  if (!isMatch(given, expected)) return { ok: false, reason: 'wrong_signature' }
  const timestampS = Number(timestamp)
  const nowS = Math.floor(nowMs / 1000)
  if (timestampS < nowS - toleranceS) return { ok: false, reason: 'too_old' }
  return timestampS > nowS + toleranceS ? { ok: false, reason: 'too_new' } : { ok: true, id, timestampS }
}
