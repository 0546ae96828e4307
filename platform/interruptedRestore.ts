import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from './environment.ts'

/** A restore keeps this file in the data folder while it replaces data. */
export const RESTORE_JOURNAL = 'restore.json'

/**
 * Refuses to start on data that an interrupted restore has replaced only in part.
 * @throws ConfigError saying how to finish the restore
 */
export function refuseInterruptedRestore(dataDir: string): void {
  if (existsSync(join(dataDir, RESTORE_JOURNAL)))
    throw new ConfigError(
      `A restore into ${dataDir} was interrupted half way. Finish it first: npm run kitroom -- restore --resume`,
    )
}
