import { afterAll, beforeAll } from 'vitest'
import { createAccount, type TestAccount } from './account.ts'
import { createApi, type Api } from './api.ts'
import { endConnection, keepConnection, runSql } from './database.ts'
import { checkInvariants } from './invariants.ts'
import {
  fakeClock,
  startInProcessServer,
  startServer,
  createDataFolder,
  type ChildServer,
  type DataFolder,
  type FakeClock,
  type InProcessServer,
  type TestServer,
} from './server.ts'
import { leaseSharedServer } from './sharedServer.ts'
import { dropDatabase } from './testDatabase.ts'
import { systemClock } from '../../platform/clock.ts'
import type { SqlValue } from '../../platform/sql/types.ts'
import type { HttpLimits } from '../../server/http/listener.ts'

/** A server with the account Alice of one test file and, on request, a second account. */
export interface Suite {
  readonly server: TestServer
  readonly folder: DataFolder
  readonly alice: Api
  readonly aliceAccount: TestAccount
  /** A client of the second account. Requires that option. */
  readonly bob: Api
  readonly bobAccount: TestAccount
  /** Requires `fakeClock`. */
  readonly clock: FakeClock
  /** Requires `ownProcess`. */
  readonly process: ChildServer
  /** Not with `ownProcess`. See InProcessServer. */
  flushAudit(): Promise<void>
  /** Runs a statement over another connection than the server's. `?` stands for a parameter. */
  sql<Row = Record<string, unknown>>(text: string, ...parameters: SqlValue[]): Promise<Row[]>
}

interface Running {
  server: ChildServer | InProcessServer
  folder: DataFolder
  alice: TestAccount
  bob: TestAccount | undefined
  /** Checks the invariants and frees what the file had. */
  end(): Promise<void>
}

interface SuiteOptions {
  fakeClock?: boolean
  ownProcess?: boolean
  limits?: HttpLimits
  /** A server and a database for this file alone: for tests that break the database or look at all accounts. */
  own?: boolean
  bob?: boolean
}

async function startOwn(options: SuiteOptions, clock: FakeClock): Promise<Running> {
  const folder = createDataFolder()
  const [server, alice, bob] = await Promise.all([
    options.ownProcess
      ? startServer(folder.dataDir)
      : startInProcessServer(
          folder.databaseFile,
          options.fakeClock ? clock : systemClock,
          options.limits && { limits: options.limits },
        ),
    createAccount(folder.dataDir, 'Alice'),
    options.bob ? createAccount(folder.dataDir, 'Bob') : undefined,
  ])
  // A process that reads the files of SQLite loses its locks on them, so it keeps no connection beside another process.
  if (!options.ownProcess) keepConnection(folder.databaseFile)
  const end = async (): Promise<void> => {
    await server.stop()
    await checkInvariants(folder.databaseFile)
    await endConnection(folder.databaseFile)
    await dropDatabase(folder.databaseFile)
    folder[Symbol.dispose]()
  }
  return { server, folder, alice, bob, end }
}

async function leaseServer(options: SuiteOptions): Promise<Running> {
  const lease = await leaseSharedServer()
  const alice = await lease.createAccount('Alice')
  const bob = options.bob ? await lease.createAccount('Bob') : undefined
  return { server: lease.server, folder: lease.folder, alice, bob, end: () => lease.end() }
}

/**
 * Gives the file a server with new accounts before its tests, and checks their invariants after them. Files share the
 * server of their process, unless an option needs one of its own.
 */
export function useServer(options: SuiteOptions = {}): Suite {
  const clock = fakeClock()
  const { own = false, fakeClock: hasFakeClock = false, ownProcess = false, limits } = options
  const isOwn = own || hasFakeClock || ownProcess || limits !== undefined
  let running: Running | undefined
  const now = (): Running => {
    if (!running) throw new Error('The server is not running. Use it only inside tests.')
    return running
  }
  beforeAll(async () => {
    running = await (isOwn ? startOwn(options, clock) : leaseServer(options))
  })
  afterAll(() => now().end())
  const bob = (): TestAccount => {
    const account = now().bob
    if (!account) throw new Error('There is no second account. Call useServer({ bob: true }).')
    return account
  }
  return {
    clock,
    get process() {
      const { server } = now()
      if (!('pid' in server))
        throw new Error('The server is in the test’s process. Call useServer({ ownProcess: true }).')
      return server
    },
    flushAudit: async () => {
      const { server } = now()
      if (!('flushAudit' in server))
        throw new Error('The server is a process of its own. Call useServer() without ownProcess.')
      await server.flushAudit()
    },
    get server() {
      return now().server
    },
    get folder() {
      return now().folder
    },
    get alice() {
      return createApi(now().server.url, now().alice.api_key)
    },
    get aliceAccount() {
      return now().alice
    },
    get bob() {
      return createApi(now().server.url, bob().api_key)
    },
    get bobAccount() {
      return bob()
    },
    sql: (text, ...parameters) => runSql(now().folder.databaseFile, text, ...parameters),
  }
}
