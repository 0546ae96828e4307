import type { Client } from '../../client/client.ts'
import { SETTINGS_BASE } from '../../contract/settingsOperations.ts'
import { CliError } from '../errors.ts'
import { dataFolder } from './dataFolder.ts'
import { keptAccess, withServer } from './server.ts'

type Environment = Record<string, string | undefined>

/**
 * Runs work with the account settings and closes the connection. The owner key is read from KITROOM_OWNER_KEY only: it is kept in no file.
 * @param timeoutMs longest time for one answer, where the client's own is too short
 * @throws CliError when key or address are not known.
 */
export const withSettings = async <T>(env: Environment, work: (settings: Client) => Promise<T>, timeoutMs?: number): Promise<T> => {
  const { KITROOM_OWNER_KEY: key, KITROOM_URL: given } = env
  if (!key)
    throw new CliError(
      'The account settings need the owner key: set KITROOM_OWNER_KEY. It was printed once, when the account was made (ok_studio_…). ' +
        'Lost? On the server’s machine: npm run kitroom -- account recover',
    )
  const url = given || keptAccess(env)?.url
  if (!url) throw new CliError(`The server’s address is not known: set KITROOM_URL, or run npm start, which leaves it in ${dataFolder(env)}.`)
  return withServer(url, SETTINGS_BASE, key, work, timeoutMs)
}
