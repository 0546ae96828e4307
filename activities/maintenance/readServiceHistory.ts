import { ApiError, ConnectionError } from '../../client/errors.ts'
import type { Document } from '../../contract/api/documents.ts'
import type { Gear } from '../../contract/api/gear.ts'
import { listMaintenance, type Maintenance } from '../../contract/api/maintenance.ts'
import type { Api } from '../shared/api.ts'
import { readCoverageOfService } from './readCoverage.ts'

/** Additional facts of a reminder, besides its record. */
export interface ServiceHistory {
  /** Coverage in force on the date of the service. */
  coverage: Document | undefined
  /** Up to three completed records of the item, newest first. */
  earlier: readonly Maintenance[]
  currency: string
}

const MAX_EARLIER = 3
const PAGE_SIZE = 50

/**
 * Reads an item's last completed records with at most two requests, since the list begins with the oldest. After a
 * failure it returns none.
 */
async function readEarlierServices(api: Api, itemId: string, signal: AbortSignal): Promise<Maintenance[]> {
  const readPage = async (limit: number, offset: number) =>
    (await api.call(listMaintenance, { query: { item_id: itemId, status: 'completed', limit, offset } }, { signal }))
      .body
  try {
    const first = await readPage(PAGE_SIZE, 0)
    const { total } = first.pagination
    const { data } = total <= PAGE_SIZE ? first : await readPage(MAX_EARLIER, total - MAX_EARLIER)
    return data.slice(-MAX_EARLIER).toReversed()
  } catch (error) {
    if (error instanceof ApiError || error instanceof ConnectionError) return []
    throw error
  }
}

/** @param currency of the account */
export async function readServiceHistory(
  api: Api,
  { record, item, currency }: { record: Maintenance; item: Gear; currency: string },
  signal: AbortSignal,
): Promise<ServiceHistory> {
  const coverage = await readCoverageOfService(api, record, item, signal)
  return { coverage, earlier: await readEarlierServices(api, item.id, signal), currency }
}
