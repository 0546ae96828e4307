// A data folder records its database, so that a start without KITROOM_DATABASE_URL does not create an empty one.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ConfigError } from '../../platform/environment.ts'
import { ensurePrivateFolder } from '../../platform/privateFiles.ts'
import { writeSecret } from '../../platform/secretFile.ts'
import { DatabaseAddress } from '../../platform/sql/databaseAddress.ts'

/** Contains no user and no password. */
export const MEMORY_FILE = 'database.json'

const AccountEpoch = z.strictObject({ account_id: z.string(), epoch: z.string() })

const Memory = z.strictObject({ address: DatabaseAddress, accounts: z.array(AccountEpoch) })
export type Memory = z.output<typeof Memory>

/** Reads the folder's record; `undefined` before the first start. @throws ConfigError when the file cannot be parsed */
export function readMemory(dataDir: string): Memory | undefined {
  const file = join(dataDir, MEMORY_FILE)
  try {
    return Memory.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new ConfigError(`${file} does not say which database this data folder belongs to. Delete it if KITROOM_DATABASE_URL is right.`, {
      cause: error,
    })
  }
}

export function writeMemory(dataDir: string, memory: Memory, file = join(dataDir, MEMORY_FILE)): void {
  ensurePrivateFolder(dataDir)
  writeSecret(file, memory)
}
