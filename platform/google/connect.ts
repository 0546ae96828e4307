import type { calendar_v3 } from '@googleapis/calendar'
import type { drive_v3 } from '@googleapis/drive'
import type { sheets_v4 } from '@googleapis/sheets'
import type { OAuth2Client } from 'google-auth-library'
import { toAccount, type Credential, type GoogleAccount } from './credential.ts'
import { purposes, type GoogleAccess, type GooglePurpose } from './scopes.ts'
import { createTransport } from './transport.ts'

/** An account at Google with an access token. */
export interface GoogleConnection {
  account: GoogleAccount
  /** Makes the next call request a new token. */
  expireToken(): void
  /** Requests a token unless there is one, to check if Google grants access. */
  fetchToken(): Promise<void>
}

export interface SheetsClients extends GoogleConnection {
  sheets: sheets_v4.Sheets
  drive: drive_v3.Drive
}

export interface CalendarClients extends GoogleConnection {
  calendar: calendar_v3.Calendar
}

export interface ClientsByPurpose {
  sheets: SheetsClients
  calendar: CalendarClients
}

/** @param scopes for a service account; a person granted theirs at the sign-in */
async function createAuth(
  credential: Credential,
  scopes: readonly string[],
  rootUrl: string | undefined,
): Promise<OAuth2Client> {
  const { JWT, OAuth2Client: Client } = await import('google-auth-library')
  const transporterOptions = createTransport(rootUrl)
  if (credential.kind === 'person') {
    const { clientId, clientSecret, refreshToken } = credential
    const auth = new Client({ clientId, clientSecret, transporterOptions })
    auth.setCredentials({ refresh_token: refreshToken })
    return auth
  }
  const { email, privateKey, privateKeyId } = credential
  return new JWT({
    email,
    key: privateKey,
    ...(privateKeyId !== undefined && { keyId: privateKeyId }),
    scopes: [...scopes],
    transporterOptions,
  })
}

/**
 * Creates options of an API's client. googleapis-common of the API packages has its own copy of the library's types.
 */
const optionsOf = (auth: OAuth2Client) => ({ auth: auth as never, retry: false })

async function createSheetsClients(auth: OAuth2Client): Promise<Omit<SheetsClients, keyof GoogleConnection>> {
  const [{ sheets }, { drive }] = await Promise.all([import('@googleapis/sheets'), import('@googleapis/drive')])
  return { sheets: sheets({ version: 'v4', ...optionsOf(auth) }), drive: drive({ version: 'v3', ...optionsOf(auth) }) }
}

async function createCalendarClients(auth: OAuth2Client): Promise<Omit<CalendarClients, keyof GoogleConnection>> {
  const { calendar } = await import('@googleapis/calendar')
  return { calendar: calendar({ version: 'v3', ...optionsOf(auth) }) }
}

const createClients: {
  [P in GooglePurpose]: (auth: OAuth2Client) => Promise<Omit<ClientsByPurpose[P], keyof GoogleConnection>>
} = {
  sheets: createSheetsClients,
  calendar: createCalendarClients,
}

/**
 * Opens clients of the APIs that a purpose needs, and loads Google's libraries on first use. They hold an access token
 * and renew it five minutes before its end. They retry neither API calls nor token calls: Temporal does.
 * @param rootUrl origin of an emulator
 */
export async function connectGoogle<P extends GooglePurpose>(
  credential: Credential,
  purpose: P,
  rootUrl: string | undefined,
  access: GoogleAccess = 'read',
): Promise<ClientsByPurpose[P]> {
  const auth = await createAuth(credential, purposes[purpose].serviceAccount[access], rootUrl)
  const connection: GoogleConnection = {
    account: toAccount(credential),
    expireToken: () => void (auth.credentials.expiry_date = 1),
    fetchToken: async () => void (await auth.getAccessToken()),
  }
  return { ...(await createClients[purpose](auth)), ...connection } as ClientsByPurpose[P]
}
