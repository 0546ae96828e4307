import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApiError } from '../../client/errors.ts'
import { approveRun, ControlAccess, listSources, rejectRun } from '../../contract/control/control.ts'
import { uploadSheet } from '../../contract/control/sheetFiles.ts'
import { explainSource } from '../../contract/control/explain.ts'
import { addKey } from '../support/account.ts'
import {
  outcomeOf,
  sendLines,
  type RemoteOutcome,
  type RemoteReply,
  type RemoteRequest,
} from './support/remoteControl.ts'
import { findLoggedKeys, NAME, openRemoteStudio, SOURCES, type RemoteStudio } from './support/remoteStudio.ts'

/** Each test comes from an address of its own, so that refusals of one do not limit another. */
let address = 0
let remote: RemoteStudio

beforeAll(async () => {
  remote = await openRemoteStudio()
})
afterAll(() => remote[Symbol.asyncDispose]())

const raw = (path: string, options: RemoteRequest = {}): Promise<RemoteReply> =>
  remote.raw(path, { from: address, ...options })
const sources = (options: RemoteRequest): Promise<RemoteOutcome> => outcomeOf(raw(SOURCES, options))

const codeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => (error instanceof ApiError ? `${error.status} ${error.code}` : Promise.reject(error as Error)),
  )

describe('the control plane from another machine', () => {
  it('is opened by an owner key, and by one with automation:read for reads', async () => {
    address += 1
    const reader = await remote.makeKey('automation:read')
    for (const key of [remote.fullKey, reader.key]) expect(await sources({ key })).toEqual([200, undefined])
    expect(await sources({ key: (await remote.makeKey('automation:write')).key })).toEqual([403, 'insufficient_scope'])
    expect(await sources({ key: (await remote.makeKey('keys:read')).key })).toEqual([403, 'insufficient_scope'])
    await remote.withKey(reader.key, async (client) => {
      expect((await client.call(listSources)).body.data).toHaveLength(2)
      expect(
        (await client.call(explainSource, { body: { source: 'main' } })).status,
        'explaining a sheet changes nothing',
      ).toBe(200)
    })
  })

  it('lets a key with automation:write decide, and one with automation:read alone not', async () => {
    const runId = await remote.plan()
    const input = { params: { id: runId }, body: {} }
    const [reader, writer] = [await remote.makeKey('automation:read'), await remote.makeKey('automation:write')]
    await remote.withKey(reader.key, async (client) => {
      expect(await codeOf(client.call(approveRun, input))).toBe('403 insufficient_scope')
      expect(await codeOf(client.call(rejectRun, input))).toBe('403 insufficient_scope')
      expect(
        await codeOf(client.upload(uploadSheet, Buffer.alloc(4 * 1024 * 1024), { query: { name: 'a.csv' } })),
      ).toBe('403 insufficient_scope')
    })
    expect(await remote.studio.sync.get(runId)).toMatchObject({ status: 'waiting' })
    await remote.withKey(writer.key, async (client) => {
      expect((await client.call(approveRun, input)).status).toBe(200)
      expect(await codeOf(client.call(listSources)), 'a write scope does not include the read scope').toBe(
        '403 insufficient_scope',
      )
    })
    expect(await remote.studio.sync.follow(runId)).toMatchObject({ status: 'completed', results: { created: 3 } })
    expect(remote.studio.worker.log).toContainEqual(
      expect.objectContaining({ for: `approveRun.${runId}`, keyId: writer.id, key: writer.hint }),
    )
    const rows = async (): Promise<unknown[]> =>
      (await remote.studio.settings.get(`/audit?key_id=${writer.id}`)).items()
    await expect
      .poll(rows)
      .toContainEqual(expect.objectContaining({ query: `for=approveRun.${runId}`, ip: '127.0.0.1' }))
  })

  it('passes the caller’s address to an API that trusts the worker as a proxy', async () => {
    address += 1
    const { id, key } = await remote.makeKey('automation:read')
    expect(await sources({ key })).toEqual([200, undefined])
    const rows = async (): Promise<unknown[]> => (await remote.studio.settings.get(`/audit?key_id=${id}`)).items()
    await expect
      .poll(rows)
      .toContainEqual(expect.objectContaining({ query: 'for=listSources', ip: `203.0.113.${address}` }))
  })

  it('refuses a key from the request after its revocation on', async () => {
    address += 1
    const made = await remote.makeKey('automation:read')
    expect(await sources({ key: made.key })).toEqual([200, undefined])
    await remote.studio.settings.delete(`/keys/${made.id}`)
    expect(await sources({ key: made.key })).toEqual([401, 'unauthorized'])
    expect((await raw(SOURCES, { key: made.key })).body['detail']).toContain('The API key was revoked.')
  })

  it('refuses keys that are expired, unknown or of another kind or account, and the token of this machine', async () => {
    address += 1
    const { databaseFile } = remote.studio.folder
    const expiredKey = await addKey(databaseFile, remote.studio.accountId, {
      kind: 'owner',
      expiresAt: '2026-01-01T00:00:00.000Z',
    })
    const { token } = ControlAccess.parse(
      JSON.parse(readFileSync(join(remote.studio.folder.dataDir, 'control.json'), 'utf8')),
    )
    const apiKey = remote.studio.environment()['KITROOM_API_KEY'] ?? ''
    const forgedKey = `ok_studio_${'a'.repeat(49)}`
    for (const key of [
      expiredKey,
      forgedKey,
      token,
      apiKey,
      `${remote.fullKey}x`,
      '',
      `${remote.fullKey} ${remote.fullKey}`,
    ])
      expect(await sources({ key })).toEqual([401, 'unauthorized'])
    expect(await sources({})).toEqual([401, 'unauthorized'])
    expect(await sources({ key: remote.other.owner_key })).toEqual([403, 'wrong_account'])
    const { headers } = await raw(SOURCES, {})
    expect(headers['www-authenticate']).toBe('Bearer realm="kitroom control"')
    const unscoped = await raw(SOURCES, { key: (await remote.makeKey('automation:write')).key })
    expect(unscoped.headers['www-authenticate']).toBe(
      'Bearer realm="kitroom control", error="insufficient_scope", scope="automation:read"',
    )
  })

  it('answers unknown paths only to keys that it knows', async () => {
    address += 1
    expect(await outcomeOf(raw('/control/v1/nothing', {}))).toEqual([401, 'unauthorized'])
    expect(await outcomeOf(raw('/control/v1/nothing', { key: remote.other.owner_key }))).toEqual([403, 'wrong_account'])
    expect(await outcomeOf(raw('/control/v1/nothing', { key: remote.fullKey }))).toEqual([404, 'not_found'])
    const lines = [`Host: ${NAME}`, `Authorization: Bearer ${remote.fullKey}`, 'Connection: close']
    for (const target of ['http://[', '//', '*', `http://evil.example${SOURCES}x`])
      expect({ target, statusLine: await sendLines(remote.url, [`GET ${target} HTTP/1.1`, ...lines]) }).toEqual({
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
      Promise.all(names.map((host) => sources({ key: remote.fullKey, host })))
    expect(await outcomes(hosts)).toEqual(hosts.map(() => [400, 'invalid_request']))
    const knownHosts = [NAME, `${NAME}:443`, 'WORKER.Example', '127.0.0.1']
    expect(await outcomes(knownHosts)).toEqual(knownHosts.map(() => [200, undefined]))
    const send = (lines: string[]): Promise<string> =>
      sendLines(remote.url, [`GET ${SOURCES} HTTP/1.1`, ...lines, 'Connection: close'])
    const bearer = `Authorization: Bearer ${remote.fullKey}`
    expect(await send([`Host: ${NAME}`, bearer])).toBe('HTTP/1.1 200 OK')
    expect(await send([`Host: ${NAME}`, 'Host: evil.example', bearer])).not.toBe('HTTP/1.1 200 OK')
    expect(await send([`Host: ${NAME}`, bearer, `Authorization: Bearer ${remote.other.owner_key}`])).not.toBe(
      'HTTP/1.1 200 OK',
    )
  })

  it('stays on the loopback address as it was: with the local token only', async () => {
    const local = String((await remote.studio.worker.waitForLog('ready'))['url'])
    const reply = await fetch(`${local}${SOURCES}`, { headers: { authorization: `Bearer ${remote.fullKey}` } })
    expect({ status: reply.status, code: ((await reply.json()) as Record<string, unknown>)['code'] }).toEqual({
      status: 401,
      code: 'unauthorized',
    })
    expect((await remote.studio.sync.client.call(listSources)).status).toBe(200)
  })

  it('shows health without a key, but no problems', async () => {
    for (const path of ['/healthz', '/readyz'])
      expect((await raw(path, { host: '10.1.2.3:8080' })).body).toEqual({ status: expect.any(String) })
  })

  it('logs no key', () => {
    expect(findLoggedKeys(remote)).toEqual([])
  })
})
