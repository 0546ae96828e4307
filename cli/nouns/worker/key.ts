import { createClient, type Client } from '../../../client/client.ts'
import { ApiError } from '../../../client/errors.ts'
import { API_BASE } from '../../../contract/api/operations.ts'
import { getProfile } from '../../../contract/api/profile.ts'
import { MAX_LIMIT } from '../../../contract/page.ts'
import { workerScopes } from '../../../contract/scopes.ts'
import { createKey, listKeys, type Key } from '../../../contract/settings/keys.ts'

const KEY_NAME = 'Worker'
/** Rate that suffices for a sync, which sends thousands of requests in a row. */
const RATE_PER_SECOND = 1000
const HINT_LENGTH = 4

/** True if the API accepts the key and it belongs to this account. */
async function isWorking(apiUrl: string, apiKey: string, accountId: string): Promise<boolean> {
  const api = createClient({ url: apiUrl + API_BASE, token: apiKey, userAgent: 'kitroom-cli' })
  try {
    return (await api.call(getProfile)).body.data.profile.id === accountId
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return false
    throw error
  } finally {
    await api.close()
  }
}

const isWorkerKey = (key: Key): boolean => key.kind === 'worker' || key.name === KEY_NAME
const isLive = (key: Key, now: string): boolean =>
  key.revoked_at === null && (key.expires_at === null || key.expires_at > now)
const hasAllScopes = (key: Key): boolean => workerScopes.every((scope) => key.scopes.includes(scope))

/** True if the account has a live worker key with all scopes and the same last characters. */
async function isListed(settings: Client, apiKey: string): Promise<boolean> {
  const now = new Date().toISOString()
  for (let offset = 0; ; offset += MAX_LIMIT) {
    const { data, pagination } = (await settings.call(listKeys, { query: { limit: MAX_LIMIT, offset } })).body
    if (
      data.some(
        (key) =>
          key.hint.slice(-HINT_LENGTH) === apiKey.slice(-HINT_LENGTH) &&
          isWorkerKey(key) &&
          isLive(key, now) &&
          hasAllScopes(key),
      )
    )
      return true
    if (offset + MAX_LIMIT >= pagination.total) return false
  }
}

/** Returns the known key if it is still sufficient, else a new one. @throws ApiError, ConnectionError */
export async function ensureKey(
  settings: Client,
  server: { apiUrl: string; accountId: string },
  known: string | undefined,
): Promise<{ apiKey: string; isNew: boolean }> {
  if (
    known !== undefined &&
    (await isWorking(server.apiUrl, known, server.accountId)) &&
    (await isListed(settings, known))
  )
    return { apiKey: known, isNew: false }
  const { data } = (
    await settings.call(createKey, {
      body: { name: KEY_NAME, scopes: [...workerScopes], rate_per_second: RATE_PER_SECOND },
    })
  ).body
  if (data.key === null) throw new Error('the answer has no key')
  return { apiKey: data.key, isNew: true }
}
