import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { findFreePort } from '../../local/ports.ts'
import { createProgressPrinter } from '../../local/progressPrinter.ts'
import { findTemporal } from '../../local/temporal/find.ts'
import { startTemporalServer } from '../../local/temporal/server.ts'
import { loadWorkerConfig } from '../../worker/context/config.ts'
import { workerScopes, type Scope } from '../../contract/scopes.ts'
import { addKey, createAccount, runOperatorCommand, type TestAccount } from '../support/account.ts'
import { shareBundle } from '../support/bundle.ts'
import { isLongRun } from '../support/counts.ts'
import { startServer, createDataFolder, type DataFolder } from '../support/server.ts'
import { testTemporal } from '../support/temporal.ts'
import { startInProcessWorker } from './support/inProcessWorker.ts'
import { startProcess, type Started } from './support/process.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const closeOne of closers.splice(0).toReversed()) await closeOne()
})

/** @param hasBundle whether the workflows are already bundled, as for every start except the first */
function useFolder(hasBundle = true): DataFolder {
  const folder = createDataFolder()
  if (hasBundle) shareBundle(folder.dataDir)
  closers.push(async () => folder[Symbol.dispose]())
  return folder
}

async function useAccount(folder: DataFolder): Promise<{ url: string; account: TestAccount }> {
  const server = await startServer(folder.dataDir)
  closers.push(() => server.stop())
  return { url: server.url, account: await createAccount(folder.dataDir, 'Studio') }
}

function environmentOf(folder: DataFolder, env: Record<string, string>): Record<string, string> {
  const { address, namespace } = testTemporal()
  return {
    KITROOM_DATA_DIR: folder.dataDir,
    KITROOM_WORKER_PORT: '0',
    KITROOM_INGRESS_PORT: '0',
    KITROOM_CONFIG: join(folder.dataDir, 'kitroom.yaml'),
    TEMPORAL_ADDRESS: address,
    TEMPORAL_NAMESPACE: namespace,
    ...env,
  }
}

function startWorker(folder: DataFolder, env: Record<string, string>): Started {
  const worker = startProcess('worker/main.ts', environmentOf(folder, env))
  closers.push(() => worker.kill())
  return worker
}

/** Requires that a worker process ends with a sentence. */
async function expectFailure(folder: DataFolder, env: Record<string, string>, message: RegExp): Promise<void> {
  const worker = startWorker(folder, env)
  expect(await worker.exited).toBe(1)
  expect(worker.errors()).toMatch(message)
  const keys = [env['KITROOM_API_KEY'] ?? ''].filter((key) => key !== '')
  expect(
    keys.filter((key) => worker.errors().includes(key)),
    'the key is no business of a log',
  ).toEqual([])
}

it('the worker waits for the API and for Temporal, and logs one line per change', async () => {
  // The run's own setup has bundled the workflows in the same way.
  const folder = useFolder(!isLongRun)
  const [apiPort, temporalPort] = [await findFreePort(), await findFreePort()]
  const account = await createAccount(folder.dataDir, 'Studio')
  const { api_key: key } = (await runOperatorCommand(folder.dataDir, 'workerKey')) as { api_key: string }
  writeFileSync(
    join(folder.dataDir, 'worker.json'),
    JSON.stringify({ url: `http://127.0.0.1:${apiPort}`, api_key: key }),
  )
  const worker = startWorker(folder, { TEMPORAL_ADDRESS: `127.0.0.1:${temporalPort}`, TEMPORAL_NAMESPACE: 'default' })
  await worker.waitForLog(/^The API server at .* cannot be reached\. Trying again\.$/)
  const server = await startServer(folder.dataDir, { env: { KITROOM_PORT: String(apiPort) } })
  closers.push(() => server.stop())
  await worker.waitForLog(/^The API server at .* is available now\.$/)
  await worker.waitForLog(/^Temporal at .* cannot be reached\. Trying again\.$/)
  const binary = await findTemporal(process.env, createProgressPrinter())
  const databaseFile = join(folder.dataDir, 'temporal.db')
  const temporal = await startTemporalServer({
    binary,
    port: temporalPort,
    namespace: 'default',
    databaseFile,
    env: process.env,
  })
  closers.push(() => temporal.stop())
  const readyLine = await worker.waitForLog('ready')
  expect(readyLine['url']).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(readyLine['account']).toBe(account.account_id.replaceAll('-', '').slice(-12))
  const apiLines = worker.log.filter((line) => String(line['msg']).startsWith('The API server'))
  expect(apiLines).toHaveLength(2)
  expect(await worker.stop()).toBe(0)
})

it('SIGTERM ends a waiting worker at once', async () => {
  const worker = startWorker(useFolder(), {
    KITROOM_URL: `http://127.0.0.1:${await findFreePort()}`,
    KITROOM_API_KEY: 'sk_studio_unused',
  })
  await worker.waitForLog(/cannot be reached/)
  expect(await worker.stop()).toBe(0)
})

it('SIGTERM counts at every moment of a start', async () => {
  const folder = useFolder(false)
  const apiPort = await findFreePort()
  await createAccount(folder.dataDir, 'Studio')
  const { api_key: key } = (await runOperatorCommand(folder.dataDir, 'workerKey')) as { api_key: string }
  const start = (): Started => startWorker(folder, { KITROOM_URL: `http://127.0.0.1:${apiPort}`, KITROOM_API_KEY: key })
  const early = start()
  // The signal comes while the modules are loaded.
  expect([0, null]).toContain(await early.stop())
  const waiting = start()
  await waiting.waitForLog(/^The API server at .* cannot be reached\. Trying again\.$/)
  const server = await startServer(folder.dataDir, { env: { KITROOM_PORT: String(apiPort) } })
  closers.push(() => server.stop())
  await waiting.waitForLog(/^The API server at .* is available now\.$/)
  // From here to `ready` nothing waits that could notice the signal.
  expect(await waiting.stop()).toBe(0)
})

it('invalid settings end the worker with a sentence and exit code 1', async () => {
  const folder = useFolder()
  await expectFailure(folder, {}, /The worker has no API key\. Set KITROOM_API_KEY, or put/)
  // A process of its own for each of them would end in the same way.
  const failsWith = (env: Record<string, string>, message: RegExp): void =>
    expect(() => loadWorkerConfig(environmentOf(folder, env))).toThrow(message)
  failsWith({ KITROOM_API_KEY: 'ok_studio_owner' }, /KITROOM_API_KEY: must be an API key/)
  failsWith(
    { KITROOM_API_KEY: 'sk_studio_x', KITROOM_WORKER_PORT: 'high' },
    /KITROOM_WORKER_PORT: must be a port number/,
  )
  failsWith(
    { KITROOM_API_KEY: 'sk_studio_x', KITROOM_INTERVAL_SCALE: '0' },
    /KITROOM_INTERVAL_SCALE: must be a number from 0\.01 to 1/,
  )
  failsWith(
    { KITROOM_API_KEY: 'sk_studio_x', KITROOM_TIME_LIMIT_SCALE: '0' },
    /KITROOM_TIME_LIMIT_SCALE: must be a number from 0\.01 to 100/,
  )
  failsWith(
    { KITROOM_API_KEY: 'sk_studio_x', TEMPORAL_API_KEY: 'secret', TEMPORAL_TLS: 'false' },
    /would send TEMPORAL_API_KEY in clear text/,
  )
  mkdirSync(folder.dataDir, { recursive: true })
  writeFileSync(join(folder.dataDir, 'worker.json'), '{"api_key": 7}')
  failsWith({}, /worker\.json must hold JSON like/)
})

it('a key that is unknown or lacks a scope, and a database of another account, end the worker with a sentence', async () => {
  const folder = useFolder()
  const { url, account } = await useAccount(folder)
  const envOf = (key: string): Record<string, string> => ({ KITROOM_URL: url, KITROOM_API_KEY: key })
  const failsWith = async (key: string, message: RegExp): Promise<void> => {
    const worker = startInProcessWorker(environmentOf(folder, envOf(key)))
    await expect(worker.waitForLog('ready')).rejects.toThrow(message)
    expect(await worker.exited).toBe(1)
  }
  const unknownKey = account.api_key.replace(/.{12}$/, 'AAAAAAAAAAAA')
  await expectFailure(folder, envOf(unknownKey), /does not know this API key/)
  const keyWith = (...scopes: Scope[]): Promise<string> => addKey(folder.databaseFile, account.account_id, { scopes })
  await failsWith(
    await keyWith(...workerScopes.filter((scope) => scope !== 'profile:read')),
    /lacks the scopes profile:read\./,
  )
  // The scopes of worker keys from versions whose syncs did not check related records.
  const older =
    /The worker's API key lacks the scopes shoots:read, maintenance:write, maintenance:read, documents:read\. Make the worker a new key: .*workerKey\.ts/
  await failsWith(await keyWith('gear:read', 'gear:write', 'profile:read'), older)
  await failsWith(
    await keyWith('profile:read'),
    /lacks the scopes gear:read, gear:write, shoots:read, maintenance:write, maintenance:read, documents:read\./,
  )

  const worker = startInProcessWorker(environmentOf(folder, envOf(account.api_key)))
  await worker.waitForLog('ready')
  expect(await worker.stop()).toBe(0)
  const otherAccount = await createAccount(folder.dataDir, 'Other')
  await failsWith(otherAccount.api_key, /belongs to another account/)
})
