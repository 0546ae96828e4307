import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findCacheFolder } from '../../local/temporal/cache.ts'
import { until } from '../support/wait.ts'

const pythonFolder = fileURLToPath(new URL('./', import.meta.url))
const requirements = join(pythonFolder, 'requirements.txt')
const execute = promisify(execFile)

/** A Python with the reader packages, or why there is none. */
export type Python = { command: string; packages: string } | { reason: string }
type Ready = Exclude<Python, { reason: string }>

const succeeds = (command: string, args: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore', timeout: 120_000 }).status === 0

/** Finds Python, and installs the pinned packages once into the cache folder. */
export function findPython(): Python {
  const command = ['python3', 'python'].find((name) =>
    succeeds(name, ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))']),
  )
  if (!command) return { reason: 'there is no Python 3.10 or newer on this machine' }
  const cache = findCacheFolder(process.env)
  const packages = join(
    cache,
    `calendar-readers-${createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 16)}`,
  )
  if (existsSync(packages)) return { command, packages }
  mkdirSync(cache, { recursive: true })
  const newFolder = mkdtempSync(join(cache, 'new-'))
  if (
    !succeeds(command, [
      '-m',
      'pip',
      'install',
      '--quiet',
      '--disable-pip-version-check',
      '--target',
      newFolder,
      '-r',
      requirements,
    ])
  ) {
    rmSync(newFolder, { recursive: true })
    return { reason: 'the Python packages that read calendars could not be installed; the network may be missing' }
  }
  renameSync(newFolder, packages)
  return { command, packages }
}

const environment = ({ packages }: Ready, home: string): NodeJS.ProcessEnv => ({
  ...process.env,
  PYTHONPATH: packages,
  PYTHONUTF8: '1',
  HOME: home,
  XDG_CONFIG_HOME: home,
  XDG_DATA_HOME: home,
  XDG_CACHE_HOME: home,
  TZ: 'UTC',
})

async function runPython(python: Ready, home: string, args: readonly string[]): Promise<string> {
  const { stdout } = await execute(python.command, args, {
    env: environment(python, home),
    maxBuffer: 64 * 1024 * 1024,
    cwd: home,
  })
  return stdout
}

/** uid, start, end, summary, location, description; moments in UTC, days as YYYY-MM-DD. */
export type PythonEvent = [string, string, string, string, string | null, string | null]

/** The events that icalendar and vobject read, by library and file. */
export const readInPython = async (
  python: Ready,
  home: string,
  files: readonly string[],
): Promise<Record<string, Record<string, PythonEvent[]>>> =>
  JSON.parse(await runPython(python, home, [join(pythonFolder, 'readers.py'), ...files])) as Record<
    string,
    Record<string, PythonEvent[]>
  >

const KHAL = `[calendars]
[[shoots]]
path = VDIR
type = calendar
[locale]
local_timezone = UTC
default_timezone = UTC
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
`

/** Imports a file into a new khal calendar. @returns uid, start, end and all-day flag of its events, in UTC */
export async function importToKhal(python: Ready, home: string, file: string): Promise<string[][]> {
  const folder = mkdtempSync(join(home, 'khal-'))
  const config = join(folder, 'config')
  mkdirSync(join(folder, 'vdir'))
  writeFileSync(config, KHAL.replace('VDIR', join(folder, 'vdir')))
  const khal = (...args: string[]): Promise<string> => runPython(python, folder, ['-m', 'khal', '-c', config, ...args])
  await khal('import', '--batch', '--include-calendar', 'shoots', file)
  const format = '{uid}|{start-long}|{end-long}|{all-day}'
  const listing = await khal('list', '--once', '--day-format', '', '--format', format, '2025-01-01', '2028-12-31')
  return listing
    .split('\n')
    .filter((line) => line.includes('|'))
    .map((line) => line.split('|'))
}

export interface Radicale extends AsyncDisposable {
  send(
    method: string,
    path: string,
    body: string,
    headers?: Record<string, string>,
  ): Promise<{ status: number; text: string }>
}

export async function startRadicale(python: Ready, home: string, port: number): Promise<Radicale> {
  const config = join(home, 'radicale.conf')
  writeFileSync(
    config,
    `[server]\nhosts = 127.0.0.1:${port}\n[auth]\ntype = none\n[rights]\ntype = authenticated\n[storage]\nfilesystem_folder = ${join(home, 'radicale')}\n[logging]\nlevel = warning\n`,
  )
  const child: ChildProcess = spawn(python.command, ['-m', 'radicale', '--config', config], {
    env: environment(python, home),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const send: Radicale['send'] = async (method, path, body, headers = {}) => {
    const authorization = `Basic ${Buffer.from('studio:').toString('base64')}`
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization, ...headers },
      ...(body !== '' && { body }),
    })
    return { status: answer.status, text: await answer.text() }
  }
  await until('radicale answers', async () => {
    if (child.exitCode !== null) throw new Error(`radicale ended: ${errors}`)
    return send('OPTIONS', '/', '').then(
      () => true,
      () => false,
    )
  })
  return {
    send,
    [Symbol.asyncDispose]: async () => {
      const childExit = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await childExit
    },
  }
}
