import { afterAll, beforeAll } from 'vitest'
import { createAccount, type TestAccount } from './account.ts'
import { createApi, type Api } from './api.ts'
import { sqlOn } from './database.ts'
import { checkInvariants } from './invariants.ts'
import {
  fakeClock,
  startInProcess,
  startServer,
  tempFolder,
  type DataFolder,
  type FakeClock,
  type InProcessServer,
  type TestServer,
} from './server.ts'
import { dropDatabase } from './testDatabase.ts'
import type { SqlValue } from '../../platform/sql/types.ts'

/** What a test file works with: a server of its own, an account and, where asked for, another that knows nothing of it. */
export interface Suite {
  readonly server: TestServer
  readonly folder: DataFolder
  readonly alice: Api
  readonly aliceAccount: TestAccount
  /** Only with `stranger`. */
  readonly stranger: Api
  readonly strangerAccount: TestAccount
  /** Only with `fakeClock`. */
  readonly clock: FakeClock
  /** Only with `fakeClock`: see InProcessServer. */
  flushAudit(): Promise<void>
  /** Runs a statement on the database over a connection of its own; `?` stands for each parameter. */
  sql<Row = Record<string, unknown>>(text: string, ...parameters: SqlValue[]): Promise<Row[]>
}

interface Running {
  server: TestServer | InProcessServer
  folder: DataFolder
  alice: TestAccount
  stranger: TestAccount | undefined
}

/**
 * Starts a server before the file's tests: its own process, or with `fakeClock` inside ours. After them it is stopped and what must hold of
 * every database is checked.
 */
export function useServer(options: { fakeClock?: boolean; stranger?: boolean } = {}): Suite {
  const clock = fakeClock()
  let running: Running | undefined
  const now = (): Running => {
    if (!running) throw new Error('the server is not running: use it inside tests only')
    return running
  }
  beforeAll(async () => {
    const folder = tempFolder()
    const [server, alice, stranger] = await Promise.all([
      options.fakeClock ? startInProcess(folder.databaseFile, clock) : startServer(folder.dataDir),
      createAccount(folder.dataDir, 'Alice'),
      options.stranger ? createAccount(folder.dataDir, 'Stranger') : undefined,
    ])
    running = { server, folder, alice, stranger }
  })
  afterAll(async () => {
    const { server, folder } = now()
    await server.stop()
    await checkInvariants(folder.databaseFile)
    await dropDatabase(folder.databaseFile)
    folder[Symbol.dispose]()
  })
  const stranger = (): TestAccount => {
    const account = now().stranger
    if (!account) throw new Error('there is no stranger: ask for one by useServer({ stranger: true })')
    return account
  }
  return {
    clock,
    flushAudit: async () => {
      const { server } = now()
      if (!('flushAudit' in server))
        throw new Error('the server is a process of its own: ask for one in this process by useServer({ fakeClock: true })')
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
    get stranger() {
      return createApi(now().server.url, stranger().api_key)
    },
    get strangerAccount() {
      return stranger()
    },
    sql: (text, ...parameters) => sqlOn(now().folder.databaseFile, text, ...parameters),
  }
}
