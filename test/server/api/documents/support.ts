import type { Document } from '../../../../contract/api/documents.ts'
import type { Api, Reply } from '../../../support/api.ts'
import { createSettings } from '../../../support/settings.ts'
import type { Suite } from '../../../support/suite.ts'

export const documentOf = (reply: Reply): Document => reply.item() as unknown as Document
export const documentsOf = (reply: Reply): Document[] => reply.items() as unknown as Document[]

export const ownerOf = (suite: Suite): Api => createSettings(suite.server.url, suite.aliceAccount.owner_key)

/** A document with every required field. */
export const documentBody = (fields: Record<string, unknown> = {}): Record<string, unknown> => ({
  type: 'receipt',
  title: 'Invoice 2026-17',
  ...fields,
})

export async function makeDocument(owner: Api, fields: Record<string, unknown> = {}): Promise<Document> {
  const reply = await owner.post('/documents', documentBody(fields))
  if (reply.status !== 201) throw new Error(`not created: ${reply.text}`)
  return documentOf(reply)
}

/** The order of lists: by expiry, documents without one last, then by id. */
export const byExpiry = (a: Document, b: Document): number =>
  `${a.expires_on ?? 'never'} ${a.id}` < `${b.expires_on ?? 'never'} ${b.id}` ? -1 : 1
