import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findFreePort } from '../../local/ports.ts'
import { endLeftover, type ProcessRecord } from '../../local/processes.ts'
import { silentPrinter } from '../../local/progressPrinter.ts'
import { findTemporal } from '../../local/temporal/find.ts'
import { shareBundle } from '../support/bundle.ts'
import { runFile, startFile, type StartedProcess } from '../support/run.ts'
import { stretchedTimeLimits } from '../support/timeLimits.ts'

let folder: string
let env: Record<string, string | undefined>
let started: StartedProcess

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kitroom-no-worker-'))
  mkdirSync(join(folder, 'bin'))
  mkdirSync(join(folder, 'data'))
  shareBundle(join(folder, 'data'))
  env = {
    // There is no Temporal, no Go and no cache, and the proxy does not exist, so a download fails at once.
    PATH: join(folder, 'bin'),
    KITROOM_CACHE_DIR: join(folder, 'cache'),
    HTTPS_PROXY: 'http://127.0.0.1:9',
    HOME: folder,
    KITROOM_DATA_DIR: join(folder, 'data'),
    KITROOM_CONFIG: join(folder, 'kitroom.yaml'),
    ...stretchedTimeLimits,
    KITROOM_PORT: String(await findFreePort()),
    KITROOM_WORKER_PORT: String(await findFreePort()),
    KITROOM_INGRESS_PORT: String(await findFreePort()),
  }
})
afterEach(async () => {
  const file = join(folder, 'data', 'run.json')
  const remainingProcesses = existsSync(file)
    ? Object.values((JSON.parse(readFileSync(file, 'utf8')) as { processes: Record<string, ProcessRecord> }).processes)
    : []
  started.child.kill('SIGKILL')
  for (const process of remainingProcesses) await endLeftover(process, 5000)
  rmSync(folder, { recursive: true, force: true })
})

const linkTemporal = async (): Promise<void> =>
  symlinkSync(await findTemporal(process.env, silentPrinter), join(folder, 'bin', 'temporal'))

async function apiAnswers(): Promise<number> {
  const key = /API key +(sk_studio_\w+)/.exec(started.out())?.[1] ?? ''
  return (
    await fetch(`http://127.0.0.1:${env['KITROOM_PORT']}/api/v1/gear`, { headers: { authorization: `Bearer ${key}` } })
  ).status
}

async function stopAll(): Promise<number | null> {
  started.child.kill('SIGTERM')
  const { code } = await started.ended
  expect(existsSync(join(folder, 'data', 'run.json'))).toBe(false)
  return code
}

it('npm start keeps the API up without Temporal, says why, and starts the worker once there is one', async () => {
  started = startFile('local/start.ts', [], env)
  await started.waitForOutput(/The worker does not run: Temporal is needed[^]*It is tried again in 5 seconds/)
  expect(started.out()).toContain(`API        http://127.0.0.1:${env['KITROOM_PORT']}/api/v1`)
  for (const part of [
    'download by the Temporal SDK: ',
    'build with Go: Go is not installed',
    'install the Temporal CLI',
    'The API stays up',
  ])
    expect(started.err()).toContain(part)
  expect(await apiAnswers()).toBe(200)
  await linkTemporal()
  await started.waitForOutput(/Kitroom is running/)
  expect(await runFile('cli/main.ts', ['sync', 'list'], env)).toMatchObject({ code: 0 })
  expect(await stopAll()).toBe(0)
})

it('npm start keeps the API up when the worker dies at its start, says why once, and stops on SIGTERM', async () => {
  await linkTemporal()
  writeFileSync(join(folder, 'data', 'worker.db'), 'no database at all '.repeat(100))
  started = startFile('local/start.ts', [], env)
  await started.waitForOutput(
    /The worker does not run: The worker did not start: it ended with code 1\..*not a database[^]*It is tried again in 5 seconds/s,
  )
  expect(await apiAnswers()).toBe(200)
  await started.waitForOutput(/It is tried again in 10 seconds/)
  expect(started.err().match(/The worker does not run/g)).toHaveLength(1)
  expect(await apiAnswers()).toBe(200)
  expect(await stopAll()).toBe(0)
})

it('npm start refuses an invalid TEMPORAL_ADDRESS before anything starts', async () => {
  started = startFile('local/start.ts', [], { ...env, TEMPORAL_ADDRESS: 'localhost' })
  expect(await started.ended).toMatchObject({
    code: 1,
    err: 'TEMPORAL_ADDRESS must look like host:port, for example 127.0.0.1:7233.\n',
  })
})
