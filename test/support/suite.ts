import { afterAll, beforeAll } from 'vitest'
import { createAccount, type TestAccount } from './account.ts'
import { createApi, type Api } from './api.ts'
import { runSql } from './database.ts'
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
import { dropDatabase } from './testDatabase.ts'
import { systemClock } from '../../platform/clock.ts'
import type { SqlValue } from '../../platform/sql/types.ts'
import type { HttpLimits } from '../../server/http/listener.ts'

/** A server for one test file, with the account Alice and, on request, a second account. */
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
  /** Runs a statement over a connection of its own. `?` stands for a parameter. */
  sql<Row = Record<string, unknown>>(text: string, ...parameters: SqlValue[]): Promise<Row[]>
}

interface Running {
  server: ChildServer | InProcessServer
  folder: DataFolder
  alice: TestAccount
  bob: TestAccount | undefined
}

/**
 * Starts a server before the file's tests, in the test's process or in a process of its own.
 * Stops it after them and checks the invariants of its database.
 */
export function useServer(
  options: { fakeClock?: boolean; ownProcess?: boolean; bob?: boolean; limits?: HttpLimits } = {},
): Suite {
  const clock = fakeClock()
  let running: Running | undefined
  const now = (): Running => {
    if (!running) throw new Error('The server is not running. Use it only inside tests.')
    return running
  }
  beforeAll(async () => {
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
    running = { server, folder, alice, bob }
  })
  afterAll(async () => {
    const { server, folder } = now()
    await server.stop()
    await checkInvariants(folder.databaseFile)
    await dropDatabase(folder.databaseFile)
    folder[Symbol.dispose]()
  })
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
