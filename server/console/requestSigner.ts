// Signs requests to the worker. The private half is in memory only; the public half is a row, so that every server of
// the database can name it.
import { randomUUID } from 'node:crypto'
import { settingsScopes } from '../../contract/scopes.ts'
import {
  formatSignedText,
  SIGNED_REQUEST_SCHEME,
  SIGNED_REQUEST_SECONDS,
  type RequestClaims,
  type SignedTarget,
} from '../../contract/control/signedRequest.ts'
import { toIsoTime, type Clock } from '../../platform/clock.ts'
import { createSigningKeyPair, type SigningKeyPair } from '../../platform/requestSignature.ts'
import type { Database } from '../../platform/sql/types.ts'
import type { Actor } from '../auth/keyCache.ts'
import { deleteSigningKey, findSigningKey, insertSigningKey, moveSigningKeyEnd } from './signingKeyStore.ts'

/** A key ends this long after its last renewal. It is renewed by use when half of the time has passed. */
const LIFETIME_MS = 60 * 60_000

interface SigningKey extends SigningKeyPair {
  id: string
  expiresAtMs: number
  /** Sequence number of the last signed request. */
  sequence: number
}

/** A request of a session, except the parts that the signer adds. */
interface UnsignedRequest extends SignedTarget {
  actor: Actor
  ip: string
  body: RequestClaims['body']
}

export interface RequestSigner {
  /** Signs a request. @returns its Authorization header @throws DatabaseUnavailable */
  sign(request: UnsignedRequest): Promise<string>
  /** Replaces the key if its row was lost, such as with a failover. */
  checkKey(): Promise<void>
  /** Withdraws the key. */
  close(): Promise<void>
}

async function publishKey(db: Database, nowMs: number): Promise<SigningKey> {
  const key = { ...createSigningKeyPair(), id: randomUUID(), expiresAtMs: nowMs + LIFETIME_MS, sequence: 0 }
  const row = { id: key.id, public_key: key.publicKey, created_at: toIsoTime(nowMs) }
  await db.write((tx) => insertSigningKey(tx, { ...row, expires_at: toIsoTime(key.expiresAtMs) }))
  return key
}

/** Renews a key that is half used up. A key whose row is gone, or that a moved clock has ended, is replaced. */
async function renewKey(db: Database, key: SigningKey | undefined, nowMs: number): Promise<SigningKey> {
  if (!key) return publishKey(db, nowMs)
  const remainingMs = key.expiresAtMs - nowMs
  if (remainingMs > LIFETIME_MS / 2 && remainingMs <= LIFETIME_MS) return key
  const expiresAtMs = nowMs + LIFETIME_MS
  const isRenewable = remainingMs > 0 && remainingMs <= LIFETIME_MS
  const { id } = key
  if (isRenewable && (await db.write((tx) => moveSigningKeyEnd(tx, { id, end: toIsoTime(expiresAtMs) }))) > 0) {
    key.expiresAtMs = expiresAtMs
    return key
  }
  return publishKey(db, nowMs)
}

const createClaims = (key: SigningKey, { actor, ip, body }: UnsignedRequest, nowMs: number): RequestClaims => ({
  version: 1,
  signing_key_id: key.id,
  sequence: (key.sequence += 1),
  account_id: actor.account,
  session_id: actor.sessionId ?? '',
  key: { id: actor.keyId, name: actor.keyName, hint: actor.keyHint },
  scopes: actor.scopes.size === 0 ? [...settingsScopes] : [...actor.scopes],
  browser_ip: ip,
  issued_at_ms: nowMs,
  expires_at_ms: nowMs + SIGNED_REQUEST_SECONDS * 1000,
  body,
})

function signRequest(key: SigningKey, request: UnsignedRequest, nowMs: number): string {
  const claims = Buffer.from(JSON.stringify(createClaims(key, request, nowMs))).toString('base64url')
  return `${SIGNED_REQUEST_SCHEME} ${claims}.${key.sign(formatSignedText(request, claims))}`
}

/**
 * Creates a signer, whose key is created with the first request.
 * @param sharedClock the clock of all servers of the database, by which requests are signed; default: `clock`
 */
export function createRequestSigner(db: Database, clock: Clock, sharedClock: Clock = clock): RequestSigner {
  let key: SigningKey | undefined
  let renewing: Promise<SigningKey> | undefined
  const renew = (): Promise<SigningKey> =>
    (renewing ??= renewKey(db, key, clock.nowMs()).finally(() => (renewing = undefined)))
  return {
    async sign(request) {
      key = await renew()
      return signRequest(key, request, sharedClock.nowMs())
    },
    async checkKey() {
      const checked = key
      if (!checked || (await db.read((tx) => findSigningKey(tx, checked.id)))) return
      if (key === checked) key = undefined
    },
    async close() {
      const { id } = key ?? {}
      key = undefined
      if (id !== undefined) await db.write((tx) => deleteSigningKey(tx, id), { durable: false })
    },
  }
}
