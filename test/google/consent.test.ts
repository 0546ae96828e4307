import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { startGoogle, type FakeGoogle } from './google.ts'
import type { OAuthClient } from './oauth/clients.ts'
import { createClient, postToken, scopes } from './support.ts'

const REDIRECT_URI = 'http://127.0.0.1:1/callback'
const ADA = 'ada@example.com'

interface Setup {
  google: FakeGoogle
  client: OAuthClient
  verifier: string
}

async function withGoogle(test: (setup: Setup) => Promise<void>): Promise<void> {
  await using google = await startGoogle()
  google.signIn(ADA)
  await test({ google, client: google.addOAuthClient([REDIRECT_URI]), verifier: randomBytes(32).toString('base64url') })
}

/** Opens the consent page. @returns the parameters of the redirection */
async function consent(
  { google, client, verifier }: Setup,
  change: Record<string, string> = {},
): Promise<URLSearchParams | undefined> {
  const query = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    scope: scopes.readSheets,
    access_type: 'offline',
    state: 's t',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...change,
  })
  const response = await fetch(`${google.url}/o/oauth2/v2/auth?${query.toString()}`, { redirect: 'manual' })
  const location = response.headers.get('location')
  return location === null ? undefined : new URL(location).searchParams
}

interface Grant {
  error?: string
  error_description?: string
  access_token: string
  refresh_token?: string
}

/** Posts to the token endpoint with the client's secret. */
async function post({ google, client }: Setup, form: Record<string, string>): Promise<Grant> {
  const { client_id, client_secret } = client
  return (await (await postToken(google, { client_id, client_secret, ...form })).json()) as Grant
}

async function exchange(setup: Setup, change: Record<string, string> = {}): Promise<Grant> {
  const query = await consent(setup)
  const code = query?.get('code') ?? ''
  return post(setup, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: REDIRECT_URI,
    code_verifier: setup.verifier,
    ...change,
  })
}

const refresh = (setup: Setup, token: string | undefined, change: Record<string, string> = {}): Promise<Grant> =>
  post(setup, { grant_type: 'refresh_token', refresh_token: token ?? '', ...change })

describe('a person', () => {
  it('lets a client act for them, and the client refreshes its token', () =>
    withGoogle(async (setup) => {
      const query = await consent(setup)
      expect(query?.get('state')).toBe('s t')
      expect(query?.get('scope')).toEqual(scopes.readSheets)
      const grant = await exchange(setup)
      expect(grant).toEqual({
        access_token: expect.any(String),
        refresh_token: expect.stringMatching(/^1\/\//),
        expires_in: 3599,
        scope: scopes.readSheets,
        token_type: 'Bearer',
      })
      const { id } = setup.google.addSpreadsheet({ sheets: [{ title: 'Gear' }], sharedWith: { [ADA]: 'reader' } })
      const path = `/v4/spreadsheets/${id}`
      expect(await createClient(setup.google, grant.access_token).get(path)).toMatchObject({ status: 200 })
      setup.google.revokeTokens()
      const next = await refresh(setup, grant.refresh_token)
      expect(next).toEqual({
        access_token: expect.any(String),
        expires_in: 3599,
        scope: scopes.readSheets,
        token_type: 'Bearer',
      })
      expect(await createClient(setup.google, next.access_token).get(path)).toMatchObject({ status: 200 })
      expect(setup.google.calls.at(-1)?.account).toBe(ADA)
    }))

  it('gets one refresh token for a client, unless it asks for consent again', () =>
    withGoogle(async (setup) => {
      expect((await exchange(setup)).refresh_token).toBeDefined()
      expect((await exchange(setup)).refresh_token).toBeUndefined()
      const code = (await consent(setup, { prompt: 'consent' }))?.get('code') ?? ''
      const form = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI, code_verifier: setup.verifier }
      expect((await post(setup, form)).refresh_token).toBeDefined()
    }))

  it('can agree to a part of the scopes, or decline', () =>
    withGoogle(async (setup) => {
      setup.google.signIn(ADA, { grants: [scopes.readMetadata] })
      const both = { scope: `${scopes.readSheets} ${scopes.readMetadata}` }
      expect((await consent(setup, both))?.get('scope')).toBe(scopes.readMetadata)
      setup.google.signIn(undefined)
      const declined = await consent(setup)
      expect(declined?.get('error')).toBe('access_denied')
      expect(declined?.get('code')).toBe(null)
      expect(declined?.get('state')).toBe('s t')
    }))

  it('can remove the access of a client', () =>
    withGoogle(async (setup) => {
      const { refresh_token } = await exchange(setup)
      setup.google.revokeConsent('bob@example.com')
      expect((await refresh(setup, refresh_token)).error).toBeUndefined()
      setup.google.revokeConsent(ADA)
      expect(await refresh(setup, refresh_token)).toEqual({
        error: 'invalid_grant',
        error_description: 'Token has been expired or revoked.',
      })
    }))
})

describe('a client', () => {
  it.each<Record<string, string>>([
    { redirect_uri: 'http://127.0.0.1:2/other' },
    { client_id: 'other' },
    { code_challenge_method: 'plain' },
    { response_type: 'token' },
  ])('sees no consent page with %o', (change) =>
    withGoogle(async (setup) => expect(await consent(setup, change)).toBeUndefined()),
  )

  it.each<[Record<string, string>, string]>([
    [{ code: 'other' }, 'invalid_grant'],
    [{ code_verifier: 'other' }, 'invalid_grant'],
    [{ redirect_uri: 'http://127.0.0.1:2/other' }, 'redirect_uri_mismatch'],
    [{ client_secret: 'other' }, 'invalid_client'],
    [{ client_id: 'other' }, 'invalid_client'],
  ])('gets no token with %o', (change, error) =>
    withGoogle(async (setup) => expect((await exchange(setup, change)).error).toBe(error)),
  )

  it('needs the verifier, and uses a code once', () =>
    withGoogle(async (setup) => {
      const code = (await consent(setup))?.get('code') ?? ''
      const form = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI }
      expect(await post(setup, form)).toEqual({ error: 'invalid_grant', error_description: 'Missing code verifier.' })
      expect((await post(setup, { ...form, code_verifier: setup.verifier })).error).toBe('invalid_grant')
    }))

  it('cannot use the refresh token of another client', () =>
    withGoogle(async (setup) => {
      const { refresh_token } = await exchange(setup)
      const { client_id, client_secret } = setup.google.addOAuthClient([REDIRECT_URI])
      expect((await refresh(setup, refresh_token, { client_id, client_secret })).error).toBe('unauthorized_client')
    }))
})

describe('the picker', () => {
  const picker = { scope: 'https://www.googleapis.com/auth/drive.file', prompt: 'consent', trigger_onepick: 'true' }

  it.each<Record<string, string>>([{ prompt: 'none' }, { scope: `${picker.scope} ${scopes.readSheets}` }])(
    'is not shown with %o',
    (change) => withGoogle(async (setup) => expect(await consent(setup, { ...picker, ...change })).toBeUndefined()),
  )

  it('opens the picked files of a person, and no others', () =>
    withGoogle(async (setup) => {
      const { google } = setup
      const [first, second] = ['First', 'Second'].map((title) =>
        google.addSpreadsheet({ title, sheets: [{ title: 'S' }], sharedWith: { [ADA]: 'reader' } }),
      )
      const statuses = async (): Promise<unknown[]> => {
        const code = (await consent(setup, picker))?.get('code') ?? ''
        const form = {
          grant_type: 'authorization_code',
          code,
          redirect_uri: REDIRECT_URI,
          code_verifier: setup.verifier,
        }
        const caller = createClient(google, (await post(setup, form)).access_token)
        const paths = [first, second].flatMap((file) => [`/v4/spreadsheets/${file?.id}`, `/drive/v3/files/${file?.id}`])
        return Promise.all(paths.map(async (path) => (await caller.get(path)).status))
      }
      expect(await statuses()).toEqual([404, 404, 404, 404])
      google.signIn(ADA, { picks: [second?.id ?? ''] })
      expect((await consent(setup, picker))?.get('picked_file_ids')).toBe(second?.id)
      expect(await statuses()).toEqual([404, 404, 200, 200])
      google.signIn(ADA)
      expect(await statuses(), 'picked before').toEqual([404, 404, 200, 200])
    }))
})

describe('a desktop program', () => {
  const redirectOf = (setup: Setup, redirect_uri: string): Promise<URLSearchParams | undefined> =>
    consent({ ...setup, client: setup.google.addDesktopClient().installed }, { redirect_uri })

  it.each(['http://127.0.0.1:50001', 'http://localhost:7/path', 'http://127.0.0.1'])('may listen at %s', (uri) =>
    withGoogle(async (setup) => expect((await redirectOf(setup, uri))?.get('code')).toMatch(/^4\//)),
  )
  it.each(['http://127.0.0.2:1', 'https://127.0.0.1:1', 'http://127.0.0.1.example.com/'])(
    'may not listen at %s',
    (uri) => withGoogle(async (setup) => expect(await redirectOf(setup, uri)).toBeUndefined()),
  )
})

describe('revocation', () => {
  const revoke = async ({ google }: Setup, token: string | undefined): Promise<{ status: number; body: unknown }> => {
    const response = await fetch(`${google.url}/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ token: token ?? '' }),
    })
    return { status: response.status, body: await response.json() }
  }

  it('ends all tokens of the client for the person', () =>
    withGoogle(async (setup) => {
      const grant = await exchange(setup)
      const caller = createClient(setup.google, grant.access_token)
      expect((await caller.get('/v4/spreadsheets/none')).status).toBe(404)
      expect(await revoke(setup, grant.refresh_token)).toEqual({ status: 200, body: {} })
      expect((await caller.get('/v4/spreadsheets/none')).status).toBe(401)
      expect((await refresh(setup, grant.refresh_token)).error).toBe('invalid_grant')
      expect(await revoke(setup, grant.refresh_token)).toEqual({
        status: 400,
        body: { error: 'invalid_token', error_description: 'Token expired or revoked' },
      })
    }))
})
