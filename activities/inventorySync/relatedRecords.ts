import { say, type Said } from '../../contract/sentences/say.ts'
import { listDocuments, type Document } from '../../contract/api/documents.ts'
import { listMaintenance, type Maintenance } from '../../contract/api/maintenance.ts'
import { MAX_LIMIT } from '../../contract/page.ts'
import type { Api } from '../shared/api.ts'
import { visitAllRecords } from '../shared/walkList.ts'

/** Records that are deleted with an item. The warranty document that only mirrors the item's fields does not count. */
export interface RelatedRecordCounts {
  maintenance: number
  documents: number
}

const isOwn = (document: Document): boolean => document.source === 'gear'

/** @returns undefined for an item without records */
export const sayRelatedRecords = ({ maintenance, documents }: RelatedRecordCounts): Said | undefined =>
  maintenance + documents === 0 ? undefined : say('item_has_records', { maintenance, documents })

export async function countRelatedRecords(api: Api, gearId: string, signal: AbortSignal): Promise<RelatedRecordCounts> {
  const [records, papers] = await Promise.all([
    api.call(listMaintenance, { query: { item_id: gearId, limit: 1 } }, { signal }),
    api.call(listDocuments, { query: { gear_id: gearId, limit: MAX_LIMIT } }, { signal }),
  ])
  return {
    maintenance: records.body.pagination.total,
    documents: papers.body.pagination.total - papers.body.data.filter(isOwn).length,
  }
}

/** Counts the related records of all items, by item id. Items without related records are omitted. */
export async function countAllRelatedRecords(api: Api, signal: AbortSignal): Promise<Map<string, RelatedRecordCounts>> {
  const related = new Map<string, RelatedRecordCounts>()
  const countsOf = (gearId: string): RelatedRecordCounts => {
    const counts = related.get(gearId) ?? { maintenance: 0, documents: 0 }
    related.set(gearId, counts)
    return counts
  }
  await visitAllRecords<Maintenance>(
    'maintenance',
    async (query) => (await api.call(listMaintenance, { query }, { signal })).body,
    async (records) => records.forEach((record) => (countsOf(record.item_id).maintenance += 1)),
  )
  await visitAllRecords<Document>(
    'list of documents',
    async (query) => (await api.call(listDocuments, { query }, { signal })).body,
    async (documents) => {
      for (const document of documents)
        if (document.gear_id !== null && !isOwn(document)) countsOf(document.gear_id).documents += 1
    },
  )
  return related
}
