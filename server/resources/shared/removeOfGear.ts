import type { Lookup } from '../../../platform/sql/lookup.ts'
import type { Statement } from '../../../platform/sql/types.ts'
import type { EventType } from '../../../contract/events.ts'
import type { VersionedResource } from '../../db/accountState.ts'
import { emitEvent } from '../../db/events.ts'
import { upgradeText } from '../../db/recordSchema.ts'
import type { AccountWrite } from '../../db/write.ts'
import { storeDeleted, type DeletedKind } from '../gear/deletedStore.ts'

interface GearArgs {
  account: string
  gear: string
}

export interface RelatedTable {
  resource: VersionedResource
  kind: DeletedKind
  event: EventType
  /** Finds the item's records by the item's id. */
  lookup: Lookup<{ id: string; record: string }>
  /** Returns the last part of a record's counter key. */
  countedAs: (record: { type: string; status: string }) => string
  remove: Statement<GearArgs, unknown>
}

/** Deletes a gear item's records of one kind and emits one event each. @returns the number */
export async function removeOfGear(
  write: AccountWrite,
  kind: RelatedTable,
  gear: string,
  requestId: string,
): Promise<number> {
  const args: GearArgs = { account: write.account, gear }
  const rows = (await write.tx.findAll(kind.lookup, write.account, gear)).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  if (rows.length === 0) return 0
  write.incrementVersion(kind.resource)
  write.tx.send(kind.remove, args)
  for (const row of rows) {
    const text = upgradeText(kind.kind, row.record)
    write.adjustCounter(`${kind.resource}.${kind.countedAs(JSON.parse(text) as { type: string; status: string })}`, -1)
    storeDeleted(write, kind.kind, gear, row.id, text)
    await emitEvent(write, kind.event, row.id, text, {}, requestId)
  }
  return rows.length
}
