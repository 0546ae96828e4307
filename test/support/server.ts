import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { systemClock, type Clock } from '../../platform/clock.ts'
import { createSilentLog } from '../../platform/log.ts'
import { setTimeLimitScale } from '../../platform/timeLimit.ts'
import { buildApp, type App, type AppOptions } from '../../server/app.ts'
import { openApiDatabase } from '../../server/db/open.ts'
import { findProgram } from './programs.ts'
import { testSecretBox } from './secrets.ts'
import { STRETCHED_SCALE, stretchedTimeLimits } from './timeLimits.ts'
import { checkDatabaseOfProcess, databaseUrl, newDatabaseUrl, onPostgres } from './testDatabase.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * A server in the test's process has no console, whether the project's is built or not, unless a test names its folder.
 */
const NO_CONSOLE = join(root, 'test/support/no-console')

/** A temporary data folder and its database. */
export interface DataFolder extends Disposable {
  dataDir: string
  /** The path of the SQLite file, or the URL of the PostgreSQL database. */
  databaseFile: string
}

const databases = new Map<string, string>()

/**
 * Creates a data folder.
 * @param database the URL of an existing PostgreSQL database, instead of a new one
 * @param parent the folder that it is created in
 */
export function createDataFolder(
  database = onPostgres ? newDatabaseUrl() : undefined,
  parent: string = tmpdir(),
): DataFolder {
  checkDatabaseOfProcess()
  const dataDir = mkdtempSync(join(parent, 'kitroom-'))
  const databaseFile = database ?? join(dataDir, 'kitroom.db')
  if (database !== undefined) databases.set(dataDir, database)
  return { dataDir, databaseFile, [Symbol.dispose]: () => rmSync(dataDir, { recursive: true, force: true }) }
}

/** The environment variables with which a process uses a data folder. */
export async function buildDataFolderEnvironment(dataDir: string): Promise<Record<string, string>> {
  const database = databases.get(dataDir)
  return {
    KITROOM_DATA_DIR: dataDir,
    ...(database !== undefined && { KITROOM_DATABASE_URL: await databaseUrl(database) }),
  }
}

export interface TestServer extends AsyncDisposable {
  /** http://127.0.0.1:<port> */
  url: string
  /** Drains and stops it. A second call does nothing. */
  stop(): Promise<void>
}

export interface ChildServer extends TestServer {
  pid: number
  /** Its log so far, one object per line. */
  log: Record<string, unknown>[]
  kill(): Promise<void>
  /** Resolves with the exit code when it ends. */
  exited: Promise<number | null>
}

export interface ChildOptions {
  env?: Record<string, string>
  /** A shell command to run before it, such as `ulimit -f 100;`. */
  shellPrefix?: string
  /** The source tree; by default this one. */
  root?: string
}

async function launchServer(dataDir: string, options: ChildOptions): Promise<ChildProcess> {
  const env = {
    ...process.env,
    ...(await buildDataFolderEnvironment(dataDir)),
    KITROOM_PORT: '0',
    // Other tests would exceed the limits. Tests of the limits switch them on.
    KITROOM_RATE_LIMIT: 'off',
    NODE_ENV: 'production',
    ...stretchedTimeLimits,
    ...options.env,
  }
  const main = options.root === undefined ? findProgram('server/main.ts') : join(options.root, 'server/main.ts')
  const [program, args] =
    options.shellPrefix === undefined
      ? [process.execPath, [main]]
      : ['/bin/sh', ['-c', `${options.shellPrefix} exec "$0" "$1"`, process.execPath, main]]
  const child = spawn(program, args, { env, cwd: dataDir, stdio: ['ignore', 'pipe', 'pipe'] })
  // Not inherited: a server left behind by a failed test would hold the runner's stderr open and hang it.
  child.stderr.on('data', (chunk: Buffer) => process.stderr.write(chunk))
  return child
}

/** Starts server/main.ts as a process of its own, on a free port. */
export async function startServer(dataDir: string, options: ChildOptions = {}): Promise<ChildServer> {
  const child = await launchServer(dataDir, options)
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const log: Record<string, unknown>[] = []
  const url = await new Promise<string>((resolve, reject) => {
    if (!child.stdout) throw new Error('the server has no standard output')
    createInterface({ input: child.stdout }).on('line', (line) => {
      const entry = JSON.parse(line) as Record<string, unknown>
      log.push(entry)
      if (entry['msg'] === 'listening') resolve(String(entry['url']))
    })
    void exited.then((code) =>
      reject(new Error(`the server ended with ${code} before it listened: ${JSON.stringify(log)}`)),
    )
  })
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    return exited
  }
  const stop = async (): Promise<void> => {
    if (child.signalCode !== null) return
    const code = await end('SIGTERM')
    if (code !== 0) throw new Error(`the server ended with ${code}: ${JSON.stringify(log.slice(-5))}`)
  }
  return {
    url,
    pid: child.pid ?? 0,
    log,
    stop,
    exited,
    kill: async () => void (await end('SIGKILL')),
    [Symbol.asyncDispose]: stop,
  }
}

/** A clock that only `move` changes. */
export interface FakeClock extends Clock {
  move(ms: number): void
}

export function fakeClock(startMs: number = Date.now()): FakeClock {
  let now = startMs
  return { nowMs: () => now, move: (ms) => void (now += ms) }
}

export interface InProcessServer extends TestServer {
  /** The dispatcher, which sends nothing until it is started. */
  webhooks: App['webhooks']
  /**
   * Resolves when the audit rows of all answered requests are written, except refusals that are still being counted.
   */
  flushAudit: App['flushAudit']
}

type ChosenOptions =
  | 'rateLimit'
  | 'log'
  | 'trustedProxies'
  | 'webhookAllow'
  | 'consoleFolder'
  | 'consoleHttpClients'
  | 'corsOrigins'
  | 'workerUrl'
  | 'limits'

export interface InProcessOptions extends Partial<Pick<AppOptions, ChosenOptions>> {
  /** Default: a free one. */
  port?: number
  /** Starts the dispatcher and the housekeeping too, as server/main.ts does. */
  background?: boolean
}

/** Starts the server in the test's process: for a fake clock, or where a process is too slow. */
export async function startInProcessServer(
  databaseFile: string,
  clock: Clock = systemClock,
  { port = 0, background = false, ...options }: InProcessOptions = {},
): Promise<InProcessServer> {
  const { log = createSilentLog() } = options
  setTimeLimitScale(STRETCHED_SCALE)
  const db = await openApiDatabase(await databaseUrl(databaseFile), clock, log)
  const app = buildApp({
    rateLimit: false,
    consoleFolder: NO_CONSOLE,
    ...options,
    db,
    clock,
    log,
    secrets: testSecretBox,
    auditReads: true,
  })
  const url = await app.listen('127.0.0.1', port)
  if (background) {
    app.housekeeping.start()
    app.webhooks.start()
  }
  let stopPromise: Promise<void> | undefined
  const stop = (): Promise<void> => (stopPromise ??= app.drain().then(() => db.close()))
  return { url, webhooks: app.webhooks, flushAudit: () => app.flushAudit(), stop, [Symbol.asyncDispose]: stop }
}
