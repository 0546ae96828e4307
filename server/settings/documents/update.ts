import type { Document } from '../../../contract/api/documents.ts'
import type { DocumentUpdates } from '../../../contract/settings/documents.ts'
import type { AccountWrite } from '../../db/write.ts'
import { checkIfMatch } from '../../http/conditional.ts'
import type { WriteContext, WriteResult } from '../../http/route.ts'
import { findDocument } from '../../resources/documents/store.ts'
import { changeDocument } from '../../resources/documents/write.ts'
import { createValidationError } from '../../http/recordBody.ts'
import { findChangesBetween, chooseNextUpdatedAt } from '../../resources/shared/findChangesBetween.ts'
import { etagOf, loadRow } from '../../resources/shared/record.ts'
import { toUnchangedResult, toUpdatedResult } from '../../resources/shared/writeResults.ts'
import { findDateOrderFaults } from './check.ts'
import { checkNotManagedByGear } from './managed.ts'
import { readGearType } from './reference.ts'

/** Adds the gear type of the document's item. */
async function valuesToSet(write: AccountWrite, updates: DocumentUpdates): Promise<Partial<Document>> {
  if (updates.gear_id === undefined) return updates
  return { ...updates, gear_type: await readGearType(write, updates.gear_id, '#/updates/gear_id') }
}

/** Updates a document. An unchanged one keeps its version and emits no event. */
export async function updateOwnDocument(context: WriteContext, updates: DocumentUpdates): Promise<WriteResult> {
  const { write, ifMatch, requestId } = context
  const row = await loadRow(context, 'document', findDocument)
  const stored = JSON.parse(row.record) as Document
  const faults = findDateOrderFaults({ ...stored, ...updates }, ['updates'], updates)
  if (faults.length > 0) throw createValidationError(faults)
  const values = await valuesToSet(write, updates)
  checkIfMatch(ifMatch, etagOf(stored))
  checkNotManagedByGear(stored)
  const changes = findChangesBetween(stored, values)
  if (Object.keys(changes).length === 0) return toUnchangedResult(stored, row.record)
  const next: Document = { ...stored, ...values, updated_at: chooseNextUpdatedAt(write, stored) }
  const json = await changeDocument(write, stored, next, changes, requestId)
  return toUpdatedResult(stored, next, json, changes)
}
