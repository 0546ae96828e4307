import { listDocuments, type Document } from '../../contract/documents.ts'
import type { Api } from '../api.ts'
import { readMany } from '../readMany.ts'
import { readDocument } from './readCover.ts'

/** Reads documents as they are now, by id. One that is not there is left out. */
export const readDocuments = (api: Api, ids: ReadonlySet<string>, signal: AbortSignal): Promise<Map<string, Document>> =>
  readMany(ids, {
    what: 'list of documents',
    readOne: (id) => readDocument(api, id, signal),
    readPage: async (query) => (await api.call(listDocuments, { query }, { signal })).body,
  })
