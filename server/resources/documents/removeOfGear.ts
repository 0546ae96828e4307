import { emitEvent } from '../../db/events.ts'
import { define } from '../../db/statement.ts'
import type { Write } from '../../db/write.ts'

const ofGear = define<{ account: string; gear: string }, { id: string; type: string; record: string }>((db, arg) =>
  db
    .selectFrom('document')
    .select(['id', 'type', 'record'])
    .where('account_id', '=', arg('account'))
    .where('gear_id', '=', arg('gear'))
    .orderBy('id'),
)
const remove = define<{ account: string; gear: string }>((db, arg) =>
  db.deleteFrom('document').where('account_id', '=', arg('account')).where('gear_id', '=', arg('gear')),
)

/** Deletes the documents of a gear item, its warranty among them, with an event each. @returns how many there were */
export async function removeDocumentsOfGear(write: Write, gear: string, requestId: string): Promise<number> {
  const { account } = write
  const rows = await write.tx.all(ofGear, { account, gear })
  if (rows.length === 0) return 0
  write.touch('documents')
  await write.tx.run(remove, { account, gear })
  for (const row of rows) {
    write.count(`documents.${row.type}`, -1)
    await emitEvent(write, 'document.deleted', row.id, row.record, {}, requestId)
  }
  return rows.length
}
