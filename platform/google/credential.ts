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
  /** Undefined if Drive did not tell it. */
  email: string | undefined
  refreshToken: string
}

export type Credential = Person | ServiceAccount

/** Whose rights are used, without secrets. */
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

/** Differs when any part of the credential does. */
export const fingerprintOf = (credential: Credential): string =>
  createHash('sha256').update(JSON.stringify(credential)).digest('hex')
