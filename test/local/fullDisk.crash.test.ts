import { spawn, spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient, type Client } from '../../client/client.ts'
import { createGear, listGear } from '../../contract/api/gear.ts'
import { findFreePort } from '../../local/ports.ts'
import { endLeftover, type ProcessRecord } from '../../local/processes.ts'
import { silentPrinter } from '../../local/progressPrinter.ts'
import { findTemporal } from '../../local/temporal/find.ts'
import { runFile, startFile, type StartedProcess } from '../support/run.ts'
import { stretchedTimeLimits } from '../support/timeLimits.ts'
import { fillDisk } from '../support/fillDisk.ts'
import { shareBundle } from '../support/bundle.ts'
import { until } from '../support/wait.ts'

const SIZE_MB = 48
const folder = mkdtempSync(join(tmpdir(), 'kitroom-full-'))
const disk = join(folder, 'disk')
const dataDir = join(disk, 'data')
mkdirSync(disk)
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m`, 'tmpfs', disk]).status === 0
const notRun = isMounted ? '' : ' (NOT RUN: a disk of its own cannot be mounted by this user)'
if (!isMounted) console.log(`NOT RUN: a full disk under npm start needs a tmpfs, and this user may not mount one.`)

let env: Record<string, string | undefined>
let started: StartedProcess
let key: string

const processes = (): Record<string, ProcessRecord> =>
  (JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')) as { processes: Record<string, ProcessRecord> })
    .processes

const fill = (file = join(disk, 'filler')): void => fillDisk(file)

const WAITS_FOR_ROOM = [
  '.log cannot be written, so its lines are lost until it can',
  'the disk of the data folder is full. It is started again as soon as there is room.',
]

/** Waits until a check succeeds that fails before. */
const untilDone = (description: string, check: () => Promise<boolean>): Promise<true> =>
  until(description, () => check().catch(() => false))

const statusOf = async (path: string): Promise<number> =>
  (await fetch(`http://127.0.0.1:${env['KITROOM_PORT']}${path}`)).status

async function write(client: Client, model: string): Promise<boolean> {
  await client.call(createGear, { body: { gear_type: 'camera', brand: 'Leica', model } })
  return true
}

beforeAll(async () => {
  mkdirSync(join(folder, 'bin'))
  symlinkSync(await findTemporal(process.env, silentPrinter), join(folder, 'bin', 'temporal'))
  env = {
    HOME: process.env['HOME'],
    PATH: join(folder, 'bin'),
    KITROOM_DATA_DIR: dataDir,
    KITROOM_CONFIG: join(folder, 'kitroom.yaml'),
    KITROOM_LOG_LEVEL: 'debug',
    ...stretchedTimeLimits,
    KITROOM_PORT: String(await findFreePort()),
    KITROOM_WORKER_PORT: String(await findFreePort()),
    KITROOM_INGRESS_PORT: String(await findFreePort()),
  }
  writeFileSync(join(folder, 'sheet.csv'), 'Asset Tag,Type,Brand,Model\nF-1,camera,Sony,FX3\n')
  writeFileSync(join(folder, 'kitroom.yaml'), 'sources: [{ id: main, file: ./sheet.csv, key: asset_tag }]\n')
})
afterAll(async () => {
  const remainingProcesses = existsSync(join(dataDir, 'run.json')) ? Object.values(processes()) : []
  started?.child.kill('SIGKILL')
  for (const process of remainingProcesses) await endLeftover(process, 5000)
  if (isMounted) spawnSync('umount', ['-l', disk])
  rmSync(folder, { recursive: true, force: true })
})

describe.skipIf(!isMounted)(`npm start on a full disk${notRun}`, () => {
  it('still answers reads while there is no room, and everything once there is', async () => {
    mkdirSync(dataDir, { recursive: true })
    shareBundle(dataDir)
    started = startFile('bin/run.mjs', ['local/start.ts'], env)
    await started.waitForOutput(/Kitroom is running\. Ctrl-C stops it/)
    key = /API key +(sk_studio_\w+)/.exec(started.out())?.[1] ?? ''
    const client = createClient({ url: `http://127.0.0.1:${env['KITROOM_PORT']}/api/v1`, token: key, retries: 0 })
    await write(client, 'before')
    const server = processes()['server']?.pid

    fill()
    await expect(write(client, 'too much')).rejects.toMatchObject({ status: 503 })
    const planRun = runFile('cli/main.ts', ['sync', 'plan', 'main'], { ...env, PATH: process.env['PATH'] })
    // Temporal is killed too. The API must stay up, however often Temporal is restarted.
    process.kill(processes()['Temporal']?.pid ?? 0, 'SIGKILL')
    await until('the supervisor waits for room, and a log is said to lose lines', async () => {
      fill()
      expect(await statusOf('/healthz')).toBe(200)
      expect((await client.call(listGear)).body.pagination.total).toBe(1)
      return WAITS_FOR_ROOM.every((sentence) => started.err().includes(sentence))
    })
    fill()
    expect(await statusOf('/healthz')).toBe(200)
    expect((await client.call(listGear)).body.pagination.total).toBe(1)
    expect(started.child.exitCode).toBeNull()

    rmSync(join(disk, 'filler'))
    await untilDone('a write works again', () => write(client, 'after'))
    await untilDone('it is ready', async () => (await statusOf('/readyz')) === 200)
    await planRun
    await untilDone(
      'a plan is made',
      async () =>
        (await runFile('cli/main.ts', ['sync', 'plan', 'main'], { ...env, PATH: process.env['PATH'] })).code === 0,
    )
    expect(processes()['server']?.pid, 'the server was never ended').toBe(server)
    await client.close()
    started.child.kill('SIGTERM')
    expect((await started.ended).code).toBe(0)
    const logs = readdirSync(join(dataDir, 'logs')).map((name) => readFileSync(join(dataDir, 'logs', name), 'utf8'))
    expect(logs.join('\n')).toMatch(/"\d+ lines were lost: the file could not be written"/)
  })

  it('leaves a server running whose log is on that disk, and the server stops with 0', async () => {
    const log = openSync(join(disk, 'server.log'), 'a')
    const port = await findFreePort()
    const server = spawn(process.execPath, ['server/main.ts'], {
      env: {
        ...process.env,
        KITROOM_DATABASE_URL: undefined,
        KITROOM_DATA_DIR: join(folder, 'roomy'),
        KITROOM_PORT: String(port),
      },
      stdio: ['ignore', log, 'inherit'],
    })
    const serverExit = new Promise((resolve) => server.once('exit', (code, signal) => resolve(code ?? signal)))
    await untilDone('it answers', async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).status === 200)
    fill()
    fill(join(disk, 'server.log'))
    server.kill('SIGTERM')
    expect(await serverExit).toBe(0)
    closeSync(log)
  })
})
