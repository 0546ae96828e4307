import { ApiError } from '../../client/errors.ts'
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
export async function readDocument(api: Api, id: string, signal: AbortSignal): Promise<Document | undefined> {
  try {
    return (await api.call(getDocument, { params: { id } }, { signal })).body.data
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}
