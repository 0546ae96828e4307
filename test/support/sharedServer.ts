// The server of a test process, which the files without a server of their own share. To start one costs more than many
// files.
import { createAccount, type NewAccount } from '../../server/operator/newAccount.ts'
import { toAccountDetails } from './account.ts'
import { keepConnection, withDatabase } from './database.ts'
import { checkInvariants, listAccounts } from './invariants.ts'
import { createDataFolder, startInProcessServer, type DataFolder, type InProcessServer } from './server.ts'

interface SharedServer {
  server: InProcessServer
  folder: DataFolder
}

export interface Lease extends SharedServer {
  createAccount(name: string): Promise<NewAccount>
  /** Checks the invariants of the accounts that exist since the lease began. @throws FoundFault */
  end(): Promise<void>
}

/** Global setup removes its folder, so nothing stops the server when the process ends. */
async function start(): Promise<SharedServer> {
  const folder = createDataFolder(undefined, process.env['KITROOM_TEST_RUN_FOLDER'])
  const server = await startInProcessServer(folder.databaseFile)
  keepConnection(folder.databaseFile)
  const stop = (): Promise<void> =>
    Promise.reject(new Error('Files share this server. To stop it, call useServer({ own: true }).'))
  return { server: { ...server, stop, [Symbol.asyncDispose]: stop }, folder }
}

let running: Promise<SharedServer> | undefined

/** Leases the shared server to a test file. A process runs one file at a time. */
export async function leaseSharedServer(): Promise<Lease> {
  const shared = await (running ??= start())
  const { databaseFile } = shared.folder
  const earlier = new Set(await listAccounts(databaseFile))
  return {
    ...shared,
    createAccount: (name) => withDatabase(databaseFile, (db) => createAccount(db, toAccountDetails(name), Date.now())),
    end: async () => {
      await shared.server.flushAudit()
      await checkInvariants(databaseFile, earlier)
    },
  }
}
