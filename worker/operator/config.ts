import { join, resolve } from 'node:path'
import { z } from 'zod'
import { boxKeysSetting, type BoxKeys } from '../../platform/boxKey.ts'
import { commonSettings, readEnvironment } from '../../platform/environment.ts'
import { withSecretFiles } from '../../platform/secretFiles.ts'

const Environment = z.object({ ...commonSettings, KITROOM_WORKER_DATABASE_URL: z.string().optional() })

/** Reads the keys with which the worker seals secrets; undefined if the data folder has them. @throws ConfigError */
export const readEncryptionKeys = (env: Record<string, string | undefined>): BoxKeys | undefined =>
  readEnvironment(
    z.object({ ...commonSettings, KITROOM_ENCRYPTION_KEY: boxKeysSetting.optional() }),
    withSecretFiles(env, ['KITROOM_ENCRYPTION_KEY']),
  ).KITROOM_ENCRYPTION_KEY

/** Reads the data folder and the URL of the worker's database. @throws ConfigError */
export function readStateLocation(env: Record<string, string | undefined>): { dataDir: string; url: string } {
  const { KITROOM_DATA_DIR: dataDir, KITROOM_WORKER_DATABASE_URL: url } = readEnvironment(
    Environment,
    withSecretFiles(env, ['KITROOM_WORKER_DATABASE_URL']),
  )
  return { dataDir, url: url ?? `sqlite:${join(resolve(dataDir), 'worker.db')}` }
}
