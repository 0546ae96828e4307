import { createClient } from '../../client/client.ts'
import { API_BASE } from '../../contract/operations.ts'
import { getProfile } from '../../contract/profile.ts'
import { getOwnProfile } from '../../contract/settings/profile.ts'
import { SETTINGS_BASE } from '../../contract/settingsOperations.ts'
import { keptAccess, rootOf } from './server.ts'

type Environment = Record<string, string | undefined>

const WITHIN_MS = 2000

/** Asks one plane for the zone. A key that may not read the profile, or a server that is away, is no fault of the command. */
async function ask(url: string, token: string, own: boolean): Promise<string | undefined> {
  const base = own ? SETTINGS_BASE : API_BASE
  const client = createClient({ url: rootOf(url) + base, token, userAgent: 'kitroom-cli', retries: 0, timeoutMs: WITHIN_MS })
  try {
    const { body } = own ? await client.call(getOwnProfile) : await client.call(getProfile)
    return body.data.profile.timezone
  } catch {
    return undefined
  } finally {
    await client.close()
  }
}

/**
 * The studio's time zone, from the profile.
 * @param own whether the command works with the account settings, so that the owner key says whose zone it is
 * @returns undefined where nothing may read it
 */
export async function findTimeZone(env: Environment, own: boolean): Promise<string | undefined> {
  const kept = keptAccess(env)
  const url = env['KITROOM_URL'] || kept?.url
  const key = own ? env['KITROOM_OWNER_KEY'] : env['KITROOM_API_KEY'] || kept?.api_key
  return url && key ? ask(url, key, own) : undefined
}
