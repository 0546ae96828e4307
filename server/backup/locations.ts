import { join, resolve } from 'node:path'
import { z } from 'zod'
import { commonSettings, readEnvironment } from '../../platform/environment.ts'
import { withSecretFiles } from '../../platform/secretFiles.ts'
import { findDatabaseFile, toFileUrl } from '../../platform/sql/databaseFile.ts'
import { addPasswordFile } from '../../platform/sql/passwordFile.ts'
import { BOX_KEY_FILE } from '../../platform/boxKey.ts'
import type { BackupPart } from './manifest.ts'

const Environment = z.object({
  ...commonSettings,
  KITROOM_DATABASE_URL: z.string().optional(),
  KITROOM_DATABASE_PASSWORD_FILE: z.string().optional(),
  KITROOM_WORKER_DATABASE_URL: z.string().optional(),
})

export interface DataLocations {
  dataDir: string
  apiUrl: string
  apiFile: string | undefined
  workerUrl: string
  /** Environment of the process that copies the worker's tables. */
  environment: Record<string, string | undefined>
  /** SQLite file of the worker's state; undefined if the state is on PostgreSQL. */
  workerFile: string | undefined
}

/**
 * Files of the data folder with keys and other data that cannot be recreated, with the parts that need them. A backup
 * lists each with the first of its parts.
 */
export const keyFiles: Readonly<Record<string, readonly BackupPart[]>> = {
  'worker.json': ['worker'],
  'host-id': ['worker'],
  'cli.json': ['api'],
  [BOX_KEY_FILE]: ['api', 'worker'],
}

/** @throws ConfigError */
export function readLocations(env: Record<string, string | undefined>): DataLocations {
  const settings = readEnvironment(
    Environment,
    withSecretFiles(env, ['KITROOM_DATABASE_URL', 'KITROOM_WORKER_DATABASE_URL']),
  )
  const dataDir = resolve(settings.KITROOM_DATA_DIR)
  const apiUrl = addPasswordFile(
    settings.KITROOM_DATABASE_URL ?? toFileUrl(join(dataDir, 'kitroom.db')),
    settings.KITROOM_DATABASE_PASSWORD_FILE,
  )
  const workerUrl = settings.KITROOM_WORKER_DATABASE_URL ?? toFileUrl(join(dataDir, 'worker.db'))
  return {
    dataDir,
    apiUrl,
    apiFile: findDatabaseFile(apiUrl),
    workerUrl,
    workerFile: findDatabaseFile(workerUrl),
    environment: env,
  }
}
