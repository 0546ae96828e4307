import { ApiError } from '../../client/errors.ts'
import { listDocuments, type Document } from '../../contract/api/documents.ts'
import type { Gear } from '../../contract/api/gear.ts'
import type { Maintenance } from '../../contract/api/maintenance.ts'
import type { Api } from '../shared/api.ts'
import { listAllRecords } from '../shared/listAll.ts'
import { findCoverageOn } from '../warranty/findCoverageOn.ts'

const readItemDocuments = (api: Api, itemId: string, signal: AbortSignal): Promise<Document[]> =>
  listAllRecords(
    'list of documents of an item',
    async (page) => (await api.call(listDocuments, { query: { ...page, gear_id: itemId } }, { signal })).body,
  )

/**
 * Finds the warranty or insurance that is in force for the item on the day of a service. Without the scope of documents
 * it finds none: the reminder matters more than this addition.
 */
export async function readCoverageOfService(
  api: Api,
  { service_date: day }: Maintenance,
  { id, purchase_date: purchasedOn }: Gear,
  signal: AbortSignal,
): Promise<Document | undefined> {
  try {
    return findCoverageOn(await readItemDocuments(api, id, signal), purchasedOn, day)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'insufficient_scope') return undefined
    throw error
  }
}
