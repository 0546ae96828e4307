import type { drive_v3 } from '@googleapis/drive'
import type { sheets_v4 } from '@googleapis/sheets'
import type { ServiceAccount } from './keyFile.ts'
import { limitBody } from './limitBody.ts'

const TIMEOUT_MS = 60_000

/** Least scopes for reading sheets as a service account. `spreadsheets.readonly` does not open Drive's `files.get`. */
export const READ_SCOPES = ['https://www.googleapis.com/auth/spreadsheets.readonly', 'https://www.googleapis.com/auth/drive.metadata.readonly']

/** For writing into sheets. Only sources with `write_back: true` ask for it, and only when they write. */
export const WRITE_SCOPES = ['https://www.googleapis.com/auth/spreadsheets']

export interface GoogleClients {
  sheets: sheets_v4.Sheets
  drive: drive_v3.Drive
  /** The next call asks for a new token. */
  expireToken(): void
}

const MAX_ANSWER_BYTES = 64 * 2 ** 20

/** Sends a request. @param rootUrl another origin for all requests: the library has the token URL hard-coded */
const createFetch =
  (rootUrl: string | undefined): typeof fetch =>
  async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const target = rootUrl === undefined ? url : new URL(url.pathname + url.search, rootUrl)
    return limitBody(await fetch(target, init), MAX_ANSWER_BYTES)
  }

/**
 * Opens clients of the Sheets and Drive APIs. Loads Google's libraries on first use. They retry nothing, neither API calls nor token calls:
 * Temporal does.
 * @param rootUrl origin of an emulator
 */
export async function connectGoogle(account: ServiceAccount, rootUrl: string | undefined, scopes: readonly string[]): Promise<GoogleClients> {
  const [{ JWT }, { sheets }, { drive }] = await Promise.all([
    import('google-auth-library'),
    import('@googleapis/sheets'),
    import('@googleapis/drive'),
  ])
  const auth = new JWT({
    email: account.email,
    key: account.privateKey,
    ...(account.privateKeyId !== undefined && { keyId: account.privateKeyId }),
    scopes: [...scopes],
    transporterOptions: {
      timeout: TIMEOUT_MS,
      retryConfig: { retry: 0, noResponseRetries: 0 },
      fetchImplementation: createFetch(rootUrl),
    },
  })
  // googleapis-common of the API packages has its own copy of the library's types.
  const options = { auth: auth as never, retry: false }
  const expireToken = (): void => void (auth.credentials.expiry_date = 1)
  return { sheets: sheets({ version: 'v4', ...options }), drive: drive({ version: 'v3', ...options }), expireToken }
}
