import { undefinedIfNotFound } from '../../client/undefinedIfNotFound.ts'
import { getDocument, type Document } from '../../contract/api/documents.ts'
import type { Api } from '../shared/api.ts'
import type { Coverage } from './types.ts'

/** Converts a document to coverage; undefined without an end date. */
export function toCoverage(document: Document): Coverage | undefined {
  const { id, type, title, provider, expires_on: expiresOn } = document
  if (expiresOn === null) return undefined
  return { id, type, title, provider, expiresOn, gearId: document.gear_id, referenceNumber: document.reference_number }
}

export const readDocument = async (api: Api, id: string, signal: AbortSignal): Promise<Document | undefined> =>
  (await undefinedIfNotFound(api.call(getDocument, { params: { id } }, { signal })))?.body.data
