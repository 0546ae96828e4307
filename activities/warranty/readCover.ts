import { orNone } from '../../client/orNone.ts'
import { getDocument, type Document } from '../../contract/documents.ts'
import type { Api } from '../api.ts'
import type { Cover } from './types.ts'

/** A document as cover; undefined when it has no end. */
export function toCover(document: Document): Cover | undefined {
  const { id, type, title, provider, expires_on: expiresOn } = document
  if (expiresOn === null) return undefined
  return { id, type, title, provider, expiresOn, gearId: document.gear_id, referenceNumber: document.reference_number }
}

/** Reads a document as it is now; undefined when there is none. */
export const readDocument = async (api: Api, id: string, signal: AbortSignal): Promise<Document | undefined> =>
  (await orNone(api.call(getDocument, { params: { id } }, { signal })))?.body.data
