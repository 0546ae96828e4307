import { readFileSync, statSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ControlAccess, listSources } from '../../contract/control/control.ts'
import { uploadSheet } from '../../contract/control/sheetFiles.ts'
import { testTemporal } from '../support/temporal.ts'
import { cameras, csv } from './support/sheets.ts'
import { mainSource, openStudio, type Studio } from './support/studio.ts'

let studio: Studio
let access: ControlAccess

beforeAll(async () => {
  studio = await openStudio(testTemporal(), { ownProcess: 'both' })
  access = ControlAccess.parse(JSON.parse(readFileSync(join(studio.folder.dataDir, 'control.json'), 'utf8')))
})
afterAll(() => studio[Symbol.asyncDispose]())

interface Raw {
  status: number
  type: string
  body: Record<string, unknown>
}

/** Sends a request with headers that the client would not send. */
const raw = (method: string, path: string, headers: Record<string, string>, body?: string | Buffer): Promise<Raw> =>
  new Promise((resolve, reject) => {
    const request = httpRequest(
      access.url + path,
      { method, headers: { authorization: `Bearer ${access.token}`, ...headers } },
      (response) => {
        let text = ''
        response.on('data', (chunk: Buffer) => (text += chunk.toString()))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            type: response.headers['content-type'] ?? '',
            body: JSON.parse(text) as Record<string, unknown>,
          }),
        )
      },
    )
    request.on('error', reject)
    request.end(body)
  })

const problemOf = async (call: Promise<Raw>): Promise<{ status: number; code: unknown }> => {
  const { status, type, body } = await call
  expect(type).toBe('application/problem+json')
  expect(body).toMatchObject({
    status,
    title: expect.any(String),
    detail: expect.any(String),
    request_id: expect.any(String),
  })
  expect(body['detail'], 'not the text of the validator').not.toMatch(/Invalid|Unrecognized|expected/)
  return { status, code: body['code'] }
}

it('control.json is readable by its owner only, and names the loopback address', () => {
  expect(statSync(join(studio.folder.dataDir, 'control.json')).mode & 0o777).toBe(0o600)
  expect(access.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/control\/v1$/)
  expect(access.token.length).toBeGreaterThanOrEqual(40)
})

it('a request without the token or with another Host is refused', async () => {
  expect(await problemOf(raw('GET', '/sources', { authorization: '' }))).toEqual({ status: 401, code: 'unauthorized' })
  expect(await problemOf(raw('GET', '/sources', { authorization: `Bearer ${access.token}x` }))).toEqual({
    status: 401,
    code: 'unauthorized',
  })
  expect(await problemOf(raw('GET', '/sources', { authorization: `Basic ${access.token}` }))).toEqual({
    status: 401,
    code: 'unauthorized',
  })
  const { port } = new URL(access.url)
  for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1', `127.0.0.1.evil.example:${port}`])
    expect(await problemOf(raw('GET', '/sources', { host }))).toEqual({ status: 400, code: 'invalid_request' })
  expect((await raw('GET', '/sources', { host: `localhost:${port}` })).status).toBe(200)
})

it('health needs no token', async () => {
  const response = await fetch(new URL('/healthz', access.url))
  expect({ status: response.status, body: await response.json() }).toEqual({ status: 200, body: { status: 'ok' } })
})

it('invalid requests are refused with a problem document', async () => {
  const json = { 'content-type': 'application/json' }
  const id = '01900000-0000-7000-8000-000000000000'
  expect(await problemOf(raw('GET', '/nothing', {}))).toEqual({ status: 404, code: 'not_found' })
  expect(await problemOf(raw('DELETE', '/sources', {}))).toEqual({ status: 404, code: 'not_found' })
  expect(await problemOf(raw('GET', '/runs?limit=0', {}))).toEqual({ status: 400, code: 'invalid_request' })
  expect(await problemOf(raw('GET', '/runs?colour=red', {}))).toEqual({ status: 400, code: 'invalid_request' })
  expect(await problemOf(raw('GET', `/runs/${id}`, {}))).toEqual({ status: 404, code: 'unknown_run' })
  expect(await problemOf(raw('GET', '/runs/7', {}))).toEqual({ status: 400, code: 'invalid_request' })
  for (const stream of ['plan', 'report', 'progress'])
    expect(await problemOf(raw('GET', `/runs/${id}/${stream}`, {}))).toEqual({ status: 404, code: 'unknown_run' })
  expect(await problemOf(raw('POST', '/runs', json, '{'))).toEqual({ status: 400, code: 'invalid_request' })
  expect(await problemOf(raw('POST', '/runs', json, '{"source":"main"}'))).toEqual({
    status: 400,
    code: 'invalid_request',
  })
  expect(await problemOf(raw('POST', '/runs', json, '{"source":"none","decide":"wait"}'))).toEqual({
    status: 404,
    code: 'unknown_source',
  })
  expect(await problemOf(raw('POST', '/runs', json, '{"source":"main","decide":"wait","upload_id":"x"}'))).toEqual({
    status: 400,
    code: 'invalid_request',
  })
  expect(await problemOf(raw('POST', '/runs', json, ' '.repeat(70_000)))).toEqual({
    status: 413,
    code: 'body_too_large',
  })
  expect(
    await problemOf(raw('POST', '/uploads?name=a.csv', { 'content-length': String(64 * 1024 * 1024 + 1) })),
  ).toEqual({
    status: 413,
    code: 'body_too_large',
  })
  expect(await problemOf(raw('POST', '/uploads?name=a.csv', {}))).toEqual({ status: 400, code: 'invalid_request' })
})

it('an uploaded sheet is synced instead of the file', async () => {
  const bytes = Buffer.from(csv(cameras(4)))
  const { data } = (await studio.sync.client.upload(uploadSheet, bytes, { query: { name: 'from laptop.csv' } })).body
  expect(data).toMatchObject({ bytes: bytes.length, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
  const { run_id: runId } = await studio.sync.start({ uploadId: data.upload_id })
  expect(await studio.sync.follow(runId)).toMatchObject({ status: 'waiting', counts: { create: 4 } })
  const { head } = await studio.sync.plan(runId)
  expect(head).toMatchObject({ file: 'from laptop.csv', sha256: data.sha256 })
  await studio.sync.reject(runId)
})

it('kitroom.yaml is read again for every run, and its faults are reported with line numbers', async () => {
  studio.configure('sources:\n  - id: main\n    file: sheet.csv\n    decimal: maybe\n')
  const wrongReply = await raw(
    'POST',
    '/runs',
    { 'content-type': 'application/json' },
    '{"source":"main","decide":"wait"}',
  )
  expect({ status: wrongReply.status, code: wrongReply.body['code'] }).toEqual({ status: 400, code: 'invalid_request' })
  expect(wrongReply.body['detail']).toMatch(/kitroom\.yaml:4: /)
  expect((await raw('GET', '/sources', {})).status).toBe(400)

  studio.configure(`${mainSource}  - id: second\n    file: other.csv\n    key: serial_number\n    approve: auto\n`)
  const { data } = (await studio.sync.client.call(listSources)).body
  expect(data).toMatchObject([
    {
      source: 'main',
      kind: 'file',
      location: 'sheet.csv',
      key: 'asset_tag',
      approve: 'manual',
      bound_items: 0,
      last_run: { status: 'rejected' },
    },
    { source: 'second', location: 'other.csv', key: 'serial_number', approve: 'auto', last_run: null },
  ])
  studio.configure(mainSource)
})

it('runs are listed newest first', async () => {
  const list = async (query: string): Promise<Record<string, unknown>> => (await raw('GET', `/runs?${query}`, {})).body
  const firstRun = await studio.sync.start()
  await studio.sync.follow(firstRun.run_id)
  expect(await list('limit=1&source=main')).toMatchObject({
    data: [{ run_id: firstRun.run_id }],
    pagination: { limit: 1, offset: 0, returned: 1, total: 2 },
  })
  expect(await list('offset=1')).toMatchObject({
    data: [{ status: 'rejected' }],
    pagination: { returned: 1, total: 2 },
  })
  expect(await list('source=second')).toMatchObject({ data: [], pagination: { total: 0 } })
})

it('an unreachable API is reported at once as 503 api_unavailable', async () => {
  await studio.serverProcess.kill()
  const pendingReply = raw('POST', '/runs', { 'content-type': 'application/json' }, '{"source":"main","decide":"wait"}')
  expect(await problemOf(pendingReply)).toEqual({ status: 503, code: 'api_unavailable' })
  await studio.restartServer()
  const run = await studio.sync.start()
  expect(await studio.sync.follow(run.run_id)).toBeDefined()
})

it('a worker key that the API refuses is reported with what to do', async () => {
  const setRevoked = (at: string): Promise<unknown> =>
    studio.apiSql(`update api_key set revoked_at = ${at} where kind = 'worker'`)
  await setRevoked("'2026-01-01T00:00:00.000Z'")
  const answer = raw('GET', '/gear-file?format=csv', {})
  expect(await problemOf(answer)).toEqual({ status: 503, code: 'api_unavailable' })
  expect((await answer).body['detail']).toContain('Make a new key for the worker.')
  await setRevoked('null')
})

it('a stop removes control.json and exits with 0', async () => {
  expect(await studio.worker.stop()).toBe(0)
  expect(() => statSync(join(studio.folder.dataDir, 'control.json'))).toThrow(/ENOENT/)
  expect(studio.worker.log.at(-1)).toMatchObject({ msg: 'stopped' })
  expect(studio.worker.errors()).toBe('')
})
