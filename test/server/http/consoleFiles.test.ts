import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { request } from 'undici'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAccount } from '../../support/account.ts'
import { createDataFolder, startInProcessServer, type DataFolder, type InProcessServer } from '../../support/server.ts'
import { sendRaw } from '../../support/wire.ts'

const SCRIPT = 'console.log("the console")\n'.repeat(100)
const PAGE =
  '<!doctype html><meta name="csp-nonce" content="__CSP_NONCE__"><script type="module" src="/assets/index-ab12.js"></script>'

let folder: DataFolder
let consoleFolder = ''
let server: InProcessServer

function writeBuild(): void {
  mkdirSync(join(consoleFolder, 'assets'), { recursive: true })
  writeFileSync(join(consoleFolder, 'assets/index-ab12.js'), SCRIPT)
  writeFileSync(join(consoleFolder, 'assets/index-ab12.js.br'), brotliCompressSync(SCRIPT))
  writeFileSync(join(consoleFolder, 'assets/index-ab12.js.gz'), gzipSync(SCRIPT))
  writeFileSync(join(consoleFolder, 'assets/plain-cd34.css'), 'body{}')
  writeFileSync(join(consoleFolder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(consoleFolder, 'notes.secret'), 'not a file of the console')
  writeFileSync(join(consoleFolder, 'index.html'), PAGE)
}

beforeAll(async () => {
  folder = createDataFolder()
  consoleFolder = join(mkdtempSync(join(tmpdir(), 'kitroom-console-')), 'dist')
  server = await startInProcessServer(folder.databaseFile, undefined, { consoleFolder })
  await createAccount(folder.dataDir, 'Alice')
})
afterAll(async () => {
  await server.stop()
  rmSync(join(consoleFolder, '..'), { recursive: true, force: true })
  folder[Symbol.dispose]()
})

interface Received {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

async function get(
  path: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' | 'POST' | 'DELETE' = 'GET',
): Promise<Received> {
  const reply = await request(`${server.url}${path}`, { method, headers })
  return { status: reply.statusCode, headers: reply.headers, body: Buffer.from(await reply.body.arrayBuffer()) }
}

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

it('says what to do while the console is not built, and serves it as soon as it is', async () => {
  const before = await get('/', html)
  expect({ status: before.status, 'content-type': before.headers['content-type'] }).toEqual({
    status: 200,
    'content-type': 'text/html; charset=utf-8',
  })
  expect(before.body.toString()).toMatch(/The API works.*href="\/docs".*npm run build:console/s)
  expect((await get('/inventory', html)).status).toBe(404)
  writeBuild()
  expect((await get('/', html)).body.toString()).toContain('/assets/index-ab12.js')
})

it('serves the page with a nonce of its own each time, and a strict policy', async () => {
  const [first, second] = [
    await get('/', html),
    await get('/inventory/019d33aa-9b10-7000-8000-00000000000a?tab=history', html),
  ]
  const nonceOf = ({ body }: Received): string => /content="([^"]+)"/.exec(body.toString())?.[1] ?? ''
  expect(nonceOf(first)).toMatch(/^[\w+/]{22}==$/)
  expect(nonceOf(second)).not.toBe(nonceOf(first))
  for (const page of [first, second]) {
    expect(page.status).toBe(200)
    expect(page.headers['cache-control']).toBe('no-cache')
    expect(page.headers['etag']).toBeUndefined()
    expect(page.headers['x-frame-options']).toBe('DENY')
    expect(page.headers['content-security-policy']).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonceOf(page)}'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types kitroom`,
    )
  }
})

it('serves files with an ETag, immutable if their name has a hash', async () => {
  const script = await get('/assets/index-ab12.js')
  expect({ status: script.status, body: script.body.toString() }).toEqual({ status: 200, body: SCRIPT })
  expect(script.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
  expect(script.headers['content-encoding']).toBeUndefined()
  const etag = String(script.headers['etag'])
  const repeated = await get('/assets/index-ab12.js', { 'if-none-match': etag })
  expect({ status: repeated.status, bodyLength: repeated.body.length, etag: repeated.headers['etag'] }).toEqual({
    status: 304,
    bodyLength: 0,
    etag,
  })
  const icon = await get('/favicon.svg')
  expect({ 'content-type': icon.headers['content-type'], 'cache-control': icon.headers['cache-control'] }).toEqual({
    'content-type': 'image/svg+xml',
    'cache-control': 'private, no-cache',
  })
})

it.each([
  ['br, gzip', 'br', brotliDecompressSync],
  ['gzip, deflate', 'gzip', gunzipSync],
  ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ['identity', undefined, (body: Buffer) => body],
])('chooses the variant for Accept-Encoding: %s', async (accepted, coding, decode) => {
  const { headers, body } = await get('/assets/index-ab12.js', { 'accept-encoding': accepted })
  expect({ 'content-encoding': headers['content-encoding'], decoded: decode(body).toString() }).toEqual({
    'content-encoding': coding,
    decoded: SCRIPT,
  })
  expect(String(headers['vary'])).toContain('Accept-Encoding')
  expect(
    (await get('/assets/plain-cd34.css', { 'accept-encoding': accepted })).headers['content-encoding'],
  ).toBeUndefined()
})

it('answers HEAD like GET without a body, and refuses other methods', async () => {
  const head = await get('/assets/index-ab12.js', {}, 'HEAD')
  expect({
    status: head.status,
    'content-length': head.headers['content-length'],
    bodyLength: head.body.length,
  }).toEqual({
    status: 200,
    'content-length': String(SCRIPT.length),
    bodyLength: 0,
  })
  for (const path of ['/', '/assets/index-ab12.js']) {
    const reply = await get(path, html, 'POST')
    expect({ status: reply.status, allow: String(reply.headers['allow']) }).toEqual({
      status: 405,
      allow: expect.stringContaining('GET, HEAD'),
    })
  }
  expect((await get('/inventory', html, 'DELETE')).status).toBe(404)
})

it('keeps paths of the API, and missing files, as 404 of the API', async () => {
  for (const path of [
    '/api/v1/nothing',
    '/api',
    '/settings/v1/nothing',
    '/console/api/nothing',
    '/console/api/v1',
    '/control/v1/runs',
    '/assets/gone.js',
    '/docs/nothing',
  ]) {
    const reply = await get(path, html)
    expect({ path, status: reply.status, 'content-type': reply.headers['content-type'] }).toEqual({
      path,
      status: 404,
      'content-type': 'application/problem+json',
    })
  }
  expect((await get('/inventory', { accept: 'application/json' })).status).toBe(404)
})

it('never leaves its folder, and serves only kinds of files that it knows', async () => {
  const paths = [
    '/../package.json',
    '/assets/../../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/%2e%2e/package.json',
    '/assets/%2e%2e/index.html',
    '//etc/passwd',
    '/assets/..\\..\\package.json',
    '/assets/index-ab12.js%00.css',
    '/notes.secret',
    '/assets/index-ab12.js.br',
    '/index.html/../notes.secret',
    `/assets/${'../'.repeat(20)}etc/passwd`,
  ]
  for (const path of paths) {
    const [reply] = await sendRaw(server.url, [`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`], 1)
    expect({ path, status: reply?.status }).toEqual({ path, status: 404 })
  }
})
