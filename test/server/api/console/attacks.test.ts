import { request } from 'undici'
import { describe, expect, it } from 'vitest'
import { addKey } from '../../../support/account.ts'
import { openBrowser, type Browser } from '../../../support/console.ts'
import { startInProcessServer } from '../../../support/server.ts'
import { useServer } from '../../../support/suite.ts'

const suite = useServer({ own: true })
const keys = () => ({ api_key: suite.aliceAccount.api_key, owner_key: suite.aliceAccount.owner_key })
const camera = { gear_type: 'camera', brand: 'Canon', model: 'EOS R5' }

async function signedIn(): Promise<Browser> {
  const browser = openBrowser(suite.server.url)
  expect((await browser.signIn(keys())).status).toBe(201)
  return browser
}

describe('a request that another site causes', () => {
  const own = () => new URL(suite.server.url).origin
  const forged = (): [string, Record<string, string>][] => [
    ['another site', { origin: 'https://evil.example' }],
    ['another port of the same host, which the cookie reaches', { origin: own().replace(/\d+$/, '1') }],
    ['another scheme', { origin: own().replace('http:', 'https:') }],
    ['a sandboxed frame', { origin: 'null' }],
    ['no origin', { origin: '' }],
    ['a name that begins like ours', { origin: `${own()}.evil.example` }],
    ['our origin with a path', { origin: `${own()}/` }],
    ['no header of ours', { 'x-kitroom-console': '' }],
    ['a header of another value', { 'x-kitroom-console': 'yes' }],
  ]

  it('changes nothing, whatever it carries', async () => {
    const browser = await signedIn()
    const [before] = await suite.sql<{ items: number | string }>('select count(*) as items from gear')
    for (const [name, headers] of forged()) {
      const attempts: [string, string, unknown][] = [
        ['POST', '/console/api/v1/gear', camera],
        ['POST', '/console/api/settings/v1/keys', { name: 'Evil', scopes: ['gear:read'] }],
        ['PATCH', '/console/api/session', { owner_key: null }],
        ['DELETE', '/console/api/session', undefined],
        ['POST', '/console/api/session', keys()],
      ]
      for (const [method, path, body] of attempts)
        expect(await browser.send(method, path, body, headers), `${name}: ${method} ${path}`).toBeProblem(
          403,
          'cross_origin_refused',
        )
    }
    const [after] = await suite.sql<{ items: number | string }>('select count(*) as items from gear')
    expect(after).toEqual(before)
    expect((await browser.send('GET', '/console/api/session')).status).toBe(200)
  })

  it('is in the audit', async () => {
    const browser = openBrowser(suite.server.url)
    await browser.signIn({ api_key: await addKey(suite.folder.databaseFile, suite.aliceAccount.account_id) })
    const reply = await browser.send('POST', '/console/api/v1/gear', camera, { origin: 'https://evil.example' })
    await suite.flushAudit()
    const rows = await suite.sql<{ entry: string }>(
      'select entry from audit where request_id = ?',
      reply.headers['request-id'] ?? '',
    )
    expect(rows.map(({ entry }) => (JSON.parse(entry) as { error: string }).error)).toEqual(['cross_origin_refused'])
  })

  it('cannot send a form', async () => {
    const browser = await signedIn()
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
      expect(
        await browser.send('POST', '/console/api/session', JSON.stringify(keys()), { 'content-type': type }),
      ).toBeProblem(415, 'unsupported_media_type')
  })

  it('reads nothing where the browser says from where it comes', async () => {
    const browser = await signedIn()
    for (const site of ['cross-site', 'same-site'])
      expect(await browser.send('GET', '/console/api/v1/gear', undefined, { 'sec-fetch-site': site })).toBeProblem(
        403,
        'cross_origin_refused',
      )
    for (const site of ['same-origin', 'none'])
      expect((await browser.send('GET', '/console/api/v1/gear', undefined, { 'sec-fetch-site': site })).status).toBe(
        200,
      )
  })

  it('gets no CORS headers, although the API gives them', async () => {
    await using server = await startInProcessServer(suite.folder.databaseFile, undefined, {
      corsOrigins: ['https://shop.example'],
    })
    const corsOf = async (path: string, method: 'GET' | 'OPTIONS'): Promise<string[]> => {
      const headers = { origin: 'https://shop.example', 'access-control-request-method': 'POST' }
      return Object.keys((await request(server.url + path, { method, headers })).headers).filter((name) =>
        name.startsWith('access-control'),
      )
    }
    expect((await corsOf('/api/v1/gear', 'OPTIONS')).length).toBeGreaterThan(2)
    for (const method of ['GET', 'OPTIONS'] as const)
      for (const path of [
        '/console/api/v1/gear',
        '/console/api/session',
        '/console/api/settings/v1/keys',
        '/console/api/worker/v1/runs',
      ])
        expect({ path, cors: await corsOf(path, method) }).toEqual({ path, cors: [] })
  })
})

describe('the cookie', () => {
  it('opens nothing but the console', async () => {
    const browser = await signedIn()
    for (const path of [
      '/api/v1/gear',
      '/settings/v1/keys',
      '/settings/v1/caller',
      '/settings/v1/sessions',
      '/api/v1/profile',
    ])
      expect(await browser.send('GET', path), path).toBeProblem(401, 'missing_api_key')
    expect(await browser.send('POST', '/api/v1/gear', camera)).toBeProblem(401, 'missing_api_key')
    expect(await browser.send('POST', '/console/api/codes', {})).toBeProblem(401, 'missing_api_key')
    const token = browser.cookie?.split('=')[1] ?? ''
    expect(await browser.send('GET', '/api/v1/gear', undefined, { authorization: `Bearer ${token}` })).toBeProblem(
      401,
      'invalid_api_key',
    )
  })

  it('is needed by the console: a key is not enough', async () => {
    const browser = openBrowser(suite.server.url)
    const authorization = `Bearer ${suite.aliceAccount.api_key}`
    expect(await browser.send('GET', '/console/api/v1/gear', undefined, { authorization })).toBeProblem(
      401,
      'session_required',
    )
  })

  it('counts for none if it comes twice, has another name or is no token', async () => {
    const browser = await signedIn()
    const { cookie = '' } = browser
    const token = cookie.split('=')[1] ?? ''
    const bad = [
      `${cookie}; ${cookie}`,
      `__Host-kitroom=${token}`,
      `KITROOM_SESSION=${token}`,
      `kitroom_session=${token}x`,
      "kitroom_session=' or 1=1 --",
      `kitroom_session="${token}"`,
      `kitroom_session=${'x'.repeat(4000)}`,
    ]
    for (const value of bad) {
      browser.cookie = value
      expect(await browser.send('GET', '/console/api/session')).toBeProblem(401, 'session_required')
    }
    browser.cookie = `theme=dark; ${cookie}; other=1`
    expect((await browser.send('GET', '/console/api/session')).status).toBe(200)
  })

  it('is in no row, audit or answer', async () => {
    const browser = await signedIn()
    const token = browser.cookie?.split('=')[1] ?? ''
    const reply = await browser.send('GET', `/console/api/v1/gear?q=${token}`)
    expect(reply.text).not.toContain(token)
    await suite.flushAudit()
    const sessions = JSON.stringify(await suite.sql('select * from console_session'))
    const audit = JSON.stringify(await suite.sql("select entry from audit where entry like '%/session%'"))
    for (const secret of [token, suite.aliceAccount.api_key, suite.aliceAccount.owner_key])
      expect(sessions + audit).not.toContain(secret)
  })
})

describe('over a network', () => {
  it('refuses to sign in over plain http, and says why', async () => {
    const { port } = new URL(suite.server.url)
    const named = openBrowser(suite.server.url, `http://studio.example:${port}`)
    const reply = await named.signIn(keys())
    expect(reply).toBeProblem(403, 'insecure_sign_in')
    expect(reply.problem().detail).toMatch(/plain http.*https/)
    expect(reply.headers['set-cookie']).toBeUndefined()
    for (const name of ['localhost', '127.0.0.1', 'app.localhost'])
      expect((await openBrowser(suite.server.url, `http://${name}:${port}`).signIn(keys())).status).toBe(201)
  })

  it('takes clients that stand for this machine at a loopback name only', async () => {
    await using server = await startInProcessServer(suite.folder.databaseFile, undefined, {
      trustedProxies: ['127.0.0.1'],
      consoleHttpClients: ['172.17.0.0/16'],
    })
    const { port } = new URL(server.url)
    const signIn = async (name: string, from: string): Promise<number> =>
      (
        await openBrowser(server.url, `http://${name}:${port}`).send('POST', '/console/api/session', keys(), {
          'x-forwarded-for': from,
        })
      ).status
    expect(await signIn('localhost', '172.17.0.1')).toBe(201)
    expect(await signIn('studio.example', '172.17.0.1')).toBe(403)
    expect(await signIn('localhost', '172.18.0.1')).toBe(403)
  })

  it('behind a trusted proxy needs https, and then binds the cookie to it', async () => {
    await using server = await startInProcessServer(suite.folder.databaseFile, undefined, {
      trustedProxies: ['127.0.0.1'],
    })
    const remote = { 'x-forwarded-for': '203.0.113.7' }
    const plain = openBrowser(server.url, 'http://studio.example')
    const plainReply = await plain.send('POST', '/console/api/session', keys(), {
      ...remote,
      'x-forwarded-proto': 'http',
    })
    expect(plainReply).toBeProblem(403, 'insecure_sign_in')
    const secure = openBrowser(server.url, 'https://studio.example')
    const https = { ...remote, 'x-forwarded-proto': 'https' }
    const reply = await secure.send('POST', '/console/api/session', keys(), https)
    expect(reply.headers['set-cookie']).toMatch(
      /^__Host-kitroom=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    )
    expect((await secure.send('GET', '/console/api/session', undefined, https)).status).toBe(200)
    // The name of plain http is not read over https: somebody on the way could have set it.
    secure.cookie = secure.cookie?.replace('__Host-kitroom', 'kitroom_session')
    expect(await secure.send('GET', '/console/api/session', undefined, https)).toBeProblem(401, 'session_required')
    const wrongPort = await secure.send('POST', '/console/api/session', keys(), {
      ...https,
      origin: 'https://studio.example:8443',
    })
    expect(wrongPort).toBeProblem(403, 'cross_origin_refused')
  })

  it('believes nobody but a trusted proxy that it is https', async () => {
    const browser = openBrowser(suite.server.url, 'https://studio.example')
    const reply = await browser.send('POST', '/console/api/session', keys(), {
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '127.0.0.1',
    })
    expect(reply).toBeProblem(403, 'cross_origin_refused')
    expect(reply.problem().detail).toContain('KITROOM_TRUSTED_PROXIES must name it')
  })
})
