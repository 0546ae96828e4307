import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

export const BOX_KEY_BYTES = 32
const VERSION = 'v1'
const NONCE_BYTES = 12
const TAG_BYTES = 16

export class SealBroken extends Error {
  override name = 'SealBroken'
}

/** Encrypts secrets that must be readable later, so that a stolen database or backup does not reveal them. */
export interface SecretBox {
  /** @param owner bound to the ciphertext as associated data */
  seal(secret: string, owner: string): string
  open(sealed: string, owner: string): string
}

/** AES-256-GCM (NIST SP 800-38D) with random nonces. @param key 32 bytes */
export function createSecretBox(key: Uint8Array): SecretBox {
  if (key.length !== BOX_KEY_BYTES) throw new Error(`the key must have ${BOX_KEY_BYTES} bytes`)
  return {
    seal(secret, owner) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return `${VERSION}.${Buffer.concat([nonce, text, cipher.getAuthTag()]).toString('base64url')}`
    },
    open(sealed, owner) {
      const [version, body = ''] = sealed.split('.')
      const bytes = Buffer.from(body, 'base64url')
      if (version !== VERSION || bytes.length < NONCE_BYTES + TAG_BYTES) throw new SealBroken('not a sealed secret')
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES)).setAAD(Buffer.from(owner))
        decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
        return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8')
      } catch (error) {
        throw new SealBroken('the seal does not open', { cause: error })
      }
    },
  }
}
