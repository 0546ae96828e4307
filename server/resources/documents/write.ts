import type { Document } from '../../../contract/api/documents.ts'
import { emitEvent, type FieldChanges } from '../../db/events.ts'
import type { AccountWrite } from '../../db/write.ts'
import { deleteDocumentRow, insertDocument, storeDocument } from './store.ts'

// Writes of account settings and gear items share this code. Row, counter and event commit together. It returns the
// stored text.

export async function addDocument(write: AccountWrite, document: Document, requestId: string): Promise<string> {
  const json = JSON.stringify(document)
  write.incrementVersion('documents')
  write.adjustCounter(`documents.${document.type}`, 1)
  insertDocument(write.tx, write.account, document, json)
  await emitEvent(write, 'document.created', document.id, json, {}, requestId)
  return json
}

export async function changeDocument(
  write: AccountWrite,
  stored: Document,
  next: Document,
  changes: FieldChanges,
  requestId: string,
): Promise<string> {
  const json = JSON.stringify(next)
  write.incrementVersion('documents')
  if (stored.type !== next.type) {
    write.adjustCounter(`documents.${stored.type}`, -1)
    write.adjustCounter(`documents.${next.type}`, 1)
  }
  storeDocument(write.tx, write.account, stored, next, json)
  await emitEvent(write, 'document.updated', next.id, json, changes, requestId)
  return json
}

export async function deleteDocumentRecord(
  write: AccountWrite,
  document: Document,
  json: string,
  requestId: string,
): Promise<void> {
  write.incrementVersion('documents')
  write.adjustCounter(`documents.${document.type}`, -1)
  deleteDocumentRow(write.tx, write.account, document.id)
  await emitEvent(write, 'document.deleted', document.id, json, {}, requestId)
}
