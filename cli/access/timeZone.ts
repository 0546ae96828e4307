import { createClient } from '../../client/client.ts'
import { API_BASE } from '../../contract/api/operations.ts'
import { getProfile } from '../../contract/api/profile.ts'
import { SETTINGS_BASE } from '../../contract/settings/operations.ts'
import { getOwnProfile } from '../../contract/settings/profile.ts'
import { scaleTimeLimit } from '../../platform/timeLimit.ts'
import { readSecret } from './secret.ts'
import { readCliAccess, removePlanePath } from './server.ts'

type Environment = Record<string, string | undefined>

const TIMEOUT_MS = 2000

/** Reads the time zone from one plane. Missing permission or an unreachable server must not fail the command. */
async function fetchTimeZone(url: string, token: string, useOwnerKey: boolean): Promise<string | undefined> {
  const base = useOwnerKey ? SETTINGS_BASE : API_BASE
  const client = createClient({
    url: removePlanePath(url) + base,
    token,
    userAgent: 'kitroom-cli',
    retries: 0,
    timeoutMs: scaleTimeLimit(TIMEOUT_MS),
  })
  try {
    const { body } = useOwnerKey ? await client.call(getOwnProfile) : await client.call(getProfile)
    return body.data.profile.timezone
  } catch {
    return undefined
  } finally {
    await client.close()
  }
}

/**
 * Finds the studio's time zone in the profile.
 * @param useOwnerKey reads it from the account settings
 * @returns undefined if it cannot be read
 */
export async function findTimeZone(env: Environment, useOwnerKey: boolean): Promise<string | undefined> {
  const fileAccess = readCliAccess(env)
  const url = env['KITROOM_URL'] || fileAccess?.url
  const key = useOwnerKey
    ? readSecret(env, 'KITROOM_OWNER_KEY')
    : (readSecret(env, 'KITROOM_API_KEY') ?? fileAccess?.api_key)
  return url && key ? fetchTimeZone(url, key, useOwnerKey) : undefined
}
