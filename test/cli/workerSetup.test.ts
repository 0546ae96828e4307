import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createClient, type Client } from '../../client/client.ts'
import { ApiError } from '../../client/errors.ts'
import { API_BASE } from '../../contract/api/operations.ts'
import { getProfile } from '../../contract/api/profile.ts'
import { workerScopes } from '../../contract/scopes.ts'
import { listKeys, revokeKey } from '../../contract/settings/keys.ts'
import { deleteWebhook, listWebhooks, updateWebhook, type Webhook } from '../../contract/settings/webhooks.ts'
import { SETTINGS_BASE } from '../../contract/settings/operations.ts'
import { WorkerFile } from '../../contract/control/workerFile.ts'
import { runSql } from '../support/database.ts'
import { startLocalServer, type LocalServer } from '../support/localServer.ts'
import { runCli } from '../support/cli.ts'
import type { CommandResult } from '../support/run.ts'

const HERE = 'http://127.0.0.1:4101/webhooks/kitroom'
const THERE = 'http://127.0.0.1:4102/webhooks/kitroom'
let server: LocalServer
let settings: Client
let folder = ''

const setup = (args: string[] = [], env: Record<string, string | undefined> = {}): Promise<CommandResult> =>
  runCli(['worker', 'setup', '--url', server.url, ...args], {
    ...process.env,
    KITROOM_DATA_DIR: join(folder, 'data'),
    KITROOM_OWNER_KEY: server.ownerKey,
    ...env,
  })

async function setupJson(...args: string[]): Promise<Record<string, unknown>> {
  const result = await setup([...args, '--json'])
  if (result.code !== 0) throw new Error(result.err)
  return JSON.parse(result.out) as Record<string, unknown>
}

const workerFile = (): WorkerFile =>
  WorkerFile.parse(JSON.parse(readFileSync(join(folder, 'data', 'worker.json'), 'utf8')))
const webhooks = async (): Promise<Webhook[]> => (await settings.call(listWebhooks)).body.data
const readOnlyWebhook = async (): Promise<Webhook> => {
  const [webhook, ...otherWebhooks] = await webhooks()
  if (!webhook || otherWebhooks.length > 0) throw new Error('there is not exactly one endpoint')
  return webhook
}

async function isAccepted(apiKey: string): Promise<boolean> {
  const api = createClient({ url: server.url + API_BASE, token: apiKey })
  try {
    return (await api.call(getProfile)).status === 200
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  } finally {
    await api.close()
  }
}

beforeAll(async () => {
  server = await startLocalServer(['127.0.0.1/32:4101', '127.0.0.1/32:4102'])
  settings = createClient({ url: server.url + SETTINGS_BASE, token: server.ownerKey })
})
beforeEach(async () => {
  rmSync(folder, { recursive: true, force: true })
  folder = mkdtempSync(join(tmpdir(), 'kitroom-setup-'))
  for (const { id } of await webhooks()) await settings.call(deleteWebhook, { params: { id } })
})
afterAll(async () => {
  await settings.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

it('worker setup creates a key, registers the ingress and writes worker.json; a second run changes nothing', async () => {
  const firstRun = await setup()
  expect(firstRun).toMatchObject({ code: 0, err: 'Restart a running worker to use this.\n' })
  expect(firstRun.out).toMatch(/^key +made$/m)
  expect(firstRun.out).toMatch(/^what was done +registered$/m)
  const file = workerFile()
  expect(statSync(join(folder, 'data', 'worker.json')).mode & 0o777).toBe(0o600)
  expect(file).toMatchObject({ url: server.url, scopes: [...workerScopes], webhook: { url: HERE } })
  expect(await isAccepted(file.api_key)).toBe(true)
  expect(await readOnlyWebhook()).toMatchObject({
    id: file.webhook?.id,
    url: HERE,
    status: 'enabled',
    events: ['document.*', 'gear.deleted', 'gear.updated', 'maintenance.*', 'shoot.*'],
  })
  const [key] = (await settings.call(listKeys)).body.data
  expect(key).toMatchObject({ name: 'Worker', kind: 'api', rate_per_second: 1000, scopes: [...workerScopes] })
  for (const secret of [file.api_key, file.webhook?.secret ?? '', server.ownerKey])
    expect(firstRun.out + firstRun.err).not.toContain(secret)
  expect(JSON.stringify(file)).not.toContain(server.ownerKey)

  const secondRun = await setup()
  expect(secondRun).toMatchObject({ code: 0, err: '' })
  expect(secondRun.out).toMatch(/^what was done +nothing: it is registered$/m)
  expect(workerFile()).toEqual(file)
})

it('worker setup updates a moved ingress, and enables one that the server had disabled', async () => {
  await setup()
  const fileBefore = workerFile()
  const movedSetup = await setupJson('--ingress-url', 'http://127.0.0.1:4102/')
  expect(movedSetup).toMatchObject({
    key: 'kept',
    webhook: { url: THERE, steps: ['updated'] },
    file: join(folder, 'data', 'worker.json'),
  })
  expect(await readOnlyWebhook()).toMatchObject({ id: fileBefore.webhook?.id, url: THERE })
  expect(workerFile()).toEqual({ ...fileBefore, webhook: { ...fileBefore.webhook, url: THERE } })

  const database = join(server.dataFolder, 'kitroom.db')
  await runSql(
    database,
    "update webhook_endpoint set status = 'disabled', disabled_reason = 'gone', disabled_at = created_at",
  )
  expect(await setupJson('--ingress-url', 'http://127.0.0.1:4102')).toMatchObject({
    webhook: { steps: ['enabled'], switched_off: false },
  })
  expect(await readOnlyWebhook()).toMatchObject({ status: 'enabled' })
})

it('worker setup leaves an endpoint disabled that its owner disabled, and says so', async () => {
  await setup()
  await settings.call(updateWebhook, {
    params: { id: (await readOnlyWebhook()).id },
    body: { updates: { status: 'disabled' } },
  })
  expect((await setup()).err).toContain('The endpoint is switched off')
  expect(await readOnlyWebhook()).toMatchObject({ status: 'disabled', disabled_reason: 'owner' })
})

it('worker setup replaces a revoked key, a deleted endpoint and a missing file', async () => {
  await setup()
  const firstFile = workerFile()
  const [key] = (await settings.call(listKeys)).body.data
  await settings.call(revokeKey, { params: { id: key?.id ?? '' } })
  await settings.call(deleteWebhook, { params: { id: firstFile.webhook?.id ?? '' } })
  expect(await setupJson()).toMatchObject({ key: 'made', webhook: { steps: ['registered'] } })
  const secondFile = workerFile()
  expect(await isAccepted(secondFile.api_key)).toBe(true)
  expect(secondFile.webhook?.id).not.toBe(firstFile.webhook?.id)

  rmSync(join(folder, 'data'), { recursive: true })
  expect(await setupJson()).toMatchObject({
    key: 'made',
    webhook: { id: secondFile.webhook?.id, steps: ['secret_rotated'] },
  })
  expect(workerFile().webhook?.secret).not.toBe(secondFile.webhook?.secret)
  expect((await readOnlyWebhook()).old_secret_until).not.toBeNull()

  const thirdFile = workerFile()
  expect(await setupJson('--new-secret')).toMatchObject({
    key: 'kept',
    webhook: { id: thirdFile.webhook?.id, steps: ['secret_rotated'] },
  })
  expect(workerFile().webhook?.secret).not.toBe(thirdFile.webhook?.secret)
})

it('worker setup --print prints the environment of a container, and reads it on the next run', async () => {
  const printedRun = await setup(['--print'])
  expect(printedRun.code).toBe(0)
  expect(existsSync(join(folder, 'data'))).toBe(false)
  const env = Object.fromEntries(
    printedRun.out
      .trim()
      .split('\n')
      .map((line) => line.split(/=(.*)/, 2)),
  )
  expect(Object.keys(env)).toEqual(['KITROOM_API_KEY', 'KITROOM_WEBHOOK_SECRET'])
  expect(await isAccepted(String(env['KITROOM_API_KEY']))).toBe(true)
  expect(printedRun.err).toMatch(/^key +made$/m)
  const printRun = await setup(['--print'], env)
  expect(printRun.out).toBe(printedRun.out)
  expect(printRun.err).toMatch(/nothing: it is registered/)
  const apiKeyRun = await setup(['--print', '--json'], { KITROOM_API_KEY: server.apiKey })
  expect(JSON.parse(apiKeyRun.out), "a person's key is not the worker's").toMatchObject({
    key: 'made',
    webhook: { steps: ['secret_rotated'] },
  })
})

it('worker setup --add adds a worker with a key of its own; the first keeps its key, and both the secret', async () => {
  await setup()
  const first = workerFile()
  const endpoint = await readOnlyWebhook()
  const secret = first.webhook?.secret ?? ''
  const secretFile = join(folder, 'secret')
  writeFileSync(secretFile, `${secret}\n`)
  const second = { KITROOM_DATA_DIR: join(folder, 'second'), KITROOM_WEBHOOK_SECRET_FILE: secretFile }
  const added = await setup(['--add'], second)
  expect(added).toMatchObject({ code: 0, err: expect.stringContaining('KITROOM_WORKER_DATABASE_URL') })
  const file = WorkerFile.parse(JSON.parse(readFileSync(join(folder, 'second', 'worker.json'), 'utf8')))
  expect(file).toEqual({ ...first, api_key: expect.stringMatching(/^sk_studio_/) })
  expect(file.api_key).not.toBe(first.api_key)
  expect(await Promise.all([isAccepted(first.api_key), isAccepted(file.api_key)])).toEqual([true, true])
  expect(await readOnlyWebhook(), 'nothing of the endpoint has changed').toEqual(endpoint)
  expect(added.out + added.err).not.toContain(secret)

  const repeated = await setup(['--add'], second)
  expect(repeated.out).toMatch(/^key +kept/m)
  const printed = await setup(['--add', '--print'], { KITROOM_WEBHOOK_SECRET: secret })
  expect(printed.out).toMatch(
    new RegExp(`^KITROOM_API_KEY=sk_studio_\\w+\nKITROOM_WEBHOOK_SECRET=${secret.replaceAll(/[+/=]/g, '\\$&')}\n$`),
  )
  expect(await isAccepted(first.api_key)).toBe(true)
})

it('worker setup --add changes nothing without the secret of the others, or where none is registered', async () => {
  await setup()
  const keys = (await settings.call(listKeys)).body.pagination.total
  const errorOf = async (args: string[], env: Record<string, string | undefined> = {}): Promise<string> => {
    const { code, out, err } = await setup(['--add', ...args], { KITROOM_DATA_DIR: join(folder, 'second'), ...env })
    expect({ code, out }).toEqual({ code: 1, out: '' })
    return err
  }
  const secret = workerFile().webhook?.secret
  expect(await errorOf([])).toContain('needs the one webhook secret of the others')
  expect(await errorOf([], { KITROOM_WEBHOOK_SECRET: 'whsec_?' })).toContain(
    'needs the one webhook secret of the others',
  )
  expect(await errorOf(['--ingress-url', 'http://127.0.0.1:4102'], { KITROOM_WEBHOOK_SECRET: secret })).toContain(
    'No worker of this account is registered at',
  )
  expect(await errorOf(['--new-secret'], { KITROOM_WEBHOOK_SECRET: secret })).toContain('leave out --new-secret')
  expect((await settings.call(listKeys)).body.pagination.total).toBe(keys)
  expect(existsSync(join(folder, 'second'))).toBe(false)
})

it('worker setup refuses an invalid address and a missing owner key', async () => {
  const keys = (await settings.call(listKeys)).body.pagination.total
  const refusedRun = await setup(['--ingress-url', 'http://192.168.7.7:4101'])
  expect(refusedRun).toMatchObject({ code: 1, out: '' })
  expect(refusedRun.err).toContain('[webhook_address_refused]')
  expect((await settings.call(listKeys)).body.pagination.total, 'no key is left behind').toBe(keys)
  const badUrlRun = await setup(['--ingress-url', 'worker.example.com'])
  expect(badUrlRun.err).toContain('--ingress-url must be the address at which the server reaches the worker')
  const noKeyRun = await setup([], { KITROOM_OWNER_KEY: undefined })
  expect(noKeyRun.err).toContain('set KITROOM_OWNER_KEY')
})
