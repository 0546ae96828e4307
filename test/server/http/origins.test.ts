import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConfigError } from '../../../platform/environment.ts'
import { readConfig } from '../../../server/context/config.ts'
import { createOriginFinder } from '../../../platform/http/clientOrigin.ts'
import { createAccount } from '../../support/account.ts'
import { createApi, type Api, type Reply } from '../../support/api.ts'
import { runSql } from '../../support/database.ts'
import { startServer, createDataFolder, type ChildServer } from '../../support/server.ts'
import { sendRaw } from '../../support/wire.ts'
import { until } from '../../support/wait.ts'

const PAGE = 'https://studio.example'
const folder = createDataFolder()
let server: ChildServer
let api: Api

beforeAll(async () => {
  const env = {
    KITROOM_CORS_ORIGINS: `${PAGE}, http://localhost:3000`,
    KITROOM_TRUSTED_PROXIES: '127.0.0.0/8, ::1, 10.1.0.0/16',
  }
  server = await startServer(folder.dataDir, { env })
  api = createApi(server.url, (await createAccount(folder.dataDir, 'Origins')).api_key)
})
afterAll(async () => {
  await server.stop()
  folder[Symbol.dispose]()
})

const cors = ({ headers }: Reply): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control-')))

describe('a page of an allowed origin', () => {
  it('can read every answer and the exposed headers', async () => {
    const { headers: readHeaders } = await api.get('/gear', { origin: PAGE })
    for (const reply of [
      await api.get('/gear', { origin: PAGE }),
      await api.get('/gear', { origin: PAGE, 'if-none-match': readHeaders['etag'] ?? '' }),
      await api.get('/gear/none', { origin: PAGE }),
      await api.as(undefined).get('/gear', { origin: PAGE }),
      await api.get('//readyz', { origin: PAGE }),
      await api.post('/gear', {}, { origin: PAGE }),
    ]) {
      expect(cors(reply)).toEqual({
        'access-control-allow-origin': PAGE,
        'access-control-expose-headers':
          'ETag, Idempotent-Replayed, Kitroom-Epoch, Location, RateLimit, RateLimit-Policy, Request-Id, Retry-After',
      })
      expect(reply.headers['vary']).toContain('Origin')
    }
    expect(cors(await api.get('/gear', { origin: 'http://localhost:3000' }))['access-control-allow-origin']).toBe(
      'http://localhost:3000',
    )
  })

  it('gets the allowed methods and headers from a preflight', async () => {
    const preflight = {
      origin: PAGE,
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization, if-match',
    }
    const reply = await api.as(undefined).send('OPTIONS', '/gear/none', { headers: preflight })
    expect({ status: reply.status, allow: reply.headers['allow'] }).toEqual({
      status: 204,
      allow: 'DELETE, GET, HEAD, OPTIONS, PATCH',
    })
    expect(cors(reply)).toMatchObject({
      'access-control-allow-origin': PAGE,
      'access-control-allow-methods': 'DELETE, GET, HEAD, OPTIONS, PATCH',
      'access-control-allow-headers':
        'Accept, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Request-Id',
      'access-control-max-age': '600',
    })
    const page = await api
      .as(undefined)
      .send('OPTIONS', '//api/v1/openapi.json', { headers: { ...preflight, 'access-control-request-method': 'GET' } })
    expect(cors(page)['access-control-allow-methods']).toBe('GET, HEAD, OPTIONS')
    const plainReply = await api.as(undefined).send('OPTIONS', '/gear', { headers: { origin: PAGE } })
    expect(cors(plainReply)['access-control-allow-methods']).toBeUndefined()
  })
})

describe('a page of any other origin', () => {
  it.each([
    'https://evil.example',
    'https://studio.example.evil.example',
    'http://studio.example',
    `${PAGE}:8443`,
    `${PAGE}/`,
    'null',
    '*',
    '',
  ])('%j gets an answer that it cannot read', async (origin) => {
    const preflight = { origin, 'access-control-request-method': 'POST' }
    for (const reply of [
      await api.get('/gear', { origin }),
      await api.send('OPTIONS', '/gear', { headers: preflight }),
    ]) {
      expect(reply.status).toBeLessThan(300)
      expect(cors(reply)).toEqual({})
      expect(reply.headers['vary']).toContain('Origin')
    }
  })

  it('cannot read answers where no origin is allowed', async () => {
    using otherFolder = createDataFolder()
    await using closedServer = await startServer(otherFolder.dataDir)
    const reply = await createApi(closedServer.url, undefined).get('//readyz', { origin: PAGE })
    expect({ cors: cors(reply), vary: reply.headers['vary'] }).toEqual({ cors: {}, vary: 'Authorization, Accept' })
  })
})

describe('a trusted proxy', () => {
  it('names the address of the client, which the audit log records', async () => {
    const { headers } = await api.get('/gear', { 'x-forwarded-for': '6.6.6.6, 203.0.113.7, 10.1.2.3' })
    const find = (): Promise<{ entry: string }[]> =>
      runSql(folder.databaseFile, `select entry from audit where request_id = '${headers['request-id']}'`)
    await until('the request is audited', async () => (await find()).length === 1)
    expect(JSON.parse((await find())[0]?.entry ?? '')).toMatchObject({ ip: '203.0.113.7' })
  })

  it('names the protocol, and only https adds Strict-Transport-Security', async () => {
    const hsts = async (proto: string): Promise<string | undefined> =>
      (await api.get('/gear', { 'x-forwarded-proto': proto })).headers['strict-transport-security']
    expect(await hsts('https')).toBe('max-age=31536000')
    expect(await hsts('http')).toBeUndefined()
    expect(await hsts('https, http')).toBeUndefined()
    const [plainReply] = await sendRaw(server.url, ['GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'], 1)
    expect(plainReply?.headers['strict-transport-security']).toBeUndefined()
  })
})

describe('the address of a request', () => {
  const findOrigin = createOriginFinder(['10.0.0.0/8', '2001:db8::/32', '192.0.2.1'])
  it.each([
    ['8.8.8.8', '1.2.3.4', '8.8.8.8'],
    ['::ffff:8.8.8.8', '1.2.3.4', '8.8.8.8'],
    ['10.0.0.1', undefined, '10.0.0.1'],
    ['10.0.0.1', '', '10.0.0.1'],
    ['10.0.0.1', '1.2.3.4', '1.2.3.4'],
    ['::ffff:10.0.0.1', '1.2.3.4', '1.2.3.4'],
    ['2001:db8::1', '2A00::1', '2a00::1'],
    ['10.0.0.1', '6.6.6.6, 1.2.3.4', '1.2.3.4'],
    ['10.0.0.1', '1.2.3.4, 10.9.9.9, 192.0.2.1', '1.2.3.4'],
    ['10.0.0.1', '10.3.3.3, 10.9.9.9', '10.3.3.3'],
    ['10.0.0.1', '1.2.3.4:5678', '1.2.3.4'],
    ['10.0.0.1', '[2a00::1]:443', '2a00::1'],
    ['10.0.0.1', '[2a00::1]', '2a00::1'],
    ['10.0.0.1', '::ffff:1.2.3.4', '1.2.3.4'],
    ['10.0.0.1', 'unknown', '10.0.0.1'],
    ['10.0.0.1', '1.2.3.4, unknown, 10.9.9.9', '10.9.9.9'],
    ['10.0.0.1', '1.2.3.4, , 10.9.9.9', '10.9.9.9'],
    ['10.0.0.1', '1.2.3.4, <script>', '10.0.0.1'],
    ['10.0.0.1', '1.2.3.4"}', '10.0.0.1'],
    ['10.0.0.1', '01.2.3.4', '10.0.0.1'],
    ['10.0.0.1', 'fe80::1%eth0', '10.0.0.1'],
    ['10.0.0.1', `1.2.3.4${', 10.0.0.2'.repeat(500)}`, '10.0.0.2'],
    [undefined, '1.2.3.4', ''],
  ])('at %s with X-Forwarded-For: %s is %s', (socketAddress, forwardedFor, ip) => {
    expect(findOrigin(socketAddress, forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }).ip).toBe(ip)
  })

  it('is that of the socket where no proxy is trusted', () => {
    const withoutProxies = createOriginFinder([])
    expect(withoutProxies('::ffff:127.0.0.1', { 'x-forwarded-for': '1.2.3.4', 'x-forwarded-proto': 'https' })).toEqual({
      ip: '127.0.0.1',
      secure: false,
    })
  })
})

describe('invalid settings', () => {
  it.each([
    [
      'KITROOM_CORS_ORIGINS',
      ['*', 'https://studio.example/', 'studio.example', 'null', 'https://a.example,', 'HTTPS://a.example', 'file://x'],
    ],
    ['KITROOM_TRUSTED_PROXIES', ['10.0.0.0/33', '::/129', 'proxy.example', '10.0.0.0/8;', '10.0.0', '1.2.3.4/']],
    ['KITROOM_METRICS_PORT', ['-1', '70000', 'x']],
    ['KITROOM_DRAIN_DELAY_MS', ['-1', '1.5', '600001', 'x']],
  ])('of %s are refused with its name', (name, values) => {
    for (const value of values) {
      expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
      expect(() => readConfig({ [name]: value })).toThrow(name)
    }
  })
})
