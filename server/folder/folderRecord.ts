// Records the database of a data folder, so that a start without KITROOM_DATABASE_URL does not create an empty one.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ConfigError } from '../../platform/environment.ts'
import { ensurePrivateFolder } from '../../platform/privateFiles.ts'
import { writeSecret } from '../../platform/secretFile.ts'
import { DatabaseAddress } from '../../platform/sql/databaseAddress.ts'

/** The file contains no user name and no password. */
export const FOLDER_RECORD_FILE = 'database.json'

const AccountEpoch = z.strictObject({ account_id: z.string(), epoch: z.string() })

const FolderRecord = z.strictObject({ address: DatabaseAddress, accounts: z.array(AccountEpoch) })
export type FolderRecord = z.output<typeof FolderRecord>

/** Reads the folder's record; `undefined` before the first start. @throws ConfigError when the file cannot be parsed */
export function readFolderRecord(dataDir: string): FolderRecord | undefined {
  const file = join(dataDir, FOLDER_RECORD_FILE)
  try {
    return FolderRecord.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new ConfigError(
      `${file} does not say which database this data folder belongs to. Delete it if KITROOM_DATABASE_URL is right.`,
      {
        cause: error,
      },
    )
  }
}

export function writeFolderRecord(
  dataDir: string,
  record: FolderRecord,
  file = join(dataDir, FOLDER_RECORD_FILE),
): void {
  ensurePrivateFolder(dataDir)
  writeSecret(file, record)
}
