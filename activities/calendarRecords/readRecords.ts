import { ApiError } from '../../client/errors.ts'
import { undefinedIfNotFound } from '../../client/undefinedIfNotFound.ts'
import { withRetries } from '../../client/retry.ts'
import type { CalendarKind, CalendarRecord } from '../../calendars/kinds/kind.ts'
import type { getShoot, listShoots } from '../../contract/api/shoots.ts'
import type { Api } from '../shared/api.ts'
import { forEachLimit } from '../shared/forEachLimit.ts'
import { listAllRecords } from '../shared/listAll.ts'

const RETRIES = 3
const MAX_CONCURRENT_READS = 4

/** Shape of all lists of the API, and of all responses with one record. */
type ListOperation = typeof listShoots
type GetOperation = typeof getShoot

export interface RecordList {
  records: CalendarRecord[]
  etag: string | null
}

/**
 * Lists the records of a kind from a day on.
 * @param etag of an earlier reading of the same days
 * @returns undefined when nothing has changed since that reading
 * @throws ApplicationFailure (retryable) when the list keeps changing; the client's errors
 */
export async function readRecords(
  api: Api,
  kind: CalendarKind,
  firstDay: string,
  etag: string | undefined,
): Promise<RecordList | undefined> {
  let newEtag: string | null = null
  try {
    const records = await listAllRecords<CalendarRecord>(`list of ${kind.noun.many}`, async (query) => {
      const isFirstPage = query.offset === 0
      const options = isFirstPage && etag !== undefined ? { ifNoneMatch: etag } : {}
      const { body, headers } = await withRetries(RETRIES, undefined, () =>
        api.call(kind.list as ListOperation, { query: { ...query, ...kind.listFrom(firstDay) } }, options),
      )
      if (isFirstPage) newEtag = headers['etag'] ?? null
      return body
    })
    return { records, etag: newEtag }
  } catch (error) {
    if (error instanceof ApiError && error.status === 304) return undefined
    throw error
  }
}

async function readRecord(api: Api, kind: CalendarKind, id: string): Promise<CalendarRecord | undefined> {
  const call = withRetries(RETRIES, undefined, () => api.call(kind.get as GetOperation, { params: { id } }))
  const record: CalendarRecord | undefined = (await undefinedIfNotFound(call))?.body.data
  return record && kind.dayOf(record) !== null ? record : undefined
}

/** Reads records by id. A missing record, or one without a day, is undefined. */
export async function readRecordsById(
  api: Api,
  kind: CalendarKind,
  ids: readonly string[],
): Promise<Map<string, CalendarRecord | undefined>> {
  const found = new Map<string, CalendarRecord | undefined>()
  await forEachLimit(ids, MAX_CONCURRENT_READS, async (id) => void found.set(id, await readRecord(api, kind, id)))
  return found
}
