import { join, resolve } from 'node:path'
import { z } from 'zod'
import { commonSettings, readEnvironment } from '../../platform/environment.ts'
import { withSecretFiles } from '../../platform/secretFiles.ts'

const Environment = z.object({ ...commonSettings, KITROOM_WORKER_DATABASE_URL: z.string().optional() })

/** Reads the data folder and the URL of the worker's database. @throws ConfigError */
export function readStateLocation(env: Record<string, string | undefined>): { dataDir: string; url: string } {
  const { KITROOM_DATA_DIR: dataDir, KITROOM_WORKER_DATABASE_URL: url } = readEnvironment(
    Environment,
    withSecretFiles(env, ['KITROOM_WORKER_DATABASE_URL']),
  )
  return { dataDir, url: url ?? `sqlite:${join(resolve(dataDir), 'worker.db')}` }
}
