import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { startGoogle } from './google.ts'
import type { ServiceAccountKey } from './oauth/serviceAccounts.ts'
import {
  createClaims,
  createClient,
  fetchToken,
  JWT_BEARER,
  postToken,
  scopes,
  signAssertion,
  startStudio,
} from './support.ts'

/** Exchanges an assertion with changed claims. */
async function exchange(
  change: (key: ServiceAccountKey, claims: Record<string, unknown>) => object,
  sign: (key: ServiceAccountKey, claims: object) => string = signAssertion,
): Promise<{ status: number; body: unknown }> {
  await using google = await startGoogle()
  const key = google.addServiceAccount()
  const claims = createClaims(key, scopes.readSheets)
  const response = await postToken(google, {
    grant_type: JWT_BEARER,
    assertion: sign(key, { ...claims, ...change(key, claims) }),
  })
  return { status: response.status, body: await response.json() }
}

const invalidGrant = (error_description: unknown): object => ({
  status: 400,
  body: { error: 'invalid_grant', error_description },
})
const NOW_S = Math.floor(Date.now() / 1000)

describe('the token endpoint', () => {
  it('exchanges an assertion for a token that opens the API', async () => {
    await using google = await startGoogle()
    const key = google.addServiceAccount('gear')
    expect(key).toMatchObject({
      type: 'service_account',
      client_email: 'gear@kitroom-tests.iam.gserviceaccount.com',
      project_id: 'kitroom-tests',
      token_uri: 'https://oauth2.googleapis.com/token',
      private_key: expect.stringMatching(/^-----BEGIN PRIVATE KEY-----\n/),
    })
    const response = await postToken(google, {
      grant_type: JWT_BEARER,
      assertion: signAssertion(key, createClaims(key, scopes.readSheets)),
    })
    expect(response.status).toBe(200)
    const body = (await response.json()) as { access_token: string }
    expect(body).toEqual({ access_token: expect.stringMatching(/^ya29\.c\./), expires_in: 3599, token_type: 'Bearer' })
    const { id } = google.addSpreadsheet({ sheets: [{ title: 'Gear' }], sharedWith: { [key.client_email]: 'reader' } })
    expect(await createClient(google, body.access_token).get(`/v4/spreadsheets/${id}`)).toMatchObject({ status: 200 })
    expect(google.calls.map(({ method, account, status }) => ({ method, account, status }))).toEqual([
      { method: 'token', account: key.client_email, status: 200 },
      { method: 'sheets.spreadsheets.get', account: key.client_email, status: 200 },
    ])
  })

  it('refuses a signature of another key', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' })
    const outcome = await exchange(
      () => ({}),
      (key, claims) => signAssertion({ ...key, private_key }, claims),
    )
    expect(outcome).toEqual(invalidGrant('Invalid JWT Signature.'))
  })

  it('refuses an algorithm other than RS256', async () => {
    const outcome = await exchange(
      () => ({}),
      (key, claims) => signAssertion(key, claims, { alg: 'HS256' }),
    )
    expect(outcome).toEqual(invalidGrant('Invalid JWT Signature.'))
  })

  it('refuses an unknown account', async () => {
    expect(await exchange(() => ({ iss: 'nobody@example.com' }))).toEqual(
      invalidGrant('Invalid grant: account not found'),
    )
  })

  it('refuses another audience', async () => {
    expect(await exchange(() => ({ aud: 'https://example.com/token' }))).toEqual(
      invalidGrant('Invalid JWT: Failed audience check.'),
    )
  })

  it.each([
    ['has expired', { iat: NOW_S - 3700, exp: NOW_S - 100 }],
    ['is valid for more than an hour', { iat: NOW_S, exp: NOW_S + 3601 }],
    ['is issued in ten minutes', { iat: NOW_S + 600, exp: NOW_S + 900 }],
  ])('refuses an assertion that %s', async (_name, times) => {
    expect(await exchange(() => times)).toEqual(
      invalidGrant(expect.stringContaining('Token must be a short-lived token (60 minutes)')),
    )
  })

  it('refuses an assertion without a scope', async () => {
    expect(await exchange(() => ({ scope: '' }))).toMatchObject({ status: 400, body: { error: 'invalid_scope' } })
  })

  it('refuses to act for a person without delegation', async () => {
    expect(await exchange(() => ({ sub: 'ada@example.com' }))).toMatchObject({
      status: 401,
      body: { error: 'unauthorized_client' },
    })
  })

  it('refuses text that is no assertion, and other grant types', async () => {
    await using google = await startGoogle()
    const noAssertion = await postToken(google, { grant_type: JWT_BEARER, assertion: 'abc' })
    expect({ status: noAssertion.status, body: await noAssertion.json() }).toEqual({
      status: 400,
      body: { error: 'invalid_request', error_description: 'Bad Request' },
    })
    const password = await postToken(google, { grant_type: 'password' })
    expect({ status: password.status, body: await password.json() }).toEqual({
      status: 400,
      body: { error: 'unsupported_grant_type', error_description: 'Invalid grant_type: password' },
    })
  })
})

describe('an access token', () => {
  const body = (reason?: string): object => ({
    error: {
      code: 401,
      status: 'UNAUTHENTICATED',
      message: expect.any(String),
      ...(reason !== undefined && { details: [expect.objectContaining({ reason })] }),
    },
  })

  it('is required', async () => {
    await using studio = await startStudio([{ title: 'Gear' }])
    const reply = await createClient(studio.google, undefined).get(studio.path)
    expect(reply).toMatchObject({ status: 401, body: body('CREDENTIALS_MISSING') })
    expect(reply.headers.get('www-authenticate')).toBe('Bearer realm="https://accounts.google.com/"')
  })

  it('must be known', async () => {
    await using studio = await startStudio([{ title: 'Gear' }])
    const reply = await createClient(studio.google, 'ya29.other').get(studio.path)
    expect({ status: reply.status, body: reply.body }).toEqual({ status: 401, body: body() })
    expect(reply.headers.get('www-authenticate')).toContain('error="invalid_token"')
    const ofDrive = await createClient(studio.google, 'ya29.other').get(`/drive/v3/files/${studio.spreadsheet.id}`)
    expect(ofDrive).toMatchObject({
      status: 401,
      body: { error: { code: 401, errors: [{ reason: 'authError', location: 'Authorization' }] } },
    })
  })

  it('ends after an hour, and when it is revoked', async () => {
    let now = Date.parse('2027-03-01T10:00:00Z')
    await using studio = await startStudio([{ title: 'Gear' }], { nowMs: () => now })
    now += 3598_000
    expect(await studio.client.get(studio.path)).toMatchObject({ status: 200 })
    now += 2000
    expect(await studio.client.get(studio.path)).toMatchObject({ status: 401 })
    const next = createClient(studio.google, await fetchToken(studio.google, studio.key, scopes.readSheets, now))
    expect(await next.get(studio.path)).toMatchObject({ status: 200 })
    studio.google.revokeTokens()
    expect(await next.get(studio.path)).toMatchObject({ status: 401 })
  })

  it('needs a scope that the discovery document lists', async () => {
    await using studio = await startStudio([{ title: 'Gear' }], { role: 'writer', scope: scopes.readSheets })
    const { client, path, spreadsheet } = studio
    expect(await client.get(path)).toMatchObject({ status: 200 })
    const error = { code: 403, status: 'PERMISSION_DENIED', details: [{ reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }] }
    expect(await client.post(`${path}/values:batchUpdate`, { valueInputOption: 'RAW' })).toMatchObject({
      status: 403,
      body: { error },
    })
    expect(await client.get(`/drive/v3/files/${spreadsheet.id}`)).toMatchObject({
      status: 403,
      body: { error: { ...error, errors: [{ reason: 'insufficientPermissions' }] } },
    })
  })
})
