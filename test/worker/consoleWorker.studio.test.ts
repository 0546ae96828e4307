import { hash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Session } from '../../contract/console.ts'
import { ControlAccess, Run, type PlanRow } from '../../contract/control/control.ts'
import type { KeyScope } from '../../contract/scopes.ts'
import { addKey } from '../support/account.ts'
import { openBrowser, type Browser, type ConsoleReply } from '../support/console.ts'
import { startInProcessServer, type InProcessServer } from '../support/server.ts'
import { sendRaw } from '../support/wire.ts'
import { testTemporal } from '../support/temporal.ts'
import { cameras, csv } from './support/sheets.ts'
import { mainSource, openStudio, type Studio } from './support/studio.ts'

const BASE = '/console/api/worker/v1'
let studio: Studio
let server: InProcessServer
/** Answers with a sheet on the event `answer`. */
let slow: Server
let ownerKey = ''
let apiKey = ''

const workerUrl = (): string =>
  new URL(ControlAccess.parse(JSON.parse(readFileSync(join(studio.folder.dataDir, 'control.json'), 'utf8'))).url).origin
const lines = (text: string): unknown[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)

async function signedIn(scopes?: KeyScope[], url = server.url): Promise<{ browser: Browser; session: Session }> {
  const key =
    scopes && String((await studio.settings.post('/keys', { name: 'Console', kind: 'owner', scopes })).item()['key'])
  const browser = openBrowser(url)
  const reply = await browser.signIn({ api_key: apiKey, owner_key: key ?? ownerKey })
  expect(reply.status).toBe(201)
  return { browser, session: Session.parse(reply.data()) }
}

beforeAll(async () => {
  slow = createServer((_request, response) => void slow.once('answer', () => response.end(csv(cameras(2)))))
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
  const { port } = slow.address() as AddressInfo
  studio = await openStudio(testTemporal(), {
    config: `${mainSource}  - id: slow\n    url: http://127.0.0.1:${port}/sheet.csv\n`,
    workerEnv: { KITROOM_SOURCE_ALLOW: `127.0.0.1/32:${port}` },
  })
  studio.writeSheet('sheet.csv', csv(cameras(3)))
  // Another server of the same database: the one that the worker asks did not make the tokens.
  server = await startInProcessServer(studio.folder.databaseFile, undefined, {
    workerUrl: workerUrl(),
    trustedProxies: ['127.0.0.1'],
  })
  ownerKey = await addKey(studio.folder.databaseFile, studio.accountId, { kind: 'owner' })
  apiKey = await addKey(studio.folder.databaseFile, studio.accountId, {})
})
afterAll(async () => {
  await server.stop()
  await studio[Symbol.asyncDispose]()
  slow.closeAllConnections()
  slow.close()
})

describe('the worker from the console', () => {
  it('takes a sheet, plans it, shows its progress and writes what was approved', async () => {
    const { browser } = await signedIn()
    const sheet = csv(cameras(4))
    const uploaded = await browser.send('POST', `${BASE}/uploads?name=gear.csv`, Buffer.from(sheet), {
      'content-type': 'text/csv',
    })
    expect(uploaded).toMatchObject({ status: 201, text: expect.any(String) })
    const { upload_id: uploadId } = uploaded.data() as { upload_id: string }
    const started = await browser.send('POST', `${BASE}/runs`, { source: 'main', decide: 'wait', upload_id: uploadId })
    expect(started.status).toBe(202)
    const { run_id: id } = Run.parse(started.data())
    const progress = await browser.send('GET', `${BASE}/runs/${id}/progress`)
    expect(progress.headers['content-type']).toBe('application/x-ndjson')
    expect(Run.parse(lines(progress.text).at(-1)).status).toBe('waiting')
    const plan = await browser.send('GET', `${BASE}/runs/${id}/plan`)
    expect((lines(plan.text).slice(1) as PlanRow[]).map(({ outcome }) => outcome)).toEqual([
      'create',
      'create',
      'create',
      'create',
    ])
    expect((await browser.send('POST', `${BASE}/runs/${id}/approve`, {})).status).toBe(200)
    const end = await browser.send('GET', `${BASE}/runs/${id}/progress`)
    expect(Run.parse(lines(end.text).at(-1)).status).toBe('completed')
    const list = JSON.parse((await browser.send('GET', '/console/api/v1/gear')).text) as {
      pagination: { total: number }
    }
    expect(list.pagination.total).toBe(4)
  })

  it('keeps to the scopes of the owner key, and needs one', async () => {
    const { browser: reader } = await signedIn(['automation:read'])
    expect((await reader.send('GET', `${BASE}/sources`)).status).toBe(200)
    expect(await reader.send('POST', `${BASE}/runs`, { source: 'main', decide: 'wait' })).toBeProblem(
      403,
      'insufficient_scope',
    )
    const { browser: other } = await signedIn(['keys:read'])
    expect(await other.send('GET', `${BASE}/sources`)).toBeProblem(403, 'insufficient_scope')
    await reader.send('PATCH', '/console/api/session', { owner_key: null })
    expect(await reader.send('GET', `${BASE}/sources`)).toBeProblem(401, 'owner_key_needed')
  })

  it('is in the account’s audit with key, session, address and operation', async () => {
    const { browser, session } = await signedIn()
    await browser.send('GET', `${BASE}/problems`, undefined, { 'x-forwarded-for': '203.0.113.7' })
    await studio.server.stop()
    await studio.restartServer()
    const rows = await studio.apiSql<{ entry: string }>(
      'select entry from audit where key_id = ?',
      session.owner_key?.id ?? '',
    )
    const entries = rows.map(({ entry }) => JSON.parse(entry) as Record<string, unknown>)
    expect(entries).toContainEqual(
      expect.objectContaining({
        route: '/caller',
        query: 'for=listProblems',
        session_id: session.id,
        ip: '203.0.113.7',
        status: 200,
      }),
    )
  })

  it('passes a large sheet on as it arrives, and refuses one that is too large', async () => {
    const { browser } = await signedIn()
    const bytes = randomBytes(9 * 1024 * 1024)
    const reply = await browser.send('POST', `${BASE}/uploads?name=large.bin`, bytes, {
      'content-type': 'application/octet-stream',
    })
    expect(reply.data()).toMatchObject({ bytes: bytes.length, sha256: hash('sha256', bytes, 'hex') })
    const { origin, host } = new URL(server.url)
    const tooLarge = [
      `POST ${BASE}/uploads?name=x HTTP/1.1`,
      `Host: ${host}`,
      `Cookie: ${browser.cookie}`,
      `Origin: ${origin}`,
      'X-Kitroom-Console: 1',
      `Content-Length: ${65 * 1024 * 1024}`,
    ]
    const [refused] = await sendRaw(server.url, [`${tooLarge.join('\r\n')}\r\n\r\n`], 1)
    expect({ status: refused?.status, code: (JSON.parse(refused?.text ?? '') as { code: string }).code }).toEqual({
      status: 413,
      code: 'body_too_large',
    })
    const json = await browser.send('POST', `${BASE}/runs`, { source: 'x'.repeat(70_000), decide: 'wait' })
    expect(json).toBeProblem(413, 'body_too_large')
    expect(await browser.send('POST', `${BASE}/runs`, '{"source":')).toBeProblem(400, 'invalid_request')
  })

  it('takes no write from another site', async () => {
    const { browser } = await signedIn()
    const attempt = (headers: Record<string, string>): Promise<ConsoleReply> =>
      browser.send('POST', `${BASE}/runs`, { source: 'main', decide: 'policy' }, headers)
    expect(await attempt({ origin: 'https://evil.example' })).toBeProblem(403, 'cross_origin_refused')
    expect(await attempt({ 'x-kitroom-console': '' })).toBeProblem(403, 'cross_origin_refused')
    expect(await browser.send('GET', `${BASE}/sources`, undefined, { 'sec-fetch-site': 'cross-site' })).toBeProblem(
      403,
      'cross_origin_refused',
    )
  })

  it('answers only what the control plane has', async () => {
    const { browser } = await signedIn()
    for (const path of ['/../../healthz', '/%2e%2e/v1/sources', '/runs/..%2fsources', '//evil.example', '/']) {
      const reply = await browser.send('GET', BASE + path)
      expect({ path, status: reply.status }).toEqual({ path, status: 404 })
    }
    expect(await browser.send('GET', `${BASE}/nothing`)).toBeProblem(404, 'not_found')
    expect((await browser.send('HEAD', `${BASE}/sources`)).status).toBe(405)
    expect(await browser.send('PUT', `${BASE}/sources`, {})).toBeProblem(404, 'not_found')
  })

  it('cuts a stream when the session is ended', async () => {
    const { browser, session } = await signedIn()
    const { run_id: id } = Run.parse(
      (await browser.send('POST', `${BASE}/runs`, { source: 'slow', decide: 'wait' })).data(),
    )
    const reply = await request(`${server.url}${BASE}/runs/${id}/progress`, {
      headers: { cookie: browser.cookie ?? '' },
    })
    const received: string[] = []
    const read = (async () => {
      for await (const chunk of reply.body) received.push(String(chunk))
    })().then(
      () => 'complete',
      () => 'cut',
    )
    await expect.poll(() => received.length).toBeGreaterThan(0)
    expect((await studio.settings.delete(`/sessions/${session.id}`)).status).toBe(200)
    expect(await read, 'the run is silent, and the stream ends all the same').toBe('cut')
    slow.emit('answer')
    expect(received.join('')).not.toContain('waiting')
    await studio.sync.follow(id)
    expect(await browser.send('GET', `${BASE}/sources`)).toBeProblem(401, 'session_ended')
  })

  it('takes no token of an earlier version', async () => {
    for (const token of ['ct_studio_v1.AAAA', `ct_studio_${'x'.repeat(60)}`]) {
      const reply = await request(`${workerUrl()}/control/v1/sources`, {
        headers: { authorization: `Bearer ${token}` },
      })
      expect({ statusCode: reply.statusCode, code: ((await reply.body.json()) as { code: string }).code }).toEqual({
        statusCode: 401,
        code: 'unauthorized',
      })
    }
  })
})

describe('without a worker', () => {
  it.each([
    ['this server knows none', undefined, /knows no worker: KITROOM_WORKER_URL is not set/],
    ['it does not answer', 'http://127.0.0.1:9', /does not answer right now/],
  ])('says that %s, and serves the inventory', async (_name, address, sentence) => {
    await using alone = await startInProcessServer(studio.folder.databaseFile, undefined, { workerUrl: address })
    const { browser } = await signedIn(undefined, alone.url)
    for (const [method, path] of [
      ['GET', '/sources'],
      ['POST', '/runs'],
      ['POST', '/uploads?name=a.csv'],
    ] as const) {
      const reply = await browser.send(
        method,
        BASE + path,
        method === 'POST' ? { source: 'main', decide: 'wait' } : undefined,
      )
      expect(reply).toBeProblem(503, 'worker_unavailable')
      expect(reply.problem().detail).toMatch(sentence)
      expect(reply.headers['retry-after']).toBe('5')
    }
    expect((await browser.send('GET', '/console/api/v1/gear')).status).toBe(200)
  })

  it('passes no page of another service on', async () => {
    const other = createServer((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'a=b' }).end('<script>alert(1)</script>'),
    )
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    await using wrong = await startInProcessServer(studio.folder.databaseFile, undefined, {
      workerUrl: `http://127.0.0.1:${port}`,
    })
    const { browser } = await signedIn(undefined, wrong.url)
    const reply = await browser.send('GET', `${BASE}/sources`)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    })
    expect(reply.headers['set-cookie']).toBeUndefined()
    other.close()
  })
})
