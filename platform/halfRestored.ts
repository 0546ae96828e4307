import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from './environment.ts'

/** In the data folder from the moment that a restore changes what is there until it has changed all of it. */
export const RESTORE_JOURNAL = 'restore.json'

/**
 * Keeps a process from working on data of which a restore, killed in the middle, has put back only some.
 * @throws ConfigError that says how to finish it
 */
export function refuseHalfRestored(dataDir: string): void {
  if (existsSync(join(dataDir, RESTORE_JOURNAL)))
    throw new ConfigError(`A restore into ${dataDir} was interrupted half way. Finish it first: npm run kitroom -- restore --resume`)
}
