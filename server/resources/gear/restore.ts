import type { Document } from '../../../contract/documents.ts'
import type { Maintenance } from '../../../contract/maintenance.ts'
import { foldTag } from '../../../platform/fold.ts'
import { emitEvent } from '../../db/events.ts'
import type { Write } from '../../db/write.ts'
import { jsonAnswer } from '../../answer.ts'
import { AppError } from '../../errors.ts'
import type { WriteContext, WriteResult } from '../../http/route.ts'
import { addDocument } from '../documents/write.ts'
import { addMaintenance } from '../maintenance/write.ts'
import { nextUpdatedAt } from '../shared/changes.ts'
import { etagOf } from '../shared/record.ts'
import { findDeletedGear, forgetDeletedGear, type DeletedRecord } from './deletedStore.ts'
import { nameOf, takeName } from './names.ts'
import type { GearRecord } from './record.ts'
import { insertGear } from './store.ts'
import { checkTagIsFree } from './tag.ts'

/** A stored record as it comes back: all of it as it was, changed now. */
function revive(write: Write, { record }: DeletedRecord): { updated_at: string } {
  const stored = JSON.parse(record) as { updated_at: string }
  return { ...stored, updated_at: nextUpdatedAt(write, stored) }
}

async function restoreItem(write: Write, item: GearRecord, requestId: string): Promise<string> {
  const tagKey = item.asset_tag === null ? null : foldTag(item.asset_tag)
  await checkTagIsFree(write, tagKey, item.id, '#/asset_tag')
  const json = JSON.stringify(item)
  write.touch('gear')
  write.count(`gear.${item.gear_type}.${item.status}`, 1)
  // It comes back to its old place: marks that were counted without it are no longer right.
  write.state.gear_removals += 1
  write.state.gear_moves += 1
  insertGear(write.tx, {
    account_id: write.account,
    id: item.id,
    gear_type: item.gear_type,
    status: item.status,
    name_id: await takeName(write, nameOf(item)),
    asset_tag_key: tagKey,
    serial_number: item.serial_number,
    record: json,
  })
  await emitEvent(write, 'gear.created', item.id, json, {}, requestId)
  return json
}

/**
 * Restores a deleted gear item with the maintenance records and documents that were deleted with it: same ids, same `created_at`, an event each.
 * @throws AppError not_found when it is not stored (any more), asset_tag_taken when another item has its tag now
 */
export async function restoreGearItem(context: WriteContext): Promise<WriteResult> {
  const { write, id, requestId } = context
  const rows = await findDeletedGear(write.tx, write.account, id)
  const gear = rows.find(({ kind }) => kind === 'gear')
  if (!gear) throw new AppError('not_found', 'There is no deleted gear item with this id that is still stored.')
  const item = revive(write, gear) as GearRecord
  const json = await restoreItem(write, item, requestId)
  const maintenance = rows.filter(({ kind }) => kind === 'maintenance')
  const documents = rows.filter(({ kind }) => kind === 'document')
  for (const row of maintenance) await addMaintenance(write, revive(write, row) as Maintenance, requestId)
  for (const row of documents) await addDocument(write, revive(write, row) as Document, requestId)
  forgetDeletedGear(write.tx, write.account, id)
  const restored = JSON.stringify({ maintenance: maintenance.length, documents: documents.length })
  return {
    answer: jsonAnswer(200, `{"data":${json},"restored":${restored}}`, { etag: etagOf(item) }),
    versionAfter: item.updated_at,
  }
}
