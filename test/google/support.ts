import { sign } from 'node:crypto'
import { startGoogle, type FakeGoogle } from './google.ts'
import { TOKEN_URI, type ServiceAccountKey } from './oauth/serviceAccounts.ts'
import type { NewSheet } from './sheets/storedSheet.ts'
import type { NewSpreadsheet, StoredSpreadsheet } from './sheets/storedSpreadsheet.ts'

const studioScopes = {
  readSheets: 'https://www.googleapis.com/auth/spreadsheets.readonly',
  writeSheets: 'https://www.googleapis.com/auth/spreadsheets',
  readMetadata: 'https://www.googleapis.com/auth/drive.metadata.readonly',
}

/** What a studio's token opens: no calendar. */
const studioScope = Object.values(studioScopes).join(' ')

export const scopes = {
  ...studioScopes,
  calendar: 'https://www.googleapis.com/auth/calendar',
  calendarEvents: 'https://www.googleapis.com/auth/calendar.events',
  appCreated: 'https://www.googleapis.com/auth/calendar.app.created',
}

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

/** Claims of an assertion for an hour. */
export function createClaims(
  { client_email: iss }: ServiceAccountKey,
  scope: string,
  nowMs = Date.now(),
): Record<string, unknown> {
  const iat = Math.floor(nowMs / 1000)
  return { iss, scope, aud: TOKEN_URI, iat, exp: iat + 3600 }
}

export function signAssertion(
  key: ServiceAccountKey,
  claims: object,
  header: object = { alg: 'RS256', typ: 'JWT' },
): string {
  const signed = `${encode(header)}.${encode(claims)}`
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), key.private_key).toString('base64url')}`
}

export const postToken = (google: FakeGoogle, form: Record<string, string>): Promise<Response> =>
  fetch(`${google.url}/token`, { method: 'POST', body: new URLSearchParams(form) })

export const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

export async function fetchToken(
  google: FakeGoogle,
  key: ServiceAccountKey,
  scope: string,
  nowMs?: number,
): Promise<string> {
  const response = await postToken(google, {
    grant_type: JWT_BEARER,
    assertion: signAssertion(key, createClaims(key, scope, nowMs)),
  })
  return ((await response.json()) as { access_token: string }).access_token
}

export interface Reply {
  status: number
  headers: Headers
  /** Parsed body; `{}` for an answer without one. */
  body: Record<string, unknown>
}

/** A caller with a token. */
export interface Client {
  /** Name and value pairs of a query, so that names can repeat. */
  get(path: string, query?: [string, string][] | Record<string, string>): Promise<Reply>
  post(path: string, body: unknown, query?: Record<string, string>): Promise<Reply>
  put(path: string, body: unknown, options?: RequestOptions): Promise<Reply>
  patch(path: string, body: unknown, options?: RequestOptions): Promise<Reply>
  delete(path: string, options?: RequestOptions): Promise<Reply>
}

interface RequestOptions {
  query?: Record<string, string>
  headers?: Record<string, string>
}

export function createClient(google: FakeGoogle, token: string | undefined): Client {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const send = async (
    path: string,
    query: [string, string][] | Record<string, string>,
    { headers, ...init }: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> },
  ): Promise<Reply> => {
    const response = await fetch(`${google.url}${path}?${new URLSearchParams(query).toString()}`, {
      ...init,
      headers: { ...authorization, ...headers },
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
    }
  }
  return {
    get: (path, query = {}) => send(path, query, {}),
    post: (path, body, query = {}) => send(path, query, { method: 'POST', body: JSON.stringify(body) }),
    put: (path, body, { query = {}, headers = {} } = {}) =>
      send(path, query, { method: 'PUT', body: JSON.stringify(body), headers }),
    patch: (path, body, { query = {}, headers = {} } = {}) =>
      send(path, query, { method: 'PATCH', body: JSON.stringify(body), headers }),
    delete: (path, { query = {}, headers = {} } = {}) => send(path, query, { method: 'DELETE', headers }),
  }
}

/** An emulator with one spreadsheet, which is shared with the caller. */
export interface Studio extends AsyncDisposable {
  google: FakeGoogle
  key: ServiceAccountKey
  token: string
  client: Client
  spreadsheet: StoredSpreadsheet
  /** `/v4/spreadsheets/ID`. */
  path: string
  /** Reads ranges of values. */
  values(range: string, options?: Record<string, string>): Promise<unknown>
}

interface StudioOptions {
  spreadsheet?: Partial<NewSpreadsheet>
  role?: 'reader' | 'writer'
  scope?: string
  nowMs?: () => number
}

export async function startStudio(
  sheets: NewSheet[],
  { spreadsheet, role = 'reader', scope, nowMs }: StudioOptions = {},
): Promise<Studio> {
  const google = await startGoogle(nowMs && { nowMs })
  const key = google.addServiceAccount()
  const stored = google.addSpreadsheet({ sheets, sharedWith: { [key.client_email]: role }, ...spreadsheet })
  const token = await fetchToken(google, key, scope ?? studioScope, nowMs?.())
  const client = createClient(google, token)
  const path = `/v4/spreadsheets/${stored.id}`
  return {
    google,
    key,
    token,
    client,
    spreadsheet: stored,
    path,
    values: async (range, options = {}) => {
      const { status, body } = await client.get(`${path}/values:batchGet`, { ranges: range, ...options })
      return status === 200 ? (body['valueRanges'] as { values?: unknown }[])[0]?.values : body
    },
    [Symbol.asyncDispose]: () => google.stop(),
  }
}
