import type { Statement } from '../../../platform/sql/types.ts'
import type { EventType } from '../../../contract/events.ts'
import type { Versioned } from '../../db/accountState.ts'
import { emitEvent } from '../../db/events.ts'
import { currentText } from '../../db/recordSchema.ts'
import type { Write } from '../../db/write.ts'
import { storeDeleted, type DeletedKind } from '../gear/deletedStore.ts'

interface OfGear {
  account: string
  gear: string
}

/** Records of one kind that go with a gear item. */
export interface Related {
  resource: Versioned
  kind: DeletedKind
  event: EventType
  /** The item's records in the order of their ids; `counted` is the part of the kind's counters that a record stands in. */
  find: Statement<OfGear, { id: string; counted: string; record: string }>
  remove: Statement<OfGear, unknown>
}

/** Deletes a gear item's records of one kind, with an event each. @returns how many there were */
export async function removeOfGear(write: Write, kind: Related, gear: string, requestId: string): Promise<number> {
  const of: OfGear = { account: write.account, gear }
  const rows = await write.tx.all(kind.find, of)
  if (rows.length === 0) return 0
  write.touch(kind.resource)
  write.tx.send(kind.remove, of)
  for (const row of rows) {
    const text = currentText(kind.kind, row.record)
    write.count(`${kind.resource}.${row.counted}`, -1)
    storeDeleted(write, kind.kind, gear, row.id, text)
    await emitEvent(write, kind.event, row.id, text, {}, requestId)
  }
  return rows.length
}
