import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { workerScopes } from '../../../contract/scopes.ts'
import { addKey, createAccount } from '../../support/account.ts'
import { shareBundle } from '../../support/bundle.ts'
import { createApi, type Api } from '../../support/api.ts'
import { runSql } from '../../support/database.ts'
import { checkInvariants } from '../../support/invariants.ts'
import { systemClock } from '../../../platform/clock.ts'
import { emptyAllowList, type AllowList } from '../../../platform/outbound/allowList.ts'
import {
  createDataFolder,
  startInProcessServer,
  startServer,
  type ChildServer,
  type DataFolder,
  type TestServer,
} from '../../support/server.ts'
import { inStateSchema, stateOnPostgres } from '../../support/stateUrl.ts'
import { emptyDatabaseUrl } from '../../support/testDatabase.ts'
import { createSettings } from '../../support/settings.ts'
import { stretchedTimeLimits } from '../../support/timeLimits.ts'
import { startInProcessWorker } from './inProcessWorker.ts'
import { startProcess, type Started } from './process.ts'
import { requireNoGoogleSecret } from './searchForSecrets.ts'
import { openSync, type Sync } from './sync.ts'

export interface Temporal {
  address: string
  namespace: string
}

/** One studio's machine: data folder, API server, worker, kitroom.yaml and its sheets. */
export interface Studio extends AsyncDisposable {
  folder: DataFolder
  accountId: string
  api: Api
  settings: Api
  server: TestServer
  /** Requires `ownProcess: 'server'` or `'both'`. */
  readonly serverProcess: ChildServer
  worker: Started
  /** The control plane of the worker that runs now. */
  sync: Sync
  configure(text: string): void
  writeSheet(name: string, text: string): void
  restartServer(): Promise<void>
  environment(): Record<string, string>
  /** Starts the worker; stop or kill the one before it first. */
  startWorker(env?: Record<string, string>): Promise<void>
  /** Runs a statement on the worker's database. */
  stateSql<Row = Record<string, unknown>>(text: string, ...parameters: (string | number | null)[]): Promise<Row[]>
  /** Counts rows of the worker's database. @param from a table, and a condition */
  countInState(from: string): Promise<number>
  /** Runs a statement on the API's database. */
  apiSql<Row = Record<string, unknown>>(text: string, ...parameters: (string | number | null)[]): Promise<Row[]>
}

export const mainSource = 'sources:\n  - id: main\n    file: sheet.csv\n'

const portOf = (url: string): string => new URL(url).port

export interface StudioOptions {
  config?: string
  /**
   * What is a process of its own and not in the test's process: to be killed, or with faults, outages or output of its
   * own.
   */
  ownProcess?: 'worker' | 'server' | 'both'
  /** Environment of the API server; needs `ownProcess: 'server'` or `'both'`. */
  serverEnv?: Record<string, string>
  workerEnv?: Record<string, string>
  /** Of an API server in the test's process. */
  trustedProxies?: string[]
  /** Addresses that webhooks may reach, of an API server in the test's process. */
  webhookAllow?: AllowList
  workerRate?: number
}

/** @param port the one of the stopped server; 0 for a free one */
const launchServer = (
  { dataDir, databaseFile }: DataFolder,
  { ownProcess, serverEnv, trustedProxies = [], webhookAllow = emptyAllowList }: StudioOptions,
  port: string,
): Promise<TestServer> =>
  ownProcess === 'both' || ownProcess === 'server'
    ? startServer(dataDir, { env: { ...serverEnv, KITROOM_PORT: port } })
    : startInProcessServer(databaseFile, systemClock, {
        port: Number(port),
        background: true,
        trustedProxies,
        webhookAllow,
      })

function requireProcess(server: TestServer): ChildServer {
  if (!('pid' in server))
    throw new Error('The server is in the test’s process. Call openStudio with ownProcess: server.')
  return server as ChildServer
}

/** Starts a studio with one account and a source `main` that reads `sheet.csv`. */
export async function openStudio(temporal: Temporal, options: StudioOptions = {}): Promise<Studio> {
  const folder = createDataFolder()
  const { dataDir } = folder
  shareBundle(dataDir)
  const [server, account] = await Promise.all([launchServer(folder, options, '0'), createAccount(dataDir, 'Studio')])
  const workerKey = await addKey(folder.databaseFile, account.account_id, {
    kind: 'worker',
    scopes: workerScopes,
    ratePerSecond: options.workerRate ?? 1000,
  })
  const configure = (text: string): void => writeFileSync(join(dataDir, 'kitroom.yaml'), text)
  configure(options.config ?? mainSource)
  const stateUrl = stateOnPostgres ? await emptyDatabaseUrl() : undefined
  const environment = (): Record<string, string> => ({
    KITROOM_DATA_DIR: dataDir,
    KITROOM_URL: studio.server.url,
    KITROOM_API_KEY: workerKey,
    KITROOM_WORKER_PORT: '0',
    KITROOM_INGRESS_PORT: '0',
    KITROOM_CONFIG: join(dataDir, 'kitroom.yaml'),
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: temporal.namespace,
    // Shortens the worker's intervals to a tenth.
    KITROOM_INTERVAL_SCALE: '0.1',
    ...stretchedTimeLimits,
    // A namespace of Temporal has at most 100 deployments, and each test has an account of its own.
    KITROOM_WORKER_VERSIONS: 'off',
    ...(stateUrl !== undefined && { KITROOM_WORKER_DATABASE_URL: stateUrl }),
    ...options.workerEnv,
  })
  const workers: Started[] = []
  const startWorker = async (env: Record<string, string> = {}): Promise<void> => {
    const workerEnv = { ...environment(), ...env }
    const isInProcess = options.ownProcess === undefined || options.ownProcess === 'server'
    studio.worker = isInProcess ? startInProcessWorker(workerEnv) : startProcess('worker/main.ts', workerEnv)
    workers.push(studio.worker)
    await studio.worker.waitForLog('ready')
    studio.sync = openSync(dataDir)
  }
  const studio: Studio = {
    folder,
    accountId: account.account_id,
    api: createApi(server.url, account.api_key),
    settings: createSettings(server.url, account.owner_key),
    server,
    get serverProcess() {
      return requireProcess(studio.server)
    },
    worker: undefined as never,
    sync: undefined as never,
    configure,
    writeSheet: (name, text) => writeFileSync(join(dataDir, name), text),
    restartServer: async () => {
      studio.server = await launchServer(folder, options, portOf(studio.server.url))
    },
    environment,
    startWorker,
    stateSql: (text, ...parameters) =>
      runSql(stateUrl === undefined ? join(dataDir, 'worker.db') : inStateSchema(stateUrl), text, ...parameters),
    countInState: async (from) =>
      Number((await studio.stateSql<{ n: number }>(`select count(*) as n from ${from}`))[0]?.n),
    apiSql: (text, ...parameters) => runSql(folder.databaseFile, text, ...parameters),
    [Symbol.asyncDispose]: async () => {
      await studio.worker.stop()
      await studio.server.stop()
      await checkInvariants(folder.databaseFile)
      await requireNoGoogleSecret(studio, workers, stateUrl !== undefined)
      folder[Symbol.dispose]()
    },
  }
  await startWorker()
  return studio
}
