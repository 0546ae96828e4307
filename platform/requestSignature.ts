import { createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto'

/** An Ed25519 key pair (RFC 8032). The private half exists only in the memory of its process. */
export interface SigningKeyPair {
  /** Public half: 32 bytes in base64url, `x` of a JSON Web Key (RFC 8037). */
  publicKey: string
  /** Signs a text. @returns 64 bytes in base64url */
  sign: (text: string) => string
}

export function createSigningKeyPair(): SigningKeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    publicKey: publicKey.export({ format: 'jwk' }).x ?? '',
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64url'),
  }
}

/** @throws Error if the text is not the public half of an Ed25519 key */
export const parsePublicKey = (text: string): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: text }, format: 'jwk' })

/** @param signature base64url */
export const isSignedBy = (publicKey: KeyObject, text: string, signature: string): boolean =>
  verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64url'))
