import { listDocuments, type Document } from '../../contract/api/documents.ts'
import type { Api } from '../shared/api.ts'
import { readRecordsById, type RecordReaders } from '../shared/readRecordsById.ts'
import { readDocument } from './readCoverage.ts'

export const createDocumentReaders = (api: Api, signal: AbortSignal): RecordReaders<Document> => ({
  what: 'list of documents',
  readOne: (id) => readDocument(api, id, signal),
  readPage: async (query) => (await api.call(listDocuments, { query }, { signal })).body,
})

export const readDocuments = (
  api: Api,
  ids: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Map<string, Document>> => readRecordsById(ids, createDocumentReaders(api, signal))
