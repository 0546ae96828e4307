import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { KeyScope } from '../../contract/scopes.ts'
import { addKey } from '../support/account.ts'
import { runCli } from '../support/cli.ts'
import type { CommandResult } from '../support/run.ts'
import { testTemporal } from '../support/temporal.ts'
import { cameras, csv } from '../worker/support/sheets.ts'
import { openStudio, type Studio } from '../worker/support/studio.ts'

let studio: Studio
let url = ''
let keyFile = ''
let ownerKey = ''

/** Runs a command as on another machine: with an empty data folder. */
const remote = (args: string[], env: Record<string, string | undefined> = {}): Promise<CommandResult> =>
  runCli(args, {
    ...process.env,
    KITROOM_DATA_DIR: join(studio.folder.dataDir, 'elsewhere'),
    KITROOM_CONTROL_URL: url,
    KITROOM_OWNER_KEY_FILE: keyFile,
    ...env,
  })
const withKey = (key: string): Record<string, string | undefined> => ({
  KITROOM_OWNER_KEY: key,
  KITROOM_OWNER_KEY_FILE: undefined,
})

const makeKey = async (...scopes: KeyScope[]): Promise<Record<string, string>> =>
  (await studio.settings.post('/keys', { name: 'CLI', kind: 'owner', scopes })).item() as Record<string, string>

beforeAll(async () => {
  studio = await openStudio(testTemporal(), {
    workerEnv: { KITROOM_CONTROL_PORT: '0', KITROOM_CONTROL_NAMES: '127.0.0.1' },
  })
  const folder = join(studio.folder.dataDir, 'elsewhere')
  mkdirSync(folder)
  const apiKeyFile = join(folder, 'api-key')
  writeFileSync(apiKeyFile, `${studio.environment()['KITROOM_API_KEY'] ?? ''}\n`)
  await studio.worker.stop()
  await studio.startWorker({ KITROOM_API_KEY: '', KITROOM_API_KEY_FILE: apiKeyFile })
  url = String((await studio.worker.waitForLog('ready'))['control'])
  ownerKey = await addKey(studio.folder.databaseFile, studio.accountId, { kind: 'owner' })
  keyFile = join(folder, 'owner-key')
  writeFileSync(keyFile, `${ownerKey}\n`)
  studio.writeSheet('sheet.csv', csv(cameras(2)))
})
afterAll(() => studio[Symbol.asyncDispose]())

it('a worker on another machine plans and applies, with a key from a file', async () => {
  expect(await remote(['sync', 'list'])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^main {2}file sheet\.csv/),
  })
  expect(await remote(['sync', 'plan', 'main'])).toMatchObject({ code: 0, out: expect.stringContaining('2 to create') })
  expect(await remote(['sync', 'approve', 'main'])).toMatchObject({
    code: 0,
    out: expect.stringContaining('2 created'),
  })
  expect((await studio.api.get('/gear')).pagination().total).toBe(2)
})

it('a key without the scope shows plans and decides none', async () => {
  studio.writeSheet('sheet.csv', csv(cameras(3)))
  await remote(['sync', 'plan', 'main'])
  const { key = '' } = await makeKey('automation:read')
  expect((await remote(['sync', 'status', 'main'], withKey(key))).out).toContain('waits for a decision')
  const refused = await remote(['sync', 'approve', 'main'], withKey(key))
  expect(refused).toMatchObject({
    code: 1,
    err: expect.stringContaining('needs an owner key with the scope automation:write. [insufficient_scope]'),
  })
  const json = await remote(['sync', 'reject', 'main', '--json'], withKey(key))
  expect(JSON.parse(json.out)).toMatchObject({ code: 'insufficient_scope', status: 403 })
})

it('a refused key ends a command at once', async () => {
  const made = await makeKey('automation:read', 'automation:write')
  await studio.settings.delete(`/keys/${made['id'] ?? ''}`)
  let requests = 0
  const counter = createServer((incoming, outgoing) => {
    requests += 1
    const { method, headers } = incoming
    incoming.pipe(
      request(new URL(incoming.url ?? '/', url), { method, headers }, (reply) => {
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(outgoing)
      }),
    )
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void counter.close())
  await once(counter, 'listening')
  const counted = `http://127.0.0.1:${(counter.address() as AddressInfo).port}`
  const result = await remote(['sync', 'list'], { ...withKey(made['key'] ?? ''), KITROOM_CONTROL_URL: counted })
  expect(result).toMatchObject({
    code: 1,
    err: expect.stringContaining('The API server refuses the key: The API key was revoked. [unauthorized]'),
  })
  expect(requests, 'it is not tried again').toBe(1)
})

it('a missing or wrong key, address or file is reported with what to do, and no key', async () => {
  const errorOf = async (env: Record<string, string | undefined>): Promise<string> => {
    const { code, out, err } = await remote(['sync', 'list'], env)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).not.toContain(ownerKey)
    return err
  }
  expect(await errorOf({ KITROOM_OWNER_KEY_FILE: undefined, KITROOM_OWNER_KEY: undefined })).toContain(
    'needs an owner key: set KITROOM_OWNER_KEY, or',
  )
  expect(await errorOf(withKey(studio.environment()['KITROOM_API_KEY'] ?? ''))).toContain(
    'takes owner keys only (ok_studio_…)',
  )
  expect(await errorOf({ KITROOM_OWNER_KEY: ownerKey })).toContain(
    'Set KITROOM_OWNER_KEY or KITROOM_OWNER_KEY_FILE, not both.',
  )
  expect(await errorOf({ KITROOM_OWNER_KEY_FILE: `${keyFile}.none` })).toContain(
    'KITROOM_OWNER_KEY_FILE names cannot be read (ENOENT)',
  )
  expect(await errorOf({ KITROOM_CONTROL_URL: 'worker.example.com' })).toContain(
    'KITROOM_CONTROL_URL must be the address',
  )
  expect(await errorOf({ KITROOM_CONTROL_URL: 'http://127.0.0.1:1' })).toContain(
    'The worker of KITROOM_CONTROL_URL does not answer.',
  )
  expect(await errorOf({ KITROOM_CONTROL_URL: url.replace('127.0.0.1', 'localhost') })).toContain(
    'KITROOM_CONTROL_NAMES of the worker lists its names',
  )
  expect(await errorOf({ KITROOM_CONTROL_URL: undefined })).toContain(
    'For a worker on another machine, set KITROOM_CONTROL_URL.',
  )
})
