import type { Client } from '../../client/client.ts'
import { SETTINGS_BASE } from '../../contract/settings/operations.ts'
import { CliError } from '../base/errors.ts'
import { findDataFolder } from './dataFolder.ts'
import { readSecret } from './secret.ts'
import { readCliAccess, removePlanePath, withServer } from './server.ts'

type Environment = Record<string, string | undefined>

/** Finds the URL of the server without a plane's path. @throws CliError if unknown */
export function findServerUrl(env: Environment): string {
  const url = env['KITROOM_URL'] || readCliAccess(env)?.url
  if (!url)
    throw new CliError(
      `The server’s address is not known: set KITROOM_URL, or run npm start, which leaves it in ${findDataFolder(env)}.`,
    )
  return removePlanePath(url)
}

/**
 * Runs work with the account settings. The owner key comes from KITROOM_OWNER_KEY or the file of
 * KITROOM_OWNER_KEY_FILE; Kitroom stores it nowhere.
 * @param timeoutMs for slow requests
 * @throws CliError without key or URL
 */
export const withSettings = async <T>(
  env: Environment,
  work: (settings: Client) => Promise<T>,
  timeoutMs?: number,
): Promise<T> => {
  const key = readSecret(env, 'KITROOM_OWNER_KEY')
  if (!key)
    throw new CliError(
      'The account settings need the owner key: set KITROOM_OWNER_KEY, or KITROOM_OWNER_KEY_FILE to a file with it. It was printed once, when the account was made (ok_studio_…). ' +
        'Lost? On the server’s machine: npm run kitroom -- account recover',
    )
  return withServer(findServerUrl(env), SETTINGS_BASE, key, work, timeoutMs)
}
