import type { Document } from '../../../contract/documents.ts'
import type { DocumentUpdates } from '../../../contract/settings/documents.ts'
import type { Write } from '../../db/write.ts'
import { checkIfMatch } from '../../http/conditional.ts'
import type { WriteContext, WriteResult } from '../../http/route.ts'
import { findDocument } from '../../resources/documents/store.ts'
import { changeDocument } from '../../resources/documents/write.ts'
import { validationError } from '../../resources/shared/body.ts'
import { changesBetween, nextUpdatedAt } from '../../resources/shared/changes.ts'
import { etagOf, loadRow } from '../../resources/shared/record.ts'
import { unchangedResult, updatedResult } from '../../resources/shared/writeResults.ts'
import { findDateOrderFaults } from './check.ts'
import { checkNotManagedByGear } from './managed.ts'
import { readGearType } from './reference.ts'

/** Adds the gear type, which is that of the gear item. */
async function valuesToSet(write: Write, updates: DocumentUpdates): Promise<Partial<Document>> {
  if (updates.gear_id === undefined) return updates
  return { ...updates, gear_type: await readGearType(write, updates.gear_id, '#/updates/gear_id') }
}

/** An unchanged document keeps its version and emits no event. */
export async function updateOwnDocument(context: WriteContext, updates: DocumentUpdates): Promise<WriteResult> {
  const { write, ifMatch, requestId } = context
  const row = await loadRow(context, 'document', findDocument)
  const stored = JSON.parse(row.record) as Document
  const faults = findDateOrderFaults({ ...stored, ...updates }, ['updates'], updates)
  if (faults.length > 0) throw validationError(faults)
  const values = await valuesToSet(write, updates)
  checkIfMatch(ifMatch, etagOf(stored))
  checkNotManagedByGear(stored)
  const changes = changesBetween(stored, values)
  if (Object.keys(changes).length === 0) return unchangedResult(stored, row.record)
  const next: Document = { ...stored, ...values, updated_at: nextUpdatedAt(write, stored) }
  const json = await changeDocument(write, stored, next, changes, requestId)
  return updatedResult(stored, next, json, changes)
}
