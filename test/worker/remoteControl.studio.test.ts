import { readFileSync } from 'node:fs'
import { createServer, request as httpRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient, type Client } from '../../client/client.ts'
import { ApiError } from '../../client/errors.ts'
import {
  approveRun,
  CONTROL_BASE,
  ControlAccess,
  listSources,
  rejectRun,
  watchRun,
} from '../../contract/control/control.ts'
import { uploadSheet } from '../../contract/control/sheetFiles.ts'
import { explainSource } from '../../contract/control/explain.ts'
import type { KeyScope } from '../../contract/scopes.ts'
import { REFUSAL_BURST } from '../../worker/control/refusalLimit.ts'
import { addKey, createAccount, type TestAccount } from '../support/account.ts'
import { startSilentProxy, type SilentProxy } from '../support/silentProxy.ts'
import { testTemporal } from '../support/temporal.ts'
import { withShortTimeLimits } from '../support/timeLimits.ts'
import {
  outcomeOf,
  sendLines,
  sendRemote,
  type RemoteOutcome,
  type RemoteReply,
  type RemoteRequest,
} from './support/remoteControl.ts'
import { cameras, csv } from './support/sheets.ts'
import { pause, until } from '../support/wait.ts'
import { mainSource, openStudio, type Studio } from './support/studio.ts'

/** A stream of this age has its caller checked again. */
const STREAM_CHECK_MS = 5500
/** After this time, a key is checked again before its request is performed. */
const BODY_CHECK_MS = 1500
const NAME = 'worker.example'
let studio: Studio
let other: TestAccount
let api: SilentProxy
/** Answers with a sheet on the event `answer`. */
let slow: Server
let url = ''
let fullKey = ''
/** Each test comes from an address of its own, so that refusals of one do not limit another. */
let address = 0

interface MadeKey {
  id: string
  key: string
  hint: string
}

const makeKey = async (...scopes: KeyScope[]): Promise<MadeKey> =>
  (await studio.settings.post('/keys', { name: 'Console', kind: 'owner', scopes })).item() as unknown as MadeKey

const SOURCES = `${CONTROL_BASE}/sources`
const raw = (path: string, options: RemoteRequest = {}): Promise<RemoteReply> =>
  sendRemote(url, path, { host: NAME, from: address, ...options })
const sources = (options: RemoteRequest): Promise<RemoteOutcome> => outcomeOf(raw(SOURCES, options))

/** The client as a console would use it, with 127.0.0.1 as one of the names. */
async function withKey<T>(key: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = createClient({ url: url + CONTROL_BASE, token: key, retries: 0 })
  try {
    return await work(client)
  } finally {
    await client.close()
  }
}

const codeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => (error instanceof ApiError ? `${error.status} ${error.code}` : Promise.reject(error as Error)),
  )

const plan = async (): Promise<string> => {
  const { run_id: runId } = await studio.sync.start()
  await studio.sync.follow(runId)
  return runId
}

beforeAll(async () => {
  slow = createServer((_request, response) => void slow.once('answer', () => response.end(csv(cameras(2)))))
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
  const { port } = slow.address() as AddressInfo
  studio = await openStudio(testTemporal(), {
    trustedProxies: ['127.0.0.1'],
    config: `${mainSource}  - id: slow\n    url: http://127.0.0.1:${port}/sheet.csv\n`,
    workerEnv: {
      KITROOM_SOURCE_ALLOW: `127.0.0.1/32:${port}`,
      KITROOM_CONTROL_PORT: '0',
      KITROOM_CONTROL_NAMES: `${NAME}, 127.0.0.1`,
      KITROOM_TRUSTED_PROXIES: '127.0.0.1',
    },
  })
  other = await createAccount(studio.folder.dataDir, 'Other')
  api = await startSilentProxy(studio.server.url)
  await studio.worker.stop()
  await studio.startWorker({ KITROOM_URL: api.url })
  url = String((await studio.worker.waitForLog('ready'))['control'])
  fullKey = await addKey(studio.folder.databaseFile, studio.accountId, { kind: 'owner' })
  studio.writeSheet('sheet.csv', csv(cameras(3)))
})
afterAll(async () => {
  await studio[Symbol.asyncDispose]()
  await api[Symbol.asyncDispose]()
  slow.closeAllConnections()
  slow.close()
})

describe('the control plane from another machine', () => {
  it('is opened by an owner key, and by one with automation:read for reads', async () => {
    address += 1
    const reader = await makeKey('automation:read')
    for (const key of [fullKey, reader.key]) expect(await sources({ key })).toEqual([200, undefined])
    expect(await sources({ key: (await makeKey('automation:write')).key })).toEqual([403, 'insufficient_scope'])
    expect(await sources({ key: (await makeKey('keys:read')).key })).toEqual([403, 'insufficient_scope'])
    await withKey(reader.key, async (client) => {
      expect((await client.call(listSources)).body.data).toHaveLength(2)
      expect(
        (await client.call(explainSource, { body: { source: 'main' } })).status,
        'explaining a sheet changes nothing',
      ).toBe(200)
    })
  })

  it('lets a key with automation:write decide, and one with automation:read alone not', async () => {
    const runId = await plan()
    const input = { params: { id: runId }, body: {} }
    const [reader, writer] = [await makeKey('automation:read'), await makeKey('automation:write')]
    await withKey(reader.key, async (client) => {
      expect(await codeOf(client.call(approveRun, input))).toBe('403 insufficient_scope')
      expect(await codeOf(client.call(rejectRun, input))).toBe('403 insufficient_scope')
      expect(
        await codeOf(client.upload(uploadSheet, Buffer.alloc(4 * 1024 * 1024), { query: { name: 'a.csv' } })),
      ).toBe('403 insufficient_scope')
    })
    expect(await studio.sync.get(runId)).toMatchObject({ status: 'waiting' })
    await withKey(writer.key, async (client) => {
      expect((await client.call(approveRun, input)).status).toBe(200)
      expect(await codeOf(client.call(listSources)), 'a write scope does not include the read scope').toBe(
        '403 insufficient_scope',
      )
    })
    expect(await studio.sync.follow(runId)).toMatchObject({ status: 'completed', results: { created: 3 } })
    expect(studio.worker.log).toContainEqual(
      expect.objectContaining({ for: `approveRun.${runId}`, keyId: writer.id, key: writer.hint }),
    )
    const rows = async (): Promise<unknown[]> => (await studio.settings.get(`/audit?key_id=${writer.id}`)).items()
    await expect
      .poll(rows)
      .toContainEqual(expect.objectContaining({ query: `for=approveRun.${runId}`, ip: '127.0.0.1' }))
  })

  it('passes the caller’s address to an API that trusts the worker as a proxy', async () => {
    address += 1
    const { id, key } = await makeKey('automation:read')
    expect(await sources({ key })).toEqual([200, undefined])
    const rows = async (): Promise<unknown[]> => (await studio.settings.get(`/audit?key_id=${id}`)).items()
    await expect
      .poll(rows)
      .toContainEqual(expect.objectContaining({ query: 'for=listSources', ip: `203.0.113.${address}` }))
  })

  it('refuses a key from the request after its revocation on', async () => {
    address += 1
    const made = await makeKey('automation:read')
    expect(await sources({ key: made.key })).toEqual([200, undefined])
    await studio.settings.delete(`/keys/${made.id}`)
    expect(await sources({ key: made.key })).toEqual([401, 'unauthorized'])
    expect((await raw(SOURCES, { key: made.key })).body['detail']).toContain('The API key was revoked.')
  })

  it('refuses keys that are expired, unknown or of another kind or account, and the token of this machine', async () => {
    address += 1
    const { databaseFile } = studio.folder
    const expiredKey = await addKey(databaseFile, studio.accountId, {
      kind: 'owner',
      expiresAt: '2026-01-01T00:00:00.000Z',
    })
    const { token } = ControlAccess.parse(JSON.parse(readFileSync(join(studio.folder.dataDir, 'control.json'), 'utf8')))
    const apiKey = studio.environment()['KITROOM_API_KEY'] ?? ''
    const forgedKey = `ok_studio_${'a'.repeat(49)}`
    for (const key of [expiredKey, forgedKey, token, apiKey, `${fullKey}x`, '', `${fullKey} ${fullKey}`])
      expect(await sources({ key })).toEqual([401, 'unauthorized'])
    expect(await sources({})).toEqual([401, 'unauthorized'])
    expect(await sources({ key: other.owner_key })).toEqual([403, 'wrong_account'])
    const { headers } = await raw(SOURCES, {})
    expect(headers['www-authenticate']).toBe('Bearer realm="kitroom control"')
    const unscoped = await raw(SOURCES, { key: (await makeKey('automation:write')).key })
    expect(unscoped.headers['www-authenticate']).toBe(
      'Bearer realm="kitroom control", error="insufficient_scope", scope="automation:read"',
    )
  })

  it('answers unknown paths only to keys that it knows', async () => {
    address += 1
    expect(await outcomeOf(raw('/control/v1/nothing', {}))).toEqual([401, 'unauthorized'])
    expect(await outcomeOf(raw('/control/v1/nothing', { key: other.owner_key }))).toEqual([403, 'wrong_account'])
    expect(await outcomeOf(raw('/control/v1/nothing', { key: fullKey }))).toEqual([404, 'not_found'])
    const lines = [`Host: ${NAME}`, `Authorization: Bearer ${fullKey}`, 'Connection: close']
    for (const target of ['http://[', '//', '*', `http://evil.example${SOURCES}x`])
      expect({ target, statusLine: await sendLines(url, [`GET ${target} HTTP/1.1`, ...lines]) }).toEqual({
        target,
        statusLine: 'HTTP/1.1 404 Not Found',
      })
  })

  it('refuses a forged Host, two Hosts, and two keys', async () => {
    address += 1
    const hosts = [
      'evil.example',
      'evil.example:443',
      `${NAME}.evil.example`,
      `x${NAME}`,
      'localhost',
      '127.0.0.1.evil.example',
      '[::1]',
    ]
    const outcomes = (names: string[]): Promise<RemoteOutcome[]> =>
      Promise.all(names.map((host) => sources({ key: fullKey, host })))
    expect(await outcomes(hosts)).toEqual(hosts.map(() => [400, 'invalid_request']))
    const knownHosts = [NAME, `${NAME}:443`, 'WORKER.Example', '127.0.0.1']
    expect(await outcomes(knownHosts)).toEqual(knownHosts.map(() => [200, undefined]))
    const send = (lines: string[]): Promise<string> =>
      sendLines(url, [`GET ${SOURCES} HTTP/1.1`, ...lines, 'Connection: close'])
    const bearer = `Authorization: Bearer ${fullKey}`
    expect(await send([`Host: ${NAME}`, bearer])).toBe('HTTP/1.1 200 OK')
    expect(await send([`Host: ${NAME}`, 'Host: evil.example', bearer])).not.toBe('HTTP/1.1 200 OK')
    expect(await send([`Host: ${NAME}`, bearer, `Authorization: Bearer ${other.owner_key}`])).not.toBe(
      'HTTP/1.1 200 OK',
    )
  })

  it('stays on the loopback address as it was: with the local token only', async () => {
    const local = String((await studio.worker.waitForLog('ready'))['url'])
    const reply = await fetch(`${local}${SOURCES}`, { headers: { authorization: `Bearer ${fullKey}` } })
    expect({ status: reply.status, code: ((await reply.json()) as Record<string, unknown>)['code'] }).toEqual({
      status: 401,
      code: 'unauthorized',
    })
    expect((await studio.sync.client.call(listSources)).status).toBe(200)
  })

  it('shows health without a key, but no problems', async () => {
    for (const path of ['/healthz', '/readyz'])
      expect((await raw(path, { host: '10.1.2.3:8080' })).body).toEqual({ status: expect.any(String) })
  })

  it('refuses a decision whose key was revoked before its body had arrived', async () => {
    const runId = await plan()
    const made = await makeKey('automation:write')
    const sendRest = Promise.withResolvers<void>()
    const reply = new Promise<number>((resolve, reject) => {
      const headers = { host: NAME, authorization: `Bearer ${made.key}`, 'content-length': '2' }
      const request = httpRequest(
        `${url}${CONTROL_BASE}/runs/${runId}/approve`,
        { method: 'POST', headers },
        (response) => {
          response.resume()
          resolve(response.statusCode ?? 0)
        },
      )
      request.on('error', reject)
      request.write('{')
      void sendRest.promise.then(() => request.end('}'))
    })
    await until('the key is used', async () => studio.worker.log.some(({ keyId }) => keyId === made.id))
    await studio.settings.delete(`/keys/${made.id}`)
    await pause(BODY_CHECK_MS, 'the check of the key becomes too old')
    sendRest.resolve()
    expect(await reply).toBe(401)
    expect(await studio.sync.get(runId)).toMatchObject({ status: 'waiting' })
    await studio.sync.reject(runId)
  })

  it('ends a stream before its next line, if its key was revoked meanwhile', async () => {
    const { run_id: runId } = await studio.sync.start({ source: 'slow' })
    const made = await makeKey('automation:read')
    await withKey(made.key, async (client) => {
      const lines = client.stream(watchRun, { params: { id: runId } })[Symbol.asyncIterator]()
      expect((await lines.next()).value).toMatchObject({ run_id: runId })
      await studio.settings.delete(`/keys/${made.id}`)
      await pause(STREAM_CHECK_MS, 'the stream reaches the age of its next check')
      slow.emit('answer')
      await expect(lines.next()).rejects.toThrow('the connection was cut')
    })
  })

  it('answers 503 while the API hangs, and works again afterwards', async () => {
    address += 1
    api.setSilent(true)
    try {
      // The API is silent until all have their answers, so the worker's own limit ends the checks.
      await withShortTimeLimits(async () => {
        const replies = await Promise.all([
          sources({ key: fullKey }),
          sources({ key: other.owner_key }),
          sources({ key: `ok_studio_${'b'.repeat(49)}` }),
        ])
        expect(replies).toEqual(Array.from({ length: 3 }, () => [503, 'api_unavailable']))
        expect((await raw(SOURCES, { key: fullKey })).headers['retry-after']).toBe('2')
      })
      expect(await sources({ key: 'x' }), 'a malformed key needs no check').toEqual([401, 'unauthorized'])
    } finally {
      api.setSilent(false)
    }
    await until('keys are checked again', async () => (await sources({ key: fullKey }))[0] === 200)
    expect(
      studio.worker.log.filter(({ msg }) => String(msg).startsWith('Keys of callers from other machines cannot')),
    ).toHaveLength(1)
  })

  it('limits refused keys of an address, without limiting keys that work or other addresses', async () => {
    const from = 200
    expect(await sources({ key: fullKey, from })).toEqual([200, undefined])
    const guesses = Array.from(
      { length: 3 * REFUSAL_BURST },
      (_, index) => `ok_studio_${String(index).padStart(49, 'c')}`,
    )
    const outcomes = await Promise.all(guesses.map((key) => sources({ key, from })))
    const refused = outcomes.filter(([status]) => status === 401)
    expect(refused.length).toBeGreaterThanOrEqual(REFUSAL_BURST)
    expect(refused.length).toBeLessThan(2 * REFUSAL_BURST)
    expect(outcomes.filter(([, code]) => code === 'rate_limited')).toHaveLength(outcomes.length - refused.length)
    const limited = await raw(SOURCES, { key: other.owner_key, from })
    expect({ status: limited.status, 'retry-after': limited.headers['retry-after'] }, 'as for a guess').toEqual({
      status: 429,
      'retry-after': '1',
    })
    expect(await sources({ key: fullKey, from })).toEqual([200, undefined])
    expect(await sources({ key: other.owner_key, from: from + 1 })).toEqual([403, 'wrong_account'])
  })

  it('logs no key', () => {
    const text = JSON.stringify(studio.worker.log)
    for (const key of [fullKey, other.owner_key]) expect(text).not.toContain(key)
    expect(text).not.toMatch(/ok_studio_[0-9A-Za-z]/)
  })
})
