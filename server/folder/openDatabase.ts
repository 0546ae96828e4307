import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { WorkerFile } from '../../contract/workerFile.ts'
import { systemClock } from '../../platform/clock.ts'
import { ConfigError } from '../../platform/environment.ts'
import type { Logger } from '../../platform/log.ts'
import { restrictFolder, EXPOSED_FOLDER } from '../../platform/privateFiles.ts'
import { readJson } from '../../platform/secretFile.ts'
import { addressOf, describeAddress, isSameAddress, mayBeSame, type DatabaseAddress } from '../../platform/sql/databaseAddress.ts'
import { databaseFile } from '../../platform/sql/databaseFile.ts'
import type { Database } from '../../platform/sql/types.ts'
import { openApiDatabase } from '../db/open.ts'
import type { Schema } from '../db/schema.ts'
import { MEMORY_FILE, readMemory, writeMemory, type Memory } from './memory.ts'

/** A data folder and the URL of the database that its settings name. */
export interface FolderDatabase {
  dataDir: string
  databaseUrl: string
}

const otherDatabase = ({ dataDir }: FolderDatabase, memory: Memory, found: DatabaseAddress): ConfigError =>
  new ConfigError(
    [
      `The data folder ${dataDir} belongs to another database. Nothing was changed.`,
      `  it belongs to      ${describeAddress(memory.address, dataDir)}`,
      `  the settings name  ${describeAddress(found, dataDir)}`,
      'Set KITROOM_DATABASE_URL (leave it out for the file of the folder) so that it names the first, or KITROOM_DATA_DIR to another folder.',
      `A database is moved with kitroom restore: docs/operations.md. If it was moved by other means, delete ${join(dataDir, MEMORY_FILE)}.`,
    ].join('\n'),
  )

const otherAccounts = ({ dataDir }: FolderDatabase, found: DatabaseAddress): ConfigError =>
  new ConfigError(
    [
      `This database does not have the account that the data folder ${dataDir} works for: ${describeAddress(found, dataDir)}. Nothing was changed.`,
      'Set KITROOM_DATABASE_URL to the database that has it, or restore a backup: docs/operations.md.',
      'To begin with a new account, set KITROOM_DATA_DIR to a new folder.',
    ].join('\n'),
  )

const isFileGone = ({ databaseUrl }: FolderDatabase): boolean => {
  const file = databaseFile(databaseUrl)
  return file !== undefined && !existsSync(file)
}

/** The accounts that the folder is known to work for; before its first start with a memory, the one of `worker.json`. */
function accountsOf({ dataDir }: FolderDatabase, memory: Memory | undefined): string[] {
  if (memory) return memory.accounts.map(({ account_id: id }) => id)
  const worker = readJson(join(dataDir, 'worker.json'), WorkerFile)?.account_id
  return worker === undefined ? [] : [worker]
}

/**
 * Refuses a database that the data folder does not belong to, before it is opened or made.
 * @returns its address
 * @throws ConfigError that names both databases
 */
export async function refuseOtherDatabase(folder: FolderDatabase): Promise<DatabaseAddress> {
  const address = await addressOf(folder.databaseUrl, folder.dataDir)
  const memory = readMemory(folder.dataDir)
  if (memory && !mayBeSame(memory.address, address)) throw otherDatabase(folder, memory, address)
  if (isFileGone(folder) && accountsOf(folder, memory).length > 0) throw otherAccounts(folder, address)
  return address
}

const listEpochs = (db: Database): Promise<Memory['accounts']> =>
  db.read((tx) => tx.query(tx.builder<Schema>().selectFrom('account_state').select(['account_id', 'epoch']).orderBy('account_id')))

/** Whether a database at another address has an account in the same epoch. */
const isSameDatabase = (memory: Memory, { address, accounts }: Memory): boolean =>
  isSameAddress(memory.address, address) ||
  memory.accounts.some((known) => accounts.some(({ account_id: id, epoch }) => id === known.account_id && epoch === known.epoch))

/**
 * Refuses an open database that has other accounts than the data folder's.
 * @returns what the folder is to remember
 * @throws ConfigError
 */
export async function checkAccounts(folder: FolderDatabase, db: Database): Promise<Memory> {
  const address = await addressOf(folder.databaseUrl, folder.dataDir)
  const memory = readMemory(folder.dataDir)
  const found = { address, accounts: await listEpochs(db) }
  if (memory && !isSameDatabase(memory, found)) throw otherDatabase(folder, memory, address)
  const known = accountsOf(folder, memory)
  const hasOne = found.accounts.some(({ account_id: id }) => known.includes(id))
  if (known.length > 0 && !hasOne) throw otherAccounts(folder, address)
  return found
}

/** A folder that cannot be written keeps nobody from working: it is only not protected. */
function remember({ dataDir }: FolderDatabase, found: Memory, log: Logger): void {
  if (JSON.stringify(readMemory(dataDir)) === JSON.stringify(found)) return
  try {
    writeMemory(dataDir, found)
  } catch (error) {
    log.warn({ err: error }, `${MEMORY_FILE} could not be written: the data folder does not know which database it belongs to`)
  }
}

/** Checks an open database against what the data folder remembers, and remembers it. @throws ConfigError */
export async function claimFolder(folder: FolderDatabase, db: Database, log: Logger): Promise<void> {
  remember(folder, await checkAccounts(folder, db), log)
}

/**
 * Opens the API database of a data folder, and remembers in the folder which one that is.
 * @returns the database, and its address for people
 * @throws ConfigError when the folder belongs to another database
 */
export async function openFolderDatabase(folder: FolderDatabase, log: Logger): Promise<{ db: Database; address: string }> {
  const address = await refuseOtherDatabase(folder)
  if (!restrictFolder(folder.dataDir)) log.warn({ folder: folder.dataDir }, EXPOSED_FOLDER)
  const db = await openApiDatabase(folder.databaseUrl, systemClock, log)
  try {
    await claimFolder(folder, db, log)
  } catch (error) {
    await db.close()
    throw error
  }
  return { db, address: describeAddress(address, folder.dataDir) }
}
