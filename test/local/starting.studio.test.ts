import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findFreePort, acceptsConnections } from '../../local/ports.ts'
import { endLeftover, isProcessRunning, type ProcessRecord } from '../../local/processes.ts'
import { silentPrinter } from '../../local/progressPrinter.ts'
import { findTemporal } from '../../local/temporal/find.ts'
import { shareBundle } from '../support/bundle.ts'
import { stretchedTimeLimits } from '../support/timeLimits.ts'
import { runFile, startFile } from '../support/run.ts'
import { pause, until } from '../support/wait.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
let folder: string
let env: Record<string, string | undefined>
let remainingProcesses: ProcessRecord[] = []

interface RunFile {
  supervisor: ProcessRecord
  processes: Record<string, ProcessRecord>
}

/** Remembers the processes of `npm start`, so that a failed test leaves none. */
function recordRun(): ProcessRecord[] {
  const { supervisor, processes } = JSON.parse(readFileSync(join(folder, 'data', 'run.json'), 'utf8')) as RunFile
  remainingProcesses = [supervisor, ...Object.values(processes)]
  return remainingProcesses
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kitroom-starting-'))
  const temporal = await findTemporal(process.env, silentPrinter)
  env = {
    HOME: process.env['HOME'],
    PATH: `${dirname(temporal)}:${dirname(process.execPath)}:${process.env['PATH']}`,
    KITROOM_DATA_DIR: join(folder, 'data'),
    KITROOM_CONFIG: join(folder, 'kitroom.yaml'),
    ...stretchedTimeLimits,
    KITROOM_PORT: String(await findFreePort()),
    KITROOM_WORKER_PORT: String(await findFreePort()),
    KITROOM_INGRESS_PORT: String(await findFreePort()),
  }
})
afterEach(async () => {
  for (const process of remainingProcesses) await endLeftover(process, 5000)
  remainingProcesses = []
  rmSync(folder, { recursive: true, force: true })
})

function treeOf(pid: number): number[] {
  const children = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
    .stdout.trim()
    .split('\n')
    .filter(Boolean)
    .map(Number)
  return [pid, ...children.flatMap(treeOf)]
}

describe.skipIf(process.platform === 'win32')('SIGTERM under npm stops everything in order', () => {
  it.each([
    ['sent to npm alone', (npm: number) => [npm]],
    ['sent to every process at once, as systemd does', treeOf],
  ])('%s', async (_, receivers) => {
    shareBundle(join(folder, 'data'))
    const npm = spawn('npm', ['start'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    let text = ''
    for (const stream of [npm.stdout, npm.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => (text += part))
    await until('it has started', () => {
      if (npm.exitCode !== null) throw new Error(`it did not start:\n${text}`)
      return text.includes('Ctrl-C stops it')
    })
    const processes = recordRun()
    spawnSync('kill', ['-TERM', ...receivers(npm.pid ?? 0).map(String)])
    await until('its processes have ended', () => !processes.some(isProcessRunning))
    expect(text.match(/Stopping .*/g)).toEqual([
      'Stopping …',
      'Stopping the worker …',
      'Stopping the server …',
      'Stopping Temporal …',
    ])
    for (const name of ['server', 'worker'])
      expect(
        readFileSync(join(folder, 'data', 'logs', `${name}.log`), 'utf8'),
        `the ${name} stopped in order`,
      ).toContain('"msg":"stopped"')
    expect(
      readdirSync(join(folder, 'data')).filter((name) => /^(kitroom|worker)\.db-wal$|run\.json|\.lock$/.test(name)),
    ).toEqual([])
  })
})

it('npm start serves the API while it still looks for Temporal, then starts the worker', async () => {
  const go = join(folder, 'go')
  const stub = join(folder, 'bin', 'temporal')
  mkdirSync(dirname(stub))
  // Simulates a slow download: it waits until the test creates a file, then runs the real Temporal.
  writeFileSync(
    stub,
    `#!/bin/sh\nwhile [ ! -e "${go}" ]; do sleep 0.2; done\nexec "${await findTemporal(process.env, silentPrinter)}" "$@"\n`,
  )
  chmodSync(stub, 0o755)
  shareBundle(join(folder, 'data'))
  const run = startFile('bin/run.mjs', ['local/start.ts'], { ...env, PATH: `${dirname(stub)}:${env['PATH']}` })
  await run.waitForOutput(/The API is up\./)
  const { supervisor } = JSON.parse(readFileSync(join(folder, 'data', 'run.json'), 'utf8')) as RunFile
  remainingProcesses = [supervisor]
  const url = `http://127.0.0.1:${env['KITROOM_PORT']}`
  for (const line of [
    `API        ${url}/api/v1`,
    `reference  ${url}/docs`,
    `database   SQLite, ${join(folder, 'data', 'kitroom.db')}`,
  ])
    expect(run.out()).toContain(line)
  expect(run.out()).toContain(`settings   ${env['KITROOM_CONFIG']}`)
  const key = /API key +(sk_studio_\w+)/.exec(run.out())?.[1] ?? ''
  const answer = await fetch(`${url}/api/v1/gear`, { headers: { authorization: `Bearer ${key}` } })
  expect(answer.status).toBe(200)
  expect(run.out()).not.toContain('Kitroom is running')
  writeFileSync(go, '')
  await run.waitForOutput(/Kitroom is running/)
  recordRun()
  run.child.kill('SIGTERM')
  expect((await run.ended).code).toBe(0)
})

it('npm start uses the ports set for Temporal, and serves its web pages only on a set port', async () => {
  const [port, ui, http, metrics] = [
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
  ]
  shareBundle(join(folder, 'data'))
  const run = startFile('bin/run.mjs', ['local/start.ts'], {
    ...env,
    KITROOM_TEMPORAL_PORT: String(port),
    KITROOM_TEMPORAL_UI_PORT: String(ui),
    KITROOM_TEMPORAL_HTTP_PORT: String(http),
    KITROOM_TEMPORAL_METRICS_PORT: String(metrics),
  })
  await run.waitForOutput(/Kitroom is running/)
  recordRun()
  expect(run.out()).toContain(`Temporal   127.0.0.1:${port} (pages at http://127.0.0.1:${ui})`)
  for (const takenPort of [port, ui, http, metrics]) expect(await acceptsConnections(takenPort)).toBe(true)
  const secondRun = await runFile('local/start.ts', [], {
    ...env,
    KITROOM_DATA_DIR: join(folder, 'other'),
    KITROOM_PORT: '0',
    KITROOM_WORKER_PORT: '0',
    KITROOM_INGRESS_PORT: '0',
    KITROOM_TEMPORAL_PORT: String(port),
  })
  expect(secondRun.code).toBe(1)
  expect(secondRun.err).toContain(`Port ${port} is in use, so the Temporal cannot take it.`)
  expect(secondRun.err).toContain('or set KITROOM_TEMPORAL_PORT to another port.')
  run.child.kill('SIGTERM')
  expect((await run.ended).code).toBe(0)
})

it('npm start and the demo list their options, and name an unknown one', async () => {
  for (const [file, options] of [
    ['local/start.ts', ['--name', '--email', '--tier', '--timezone', '--currency', '--account', '--help']],
    ['local/demo.ts', ['--once']],
  ] as const) {
    const { code, out, err } = await runFile(file, ['--help'], env)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    for (const option of options) expect(out).toContain(option)
    expect(await runFile(file, ['--nmae', 'x'], env)).toMatchObject({ code: 1, err: expect.stringContaining('--nmae') })
  }
  expect(existsSync(join(folder, 'data'))).toBe(false)
})

describe('an unusable data folder is reported by a sentence without a stack trace', () => {
  const sentence =
    /^.* cannot be used: .* \([A-Z]+\)\. Kitroom needs a data folder that this user may write; KITROOM_DATA_DIR names another one\.\n$/

  it('for a path through a file, and one that cannot be created', async () => {
    writeFileSync(join(folder, 'file'), '')
    for (const dataDir of [join(folder, 'file', 'data'), join(folder, 'file'), '/proc/kitroom']) {
      const { code, err } = await runFile('local/start.ts', [], { ...env, KITROOM_DATA_DIR: dataDir })
      expect(err).toMatch(sentence)
      expect(code).toBe(1)
    }
  })

  it('for a read-only folder or one of another user', async () => {
    const data = join(folder, 'data')
    mkdirSync(data, { mode: 0o500 })
    const isRoot = process.getuid?.() === 0
    // Root may write to every folder, so it gets a read-only file system.
    if (isRoot && spawnSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', data]).status !== 0) {
      console.log('NOT RUN: root may not mount a read-only file system here.')
      return
    }
    try {
      const { code, err } = await runFile('local/start.ts', [], env)
      expect(err).toMatch(sentence)
      expect(err).toContain(isRoot ? 'it is read-only (EROFS)' : 'this user may not (EACCES)')
      expect(code).toBe(1)
    } finally {
      if (isRoot) spawnSync('umount', [data])
    }
  })
})

/** Lists the processes of a data folder by their environment. */
function listProcessesOf(dataFolder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`KITROOM_DATA_DIR=${dataFolder}\0`)
      } catch {
        return false
      }
    })
}

it.skipIf(process.platform !== 'linux')('SIGTERM to npm leaves no process, however early it comes', async () => {
  shareBundle(join(folder, 'data'))
  const data = join(folder, 'data')
  for (const afterMs of [0, 30, 100, 200, 250, 300, 350, 400, 500, 900, 1500, 2500, 4000, 6000, 9000]) {
    const npm = spawn('npm', ['start'], { cwd: ROOT, env, stdio: 'ignore', detached: true })
    const exited = new Promise((resolve) => npm.once('exit', resolve))
    await pause(afterMs, 'the moment of the stop')
    npm.kill('SIGTERM')
    await exited
    await until(`nothing runs any more, ${afterMs} ms after the start`, () => listProcessesOf(data).length === 0)
    expect(existsSync(join(data, 'start.lock')), `the lock after ${afterMs} ms`).toBe(false)
  }
})
