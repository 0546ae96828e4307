import { createClient } from '../../client/client.ts'
import { API_BASE } from '../../contract/operations.ts'
import { getProfile } from '../../contract/profile.ts'
import { getOwnProfile } from '../../contract/settings/profile.ts'
import { SETTINGS_BASE } from '../../contract/settingsOperations.ts'
import { storedAccess, rootOf } from './server.ts'

type Environment = Record<string, string | undefined>

const WITHIN_MS = 2000

/** Reads the time zone from one plane. Missing permission or an unreachable server must not fail the command. */
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

/** The studio's time zone, from the profile. @param own reads it with the owner key @returns undefined when it cannot be read */
export async function findTimeZone(env: Environment, own: boolean): Promise<string | undefined> {
  const stored = storedAccess(env)
  const url = env['KITROOM_URL'] || stored?.url
  const key = own ? env['KITROOM_OWNER_KEY'] : env['KITROOM_API_KEY'] || stored?.api_key
  return url && key ? ask(url, key, own) : undefined
}
