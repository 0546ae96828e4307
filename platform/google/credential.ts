import { createHash } from 'node:crypto'

export interface ServiceAccount {
  kind: 'service_account'
  email: string
  privateKey: string
  privateKeyId: string | undefined
}

/** A program that a studio has registered at Google. */
export interface OAuthClient {
  clientId: string
  clientSecret: string
}

/** A person who signed in. */
export interface Person extends OAuthClient {
  kind: 'person'
  /** Undefined if Drive did not return it. */
  email: string | undefined
  refreshToken: string
}

export type Credential = Person | ServiceAccount

/** Identity of an account at Google, without secrets. */
export interface GoogleAccount {
  kind: Credential['kind']
  email: string | undefined
  /** Key of its quota. */
  id: string
}

export function toAccount(credential: Credential): GoogleAccount {
  const { kind, email } = credential
  return {
    kind,
    email,
    id: kind === 'service_account' ? credential.email : `${email ?? 'person'} ${credential.clientId}`,
  }
}

/** Computes a fingerprint, which differs if any part of the credential does. */
export const fingerprintOf = (credential: Credential): string =>
  createHash('sha256').update(JSON.stringify(credential)).digest('hex')
