import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createClient } from '../../client/client.ts'
import { createGear, listGear } from '../../contract/api/gear.ts'
import { createMaintenance } from '../../contract/api/maintenance.ts'
import { listKeys } from '../../contract/settings/keys.ts'
import { SETTINGS_BASE } from '../../contract/settings/operations.ts'
import { WorkerFile } from '../../contract/control/workerFile.ts'
import { STARTER_CONFIG } from '../../contract/control/starterConfig.ts'
import { findFreePort } from '../../local/ports.ts'
import { endLeftover, isProcessRunning, type ProcessRecord } from '../../local/processes.ts'
import { silentPrinter } from '../../local/progressPrinter.ts'
import { findTemporal } from '../../local/temporal/find.ts'
import { openBrowser } from '../support/console.ts'
import { runSql } from '../support/database.ts'
import { pause, until } from '../support/wait.ts'
import { runFile, startFile, type CommandResult, type StartedProcess } from '../support/run.ts'
import { stretchedTimeLimits } from '../support/timeLimits.ts'

let folder: string
let env: Record<string, string | undefined>
let started: StartedProcess | undefined

interface RunFile {
  supervisor: ProcessRecord
  processes: Record<string, ProcessRecord & { url: string }>
}
const runJson = (): RunFile => JSON.parse(readFileSync(join(folder, 'data', 'run.json'), 'utf8')) as RunFile
const workerJson = (): WorkerFile =>
  WorkerFile.parse(JSON.parse(readFileSync(join(folder, 'data', 'worker.json'), 'utf8')))
const apiUrl = (): string => `http://127.0.0.1:${env['KITROOM_PORT']}/api/v1`

async function startAll(extra: Record<string, string> = {}): Promise<StartedProcess> {
  started = startFile('bin/run.mjs', ['local/start.ts', '--currency', 'EUR'], { ...env, ...extra })
  await started.waitForOutput(/Kitroom is running\. Ctrl-C stops it/)
  return started
}

const ingressUrl = (port: string | undefined): string => `http://127.0.0.1:${port}/webhooks/kitroom`

async function expectEventInInbox(apiKey: string): Promise<void> {
  const client = createClient({ url: apiUrl(), token: apiKey })
  const [item] = (await client.call(listGear)).body.data
  const body = {
    item_type: 'camera' as const,
    item_id: item?.id ?? '',
    service_type: 'Sensor cleaning',
    service_date: '2030-01-31',
  }
  const { id } = (await client.call(createMaintenance, { body })).body.data
  await client.close()
  const select = 'select type from inbox where record_id = ?'
  expect(
    await until(
      'the event is in the inbox',
      async () => (await runSql(join(folder, 'data', 'worker.db'), select, id))[0],
    ),
  ).toEqual({
    type: 'maintenance.created',
  })
}

/** Expects the temporary owner key of the registration to be revoked. */
async function expectSetupKeyRevoked(ownerKey: string): Promise<void> {
  const settings = createClient({ url: `http://127.0.0.1:${env['KITROOM_PORT']}${SETTINGS_BASE}`, token: ownerKey })
  const owners = (await settings.call(listKeys)).body.data.filter(({ kind }) => kind === 'owner')
  await settings.close()
  expect(owners.map(({ name, revoked_at: revokedAt }) => [name, revokedAt === null])).toEqual([
    ['Setup', false],
    ['Owner', true],
  ])
}

// As in a terminal under npm, where each parent process passes the signal on, so it arrives twice.
async function ctrlC(run: StartedProcess): Promise<CommandResult> {
  run.child.kill('SIGINT')
  await pause(30, 'a signal that each parent process passes on')
  run.child.kill('SIGINT')
  return run.ended
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kitroom-start-'))
  // Only Temporal is on the PATH: without setpriv, only our own clean-up ends the processes of a killed supervisor.
  mkdirSync(join(folder, 'bin'))
  symlinkSync(await findTemporal(process.env, silentPrinter), join(folder, 'bin', 'temporal'))
  env = {
    HOME: process.env['HOME'],
    PATH: join(folder, 'bin'),
    KITROOM_DATA_DIR: join(folder, 'data'),
    KITROOM_CONFIG: join(folder, 'kitroom.yaml'),
    KITROOM_INTERVAL_SCALE: '0.1',
    ...stretchedTimeLimits,
    KITROOM_PORT: String(await findFreePort()),
    KITROOM_WORKER_PORT: String(await findFreePort()),
    KITROOM_INGRESS_PORT: String(await findFreePort()),
  }
})
afterEach(async () => {
  const remainingProcesses = existsSync(join(folder, 'data', 'run.json')) ? Object.values(runJson().processes) : []
  started?.child.kill('SIGKILL')
  for (const process of remainingProcesses) await endLeftover(process, 5000)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('npm start creates an account once, runs three processes, stops them on Ctrl-C and keeps the data', async () => {
  const firstRun = await startAll()
  const key = /API key +(sk_studio_\w+)/.exec(firstRun.out())?.[1] ?? ''
  const ownerKey = /owner key +(ok_studio_\w+)/.exec(firstRun.out())?.[1] ?? ''
  expect(ownerKey).not.toBe('')
  expect(readFileSync(join(folder, 'kitroom.yaml'), 'utf8')).toContain('sources: []')
  for (const name of ['worker.json', 'cli.json', 'run.json'])
    expect(statSync(join(folder, 'data', name)).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(folder, 'data', 'worker.json'), 'utf8')).not.toContain(key)
  const workerKey = workerJson().api_key
  const { supervisor, processes } = runJson()
  expect(Object.keys(processes)).toEqual(['server', 'Temporal', 'worker'])
  expect(processes['server']?.url).toBe(`http://127.0.0.1:${env['KITROOM_PORT']}`)
  for (const process of [supervisor, ...Object.values(processes)]) expect(isProcessRunning(process)).toBe(true)
  const code = /console +http:\/\/127\.0\.0\.1:\d+\/#code=([\w-]{43})/.exec(firstRun.out())?.[1]
  const browser = openBrowser(`http://127.0.0.1:${env['KITROOM_PORT']}`)
  expect((await browser.signIn({ code })).status).toBe(201)
  const sources = await browser.send('GET', '/console/api/worker/v1/sources')
  expect({ status: sources.status, data: sources.data() }, 'the server knows the worker').toEqual({
    status: 200,
    data: [],
  })
  const client = createClient({ url: apiUrl(), token: key })
  await client.call(createGear, { body: { gear_type: 'camera', brand: 'Leica', model: 'M6' } })
  expect(await runFile('cli/main.ts', ['sync', 'list'], env)).toMatchObject({
    code: 0,
    out: 'kitroom.yaml names no source yet.\n',
  })
  const registered = workerJson().webhook
  expect(registered?.url).toBe(ingressUrl(env['KITROOM_INGRESS_PORT']))

  const endedRun = await ctrlC(firstRun)
  expect(endedRun.code).toBe(0)
  expect(endedRun.err.match(/Stopping .*/g)).toEqual([
    'Stopping …',
    'Stopping the worker …',
    'Stopping the server …',
    'Stopping Temporal …',
  ])
  for (const process of [supervisor, ...Object.values(processes)]) expect(isProcessRunning(process)).toBe(false)
  expect(existsSync(join(folder, 'data', 'run.json'))).toBe(false)

  const ingressPort = String(await findFreePort())
  const secondRun = await startAll({ KITROOM_INGRESS_PORT: ingressPort })
  expect(secondRun.out()).not.toMatch(/sk_studio|ok_studio/)
  expect(workerJson().webhook, 'the registration follows the port').toEqual({
    ...registered,
    url: ingressUrl(ingressPort),
  })
  expect((await client.call(listGear)).body.pagination.total).toBe(1)
  expect(workerJson().api_key, 'the worker keeps its key').toBe(workerKey)
  await client.close()
  await expectEventInInbox(key)
  await expectSetupKeyRevoked(ownerKey)
  expect((await ctrlC(secondRun)).code).toBe(0)
})

it('npm start creates a new worker key when the one of an earlier version lacks scopes', async () => {
  const { url, api_key: oldKey } = workerJson()
  writeFileSync(join(folder, 'data', 'worker.json'), JSON.stringify({ url, api_key: oldKey }))
  const run = await startAll()
  expect(workerJson().api_key).not.toBe(oldKey)
  expect(workerJson().scopes).toContain('maintenance:read')
  expect(workerJson().webhook?.url, 'nothing was noted of a registration').toBe(ingressUrl(env['KITROOM_INGRESS_PORT']))
  const client = createClient({ url: apiUrl(), token: oldKey, retries: 0 })
  await expect(client.call(listGear)).rejects.toMatchObject({ status: 401 })
  await client.close()
  expect((await ctrlC(run)).code).toBe(0)
})

it('a second npm start on the same data folder is refused, and the first continues', async () => {
  const firstRun = await startAll()
  const secondRun = await runFile('local/start.ts', [], {
    ...env,
    KITROOM_PORT: '0',
    KITROOM_WORKER_PORT: '0',
    KITROOM_INGRESS_PORT: '0',
  })
  expect(secondRun.code).toBe(1)
  expect(secondRun.err).toMatch(
    /Kitroom already runs on this data folder\. Stop it, or set KITROOM_DATA_DIR to another \(process \d+\)/,
  )
  expect((await ctrlC(firstRun)).code).toBe(0)
})

it('npm start ends the processes that a killed supervisor left behind', async () => {
  await startAll()
  const leftRun = runJson()
  process.kill(leftRun.supervisor.pid, 'SIGKILL')
  await started?.ended
  for (const process of Object.values(leftRun.processes)) expect(isProcessRunning(process)).toBe(true)
  const nextRun = await startAll()
  for (const process of Object.values(leftRun.processes)) expect(isProcessRunning(process)).toBe(false)
  expect(nextRun.err()).toMatch(/A worker that an earlier run left behind \(process \d+\) was stopped\./)
  expect(nextRun.err()).toMatch(/A server that an earlier run left behind/)
  expect((await ctrlC(nextRun)).code).toBe(0)
})

it('npm start restarts a process that dies', async () => {
  const run = await startAll()
  const processesBefore = runJson().processes
  for (const name of ['server', 'worker', 'Temporal']) {
    process.kill(processesBefore[name]?.pid ?? 0, 'SIGKILL')
    await run.waitForOutput(
      new RegExp(`The ${name} was ended by SIGKILL; it is started again \\(1 of 5\\)\\.[^]*The ${name} runs again\\.`),
    )
    const processAfter = runJson().processes[name]
    expect(processAfter?.pid).not.toBe(processesBefore[name]?.pid)
    expect(processAfter?.url).toBe(processesBefore[name]?.url)
  }
  expect((await ctrlC(run)).code).toBe(0)
})

it('npm start prints the faults of kitroom.yaml, at its start and later', async () => {
  const file = join(folder, 'kitroom.yaml')
  const goodConfig = readFileSync(file, 'utf8')
  writeFileSync(file, 'reminders:\n  at: noon\n')
  const run = await startAll()
  const fault =
    /worker: kitroom\.yaml cannot be used:\nkitroom\.yaml:2: reminders\.at: must be a time such as "08:00".*\nUntil it is fixed no sync starts/
  await run.waitForOutput(fault)
  expect(await runFile('cli/main.ts', ['sync', 'status'], env)).toMatchObject({
    out: expect.stringMatching(/^! kitroom\.yaml cannot be used, since .*\n {2}kitroom\.yaml:2: reminders\.at: /),
  })
  expect((await runFile('cli/main.ts', ['reminders', 'list'], env)).err).toContain('kitroom.yaml:2: reminders.at')
  writeFileSync(file, goodConfig)
  await run.waitForOutput(/worker: Over: kitroom\.yaml cannot be used/)
  writeFileSync(file, 'calendars: {\n')
  await run.waitForOutput(/kitroom\.yaml:\d+: (?!reminders)/)
  writeFileSync(file, goodConfig)
  expect((await ctrlC(run)).code).toBe(0)
})

it('npm start writes the settings in force where kitroom.yaml is missing, and says that a file is not used', async () => {
  const file = join(folder, 'kitroom.yaml')
  const text = 'sources:\n  - id: main\n    file: inventory.csv\n'
  const asNewHost = (): void => rmSync(join(folder, 'data', 'host-id'))
  const kitroom = (...args: string[]) => runFile('cli/main.ts', args, env)
  writeFileSync(file, text)
  const first = await startAll()
  await until('the file is adopted', async () =>
    (await kitroom('worker', 'settings', '--text')).out.includes('id: main'),
  )
  await ctrlC(first)
  asNewHost()
  rmSync(file)
  const second = await startAll()
  expect(second.err()).toContain(`Wrote the settings in force to ${file}`)
  expect(readFileSync(file, 'utf8')).toBe(text)
  expect((await kitroom('sync', 'status')).out).toBe('No run yet.\n')
  await ctrlC(second)
  asNewHost()
  writeFileSync(file, STARTER_CONFIG)
  const third = await startAll()
  await third.waitForOutput(/kitroom\.yaml is not used \((?:outdated|conflict)\)/)
  expect((await kitroom('sync', 'status')).out).toContain('! kitroom.yaml is not used: ')
  await ctrlC(third)
})

it('npm start names a port that is in use and how to choose another', async () => {
  const portHolder = createServer().listen(Number(env['KITROOM_PORT']), '127.0.0.1')
  const result = await runFile('local/start.ts', [], env)
  portHolder.close()
  expect(result.code).toBe(1)
  expect(result.err).toContain(`Port ${env['KITROOM_PORT']} is in use, so the server cannot take it.`)
  expect(result.err).toContain('or set KITROOM_PORT to another port.')
})

it('npm start names an invalid setting', async () => {
  const result = await runFile('local/start.ts', [], { ...env, KITROOM_PORT: 'http' })
  expect(result).toMatchObject({
    code: 1,
    err: 'These settings cannot be used:\n  KITROOM_PORT: must be a port number, 0 to 65535\n',
  })
})

it('npm start stops when it is interrupted during the start', async () => {
  const run = startFile('local/start.ts', [], env)
  await run.waitForOutput(/Starting the server/)
  run.child.kill('SIGINT')
  expect((await run.ended).code).toBe(130)
  expect(existsSync(join(folder, 'data', 'run.json'))).toBe(false)
  expect(existsSync(join(folder, 'data', 'start.lock'))).toBe(false)
})
