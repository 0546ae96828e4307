import type { drive_v3 } from '@googleapis/drive'
import type { sheets_v4 } from '@googleapis/sheets'
import type { OAuth2Client } from 'google-auth-library'
import { toAccount, type Credential, type GoogleAccount } from './credential.ts'
import { purposes, type GoogleAccess, type GooglePurpose } from './scopes.ts'
import { createTransport } from './transport.ts'

export interface GoogleClients {
  account: GoogleAccount
  sheets: sheets_v4.Sheets
  drive: drive_v3.Drive
  /** The next call asks for a new token. */
  expireToken(): void
}

/** @param scopes of a service account; a person's were granted at the sign-in */
async function createAuth(credential: Credential, scopes: readonly string[], rootUrl: string | undefined): Promise<OAuth2Client> {
  const { JWT, OAuth2Client: Client } = await import('google-auth-library')
  const transporterOptions = createTransport(rootUrl)
  if (credential.kind === 'person') {
    const { clientId, clientSecret, refreshToken } = credential
    const auth = new Client({ clientId, clientSecret, transporterOptions })
    auth.setCredentials({ refresh_token: refreshToken })
    return auth
  }
  const { email, privateKey, privateKeyId } = credential
  return new JWT({ email, key: privateKey, ...(privateKeyId !== undefined && { keyId: privateKeyId }), scopes: [...scopes], transporterOptions })
}

/**
 * Opens clients of the Sheets and Drive APIs. Loads Google's libraries on first use. They hold an access token and renew it five minutes before
 * its end. They retry nothing, neither API calls nor token calls: Temporal does.
 * @param rootUrl origin of an emulator
 */
export async function connectGoogle(
  credential: Credential,
  purpose: GooglePurpose,
  rootUrl: string | undefined,
  access: GoogleAccess = 'read',
): Promise<GoogleClients> {
  const [auth, { sheets }, { drive }] = await Promise.all([
    createAuth(credential, purposes[purpose].serviceAccount[access], rootUrl),
    import('@googleapis/sheets'),
    import('@googleapis/drive'),
  ])
  // googleapis-common of the API packages has its own copy of the library's types.
  const options = { auth: auth as never, retry: false }
  return {
    account: toAccount(credential),
    sheets: sheets({ version: 'v4', ...options }),
    drive: drive({ version: 'v3', ...options }),
    expireToken: () => void (auth.credentials.expiry_date = 1),
  }
}
