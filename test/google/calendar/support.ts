import { createHash } from 'node:crypto'
import { startGoogle, type FakeGoogle } from '../google.ts'
import type { OAuthClient } from '../oauth/clients.ts'
import { createClient, fetchToken, postToken, scopes, type Client, type Reply } from '../support.ts'
import type { CalendarRole, NewCalendar, StoredCalendar } from './storedCalendar.ts'

const REDIRECT_URI = 'http://127.0.0.1:1/callback'
const VERIFIER = 'v'.repeat(43)

/** Signs a person in. @returns the person's access token for the client */
export async function fetchPersonToken(
  google: FakeGoogle,
  email: string,
  scope: string,
  client?: OAuthClient,
): Promise<string> {
  const { client_id, client_secret } = client ?? google.addOAuthClient([REDIRECT_URI])
  google.signIn(email)
  const query = new URLSearchParams({
    client_id,
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    scope,
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const page = await fetch(`${google.url}/o/oauth2/v2/auth?${query.toString()}`, { redirect: 'manual' })
  const code = new URL(page.headers.get('location') ?? '').searchParams.get('code') ?? ''
  const form = {
    grant_type: 'authorization_code',
    client_id,
    client_secret,
    code,
    redirect_uri: REDIRECT_URI,
    code_verifier: VERIFIER,
  }
  return ((await (await postToken(google, form)).json()) as { access_token: string }).access_token
}

/** An emulator with one calendar, which is shared with a service account. */
export interface CalendarStudio extends AsyncDisposable {
  google: FakeGoogle
  calendar: StoredCalendar
  client: Client
  /** E-mail address of the service account. */
  account: string
  token: string
  /** `/calendar/v3/calendars/ID`. */
  path: string
  insert(event: object): Promise<Reply>
  get(id: string, query?: Record<string, string>): Promise<Reply>
  update(id: string, event: object, headers?: Record<string, string>): Promise<Reply>
  patch(id: string, event: object, headers?: Record<string, string>): Promise<Reply>
  remove(id: string, headers?: Record<string, string>): Promise<Reply>
  list(query?: [string, string][] | Record<string, string>): Promise<Reply>
}

interface CalendarOptions {
  role?: CalendarRole
  scope?: string
  calendar?: NewCalendar
  nowMs?: () => number
}

export const pathOf = ({ id }: { id: string }): string => `/calendar/v3/calendars/${encodeURIComponent(id)}`

export async function startCalendar(options: CalendarOptions = {}): Promise<CalendarStudio> {
  const { role = 'writer', scope = scopes.calendarEvents, calendar: created, nowMs } = options
  const google = await startGoogle(nowMs && { nowMs })
  const key = google.addServiceAccount()
  const account = key.client_email
  const calendar = google.addCalendar({ summary: 'Shoots', sharedWith: { [account]: role }, ...created })
  const token = await fetchToken(google, key, scope, nowMs?.())
  const client = createClient(google, token)
  const path = pathOf(calendar)
  return {
    google,
    calendar,
    client,
    account,
    token,
    path,
    insert: (event) => client.post(`${path}/events`, event),
    get: (id, query = {}) => client.get(`${path}/events/${id}`, query),
    update: (id, event, headers = {}) => client.put(`${path}/events/${id}`, event, { headers }),
    patch: (id, event, headers = {}) => client.patch(`${path}/events/${id}`, event, { headers }),
    remove: (id, headers = {}) => client.delete(`${path}/events/${id}`, { headers }),
    list: (query = {}) => client.get(`${path}/events`, query),
    [Symbol.asyncDispose]: () => google.stop(),
  }
}

/** An event of two hours. */
export const shoot = {
  summary: 'Shoot',
  start: { dateTime: '2027-03-01T09:00:00+01:00' },
  end: { dateTime: '2027-03-01T11:00:00+01:00' },
}

/** The form of Calendar's own errors. */
export const refusal = (code: number, reason: string, message: unknown, domain = 'global'): object => ({
  status: code,
  body: { error: { errors: [{ domain, reason, message }], code, message } },
})
