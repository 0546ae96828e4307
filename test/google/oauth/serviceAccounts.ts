import { createPublicKey, generateKeyPairSync, randomBytes, randomInt, type KeyObject } from 'node:crypto'
import { recordSecret } from '../issuedSecrets.ts'

/** The audience of every assertion, and `token_uri` of every key file. */
export const TOKEN_URI = 'https://oauth2.googleapis.com/token'

/** The key file of a service account, as Google Cloud lets one download it. */
export interface ServiceAccountKey {
  type: 'service_account'
  project_id: string
  private_key_id: string
  /** PKCS #8 in PEM. */
  private_key: string
  client_email: string
  client_id: string
  auth_uri: string
  token_uri: string
  auth_provider_x509_cert_url: string
  client_x509_cert_url: string
  universe_domain: string
}

export interface ServiceAccount {
  key: ServiceAccountKey
  publicKey: KeyObject
}

/**
 * Emulators share the keys, because to generate one takes longer than most tests. Accounts of one emulator have
 * different keys.
 */
const privateKeys: KeyObject[] = []
const obtainPrivateKey = (index: number): KeyObject =>
  (privateKeys[index] ??= generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)

/**
 * @param name the part of the address before the `@`
 * @param index how many accounts the emulator created before
 */
export function createServiceAccount(name: string, project: string, index: number): ServiceAccount {
  const privateKey = obtainPrivateKey(index)
  const email = `${name}@${project}.iam.gserviceaccount.com`
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
  for (const line of pem.split('\n').slice(2, -3)) recordSecret(line)
  const key: ServiceAccountKey = {
    type: 'service_account',
    project_id: project,
    private_key_id: randomBytes(20).toString('hex'),
    private_key: pem,
    client_email: email,
    client_id: `1${String(randomInt(10 ** 10)).padStart(20, '0')}`,
    auth_uri: 'https://accounts.google.com/o/oauth2/auth',
    token_uri: TOKEN_URI,
    auth_provider_x509_cert_url: 'https://www.googleapis.com/oauth2/v1/certs',
    client_x509_cert_url: `https://www.googleapis.com/robot/v1/metadata/x509/${encodeURIComponent(email)}`,
    universe_domain: 'googleapis.com',
  }
  return { key, publicKey: createPublicKey(privateKey) }
}
