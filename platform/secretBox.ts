import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

export const BOX_KEY_BYTES = 32
const VERSION = 'v1'
const NONCE_BYTES = 12
const TAG_BYTES = 16

export class SealBroken extends Error {
  override name = 'SealBroken'
}

/** Encrypts secrets that must stay readable for Kitroom, so that a stolen database or backup does not reveal them. */
export interface SecretBox {
  /** Seals with the first key. @param owner bound to the ciphertext as associated data */
  seal(secret: string, owner: string): string
  /** Opens a text that any of the keys sealed. @throws SealBroken */
  open(sealed: string, owner: string): string
  /** True during a rotation: an earlier key may have sealed stored secrets. */
  readonly hasEarlierKey: boolean
  /** Seals the secret with the first key. @returns undefined if that key sealed it already @throws SealBroken */
  reseal(sealed: string, owner: string): string | undefined
}

function sealWith(key: Uint8Array, secret: string, owner: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return `${VERSION}.${Buffer.concat([nonce, text, cipher.getAuthTag()]).toString('base64url')}`
}

/** @returns the secret, or the error of a key that did not seal it @throws SealBroken for a text that no key sealed */
function tryKey(key: Uint8Array, sealed: string, owner: string): { secret: string } | { error: unknown } {
  const [version, body = ''] = sealed.split('.')
  const bytes = Buffer.from(body, 'base64url')
  if (version !== VERSION || bytes.length < NONCE_BYTES + TAG_BYTES) throw new SealBroken('not a sealed secret')
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES)).setAAD(Buffer.from(owner))
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    return {
      secret: Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString(
        'utf8',
      ),
    }
  } catch (error) {
    return { error }
  }
}

function openWith(keys: readonly Uint8Array[], sealed: string, owner: string): string {
  let cause: unknown
  for (const key of keys) {
    const result = tryKey(key, sealed, owner)
    if ('secret' in result) return result.secret
    cause = result.error
  }
  throw new SealBroken('the seal does not open', { cause })
}

/**
 * Creates a box with AES-256-GCM (NIST SP 800-38D) and random nonces.
 * @param key 32 bytes, like each of the earlier keys, which only open
 */
export function createSecretBox(key: Uint8Array, ...earlierKeys: readonly Uint8Array[]): SecretBox {
  const keys = [key, ...earlierKeys]
  if (keys.some(({ length }) => length !== BOX_KEY_BYTES)) throw new Error(`the key must have ${BOX_KEY_BYTES} bytes`)
  return {
    seal: (secret, owner) => sealWith(key, secret, owner),
    open: (sealed, owner) => openWith(keys, sealed, owner),
    hasEarlierKey: earlierKeys.length > 0,
    reseal: (sealed, owner) =>
      'secret' in tryKey(key, sealed, owner) ? undefined : sealWith(key, openWith(earlierKeys, sealed, owner), owner),
  }
}
