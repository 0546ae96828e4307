import type { Client } from '../../client/client.ts'
import { API_BASE } from '../../contract/api/operations.ts'
import { CliError } from '../base/errors.ts'
import { findDataFolder } from './dataFolder.ts'
import { readSecret } from './secret.ts'
import { readCliAccess, withServer, type CliAccess } from './server.ts'

type Environment = Record<string, string | undefined>

/** Finds URL and API key of the API. @throws CliError if unknown */
export function resolveAccess(env: Environment): CliAccess {
  const { KITROOM_URL: url } = env
  const key = readSecret(env, 'KITROOM_API_KEY')
  if (url && key) return { url, api_key: key }
  const fileAccess = readCliAccess(env)
  if (fileAccess && (url === undefined || url === '')) return key ? { url: fileAccess.url, api_key: key } : fileAccess
  throw new CliError(
    `No way to the API is known: set KITROOM_URL and KITROOM_API_KEY, or run npm start, which leaves them in ${findDataFolder(env)}.`,
  )
}

/**
 * Runs work with an API client. KITROOM_URL and KITROOM_API_KEY take precedence over the file that `npm start` writes.
 */
export const withApi = <T>(env: Environment, work: (api: Client) => Promise<T>): Promise<T> => {
  const { url, api_key } = resolveAccess(env)
  return withServer(url, API_BASE, api_key, work)
}
