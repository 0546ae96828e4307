import { listDocuments, type Document } from '../../contract/documents.ts'
import type { Api } from '../api.ts'
import { readMany, type Readers } from '../readMany.ts'
import { readDocument } from './readCoverage.ts'

export const documentReaders = (api: Api, signal: AbortSignal): Readers<Document> => ({
  what: 'list of documents',
  readOne: (id) => readDocument(api, id, signal),
  readPage: async (query) => (await api.call(listDocuments, { query }, { signal })).body,
})

export const readDocuments = (api: Api, ids: ReadonlySet<string>, signal: AbortSignal): Promise<Map<string, Document>> =>
  readMany(ids, documentReaders(api, signal))
