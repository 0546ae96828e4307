import { ApiError } from '../../client/errors.ts'
import { undefinedIfNotFound } from '../../client/undefinedIfNotFound.ts'
import { withRetries } from '../../client/retry.ts'
import { getShoot, listShoots, type Shoot } from '../../contract/shoots.ts'
import type { Api } from '../api.ts'
import { forEachLimit } from '../forEachLimit.ts'
import { listAllRecords } from '../listAll.ts'

const RETRIES = 3
const MAX_CONCURRENT_READS = 4

export interface ShootList {
  shoots: Shoot[]
  etag: string | null
}

/**
 * Lists the shoots from a day on.
 * @param etag of an earlier reading of the same days
 * @returns undefined when nothing has changed since that reading
 * @throws ApplicationFailure (retryable) when the list keeps changing; the client's errors
 */
export async function readShoots(api: Api, firstDay: string, etag: string | undefined): Promise<ShootList | undefined> {
  let newEtag: string | null = null
  try {
    const shoots = await listAllRecords('list of shoots', async (query) => {
      const isFirstPage = query.offset === 0
      const options = isFirstPage && etag !== undefined ? { ifNoneMatch: etag } : {}
      const { body, headers } = await withRetries(RETRIES, undefined, () =>
        api.call(listShoots, { query: { ...query, fromDate: firstDay } }, options),
      )
      if (isFirstPage) newEtag = headers['etag'] ?? null
      return body
    })
    return { shoots, etag: newEtag }
  } catch (error) {
    if (error instanceof ApiError && error.status === 304) return undefined
    throw error
  }
}

const readShoot = async (api: Api, id: string): Promise<Shoot | undefined> =>
  (await undefinedIfNotFound(withRetries(RETRIES, undefined, () => api.call(getShoot, { params: { id } }))))?.body.data

export async function readShootsById(api: Api, ids: readonly string[]): Promise<Map<string, Shoot | undefined>> {
  const found = new Map<string, Shoot | undefined>()
  await forEachLimit(ids, MAX_CONCURRENT_READS, async (id) => void found.set(id, await readShoot(api, id)))
  return found
}
