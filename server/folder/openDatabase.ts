import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { WorkerFile } from '../../contract/control/workerFile.ts'
import { systemClock } from '../../platform/clock.ts'
import { ConfigError } from '../../platform/environment.ts'
import type { Logger } from '../../platform/log.ts'
import { restrictFolder, EXPOSED_FOLDER_MESSAGE } from '../../platform/privateFiles.ts'
import { readJson } from '../../platform/secretFile.ts'
import {
  parseDatabaseAddress,
  describeDatabaseAddress,
  isSameDatabaseAddress,
  canBeSameDatabase,
  type DatabaseAddress,
} from '../../platform/sql/databaseAddress.ts'
import { findDatabaseFile } from '../../platform/sql/databaseFile.ts'
import type { Database } from '../../platform/sql/types.ts'
import { openApiDatabase } from '../db/open.ts'
import type { Schema } from '../db/schema.ts'
import { FOLDER_RECORD_FILE, readFolderRecord, writeFolderRecord, type FolderRecord } from './folderRecord.ts'

export interface FolderDatabase {
  dataDir: string
  databaseUrl: string
}

const createOtherDatabaseError = (
  { dataDir }: FolderDatabase,
  record: FolderRecord,
  found: DatabaseAddress,
): ConfigError =>
  new ConfigError(
    [
      `The data folder ${dataDir} belongs to another database. Nothing was changed.`,
      `  it belongs to      ${describeDatabaseAddress(record.address, dataDir)}`,
      `  the settings name  ${describeDatabaseAddress(found, dataDir)}`,
      'Set KITROOM_DATABASE_URL (leave it out for the file of the folder) so that it names the first, or KITROOM_DATA_DIR to another folder.',
      `A database is moved with kitroom restore: docs/operations.md. If it was moved by other means, delete ${join(dataDir, FOLDER_RECORD_FILE)}.`,
    ].join('\n'),
  )

const createOtherAccountsError = ({ dataDir }: FolderDatabase, found: DatabaseAddress): ConfigError =>
  new ConfigError(
    [
      `This database does not have the account that the data folder ${dataDir} works for: ${describeDatabaseAddress(found, dataDir)}. Nothing was changed.`,
      'Set KITROOM_DATABASE_URL to the database that has it, or restore a backup: docs/operations.md.',
      'To begin with a new account, set KITROOM_DATA_DIR to a new folder.',
    ].join('\n'),
  )

const isFileGone = ({ databaseUrl }: FolderDatabase): boolean => {
  const file = findDatabaseFile(databaseUrl)
  return file !== undefined && !existsSync(file)
}

/** Lists the folder's known accounts: those of its record or, before the first record, the account in `worker.json`. */
function listKnownAccounts({ dataDir }: FolderDatabase, record: FolderRecord | undefined): string[] {
  if (record) return record.accounts.map(({ account_id: id }) => id)
  const workerAccount = readJson(join(dataDir, 'worker.json'), WorkerFile)?.account_id
  return workerAccount === undefined ? [] : [workerAccount]
}

/**
 * Returns the database's address, and neither opens nor creates the database.
 * @throws ConfigError if the data folder belongs to another database
 */
export async function checkDatabaseAddress(folder: FolderDatabase): Promise<DatabaseAddress> {
  const address = await parseDatabaseAddress(folder.databaseUrl, folder.dataDir)
  const record = readFolderRecord(folder.dataDir)
  if (record && !canBeSameDatabase(record.address, address)) throw createOtherDatabaseError(folder, record, address)
  if (isFileGone(folder) && listKnownAccounts(folder, record).length > 0)
    throw createOtherAccountsError(folder, address)
  return address
}

const readEpochs = (db: Database): Promise<FolderRecord['accounts']> =>
  db.read((tx) =>
    tx.query(tx.builder<Schema>().selectFrom('account_state').select(['account_id', 'epoch']).orderBy('account_id')),
  )

/** True for the recorded database, and for a moved one with an account in the same epoch. */
const isKnownDatabase = (record: FolderRecord, { address, accounts }: FolderRecord): boolean =>
  isSameDatabaseAddress(record.address, address) ||
  record.accounts.some((known) =>
    accounts.some(({ account_id: id, epoch }) => id === known.account_id && epoch === known.epoch),
  )

/** Creates the new record of the folder. @throws ConfigError if the open database has other accounts than the folder */
export async function checkAccounts(folder: FolderDatabase, db: Database): Promise<FolderRecord> {
  const address = await parseDatabaseAddress(folder.databaseUrl, folder.dataDir)
  const record = readFolderRecord(folder.dataDir)
  const found = { address, accounts: await readEpochs(db) }
  if (record && !isKnownDatabase(record, found)) throw createOtherDatabaseError(folder, record, address)
  const known = listKnownAccounts(folder, record)
  const hasKnownAccount = found.accounts.some(({ account_id: id }) => known.includes(id))
  if (known.length > 0 && !hasKnownAccount) throw createOtherAccountsError(folder, address)
  return found
}

/**
 * Updates the folder's record. A read-only folder is not an error; it only lacks the protection that the record gives.
 */
function updateFolderRecord({ dataDir }: FolderDatabase, found: FolderRecord, log: Logger): void {
  if (JSON.stringify(readFolderRecord(dataDir)) === JSON.stringify(found)) return
  try {
    writeFolderRecord(dataDir, found)
  } catch (error) {
    log.warn(
      { err: error },
      `${FOLDER_RECORD_FILE} could not be written: the data folder does not know which database it belongs to`,
    )
  }
}

/** Checks an open database against the folder's record and updates the record. @throws ConfigError */
export async function checkAndRecord(folder: FolderDatabase, db: Database, log: Logger): Promise<void> {
  updateFolderRecord(folder, await checkAccounts(folder, db), log)
}

/**
 * Opens the API database of a data folder and records it there.
 * @returns the database and its address as text for people
 * @throws ConfigError if the folder belongs to another database
 */
export async function openFolderDatabase(
  folder: FolderDatabase,
  log: Logger,
): Promise<{ db: Database; address: string }> {
  const address = await checkDatabaseAddress(folder)
  if (!restrictFolder(folder.dataDir)) log.warn({ folder: folder.dataDir }, EXPOSED_FOLDER_MESSAGE)
  const db = await openApiDatabase(folder.databaseUrl, systemClock, log)
  try {
    await checkAndRecord(folder, db, log)
  } catch (error) {
    await db.close()
    throw error
  }
  return { db, address: describeDatabaseAddress(address, folder.dataDir) }
}
