import { emitEvent } from '../../db/events.ts'
import { define } from '../../db/statement.ts'
import type { Write } from '../../db/write.ts'

const ofGear = define<{ account: string; gear: string }, { id: string; status: string; record: string }>((db, arg) =>
  db
    .selectFrom('maintenance')
    .select(['id', 'status', 'record'])
    .where('account_id', '=', arg('account'))
    .where('gear_id', '=', arg('gear'))
    .orderBy('id'),
)
const remove = define<{ account: string; gear: string }>((db, arg) =>
  db.deleteFrom('maintenance').where('account_id', '=', arg('account')).where('gear_id', '=', arg('gear')),
)

/** Deletes the maintenance records of a gear item, with an event each. @returns how many there were */
export async function removeMaintenanceOfGear(write: Write, gear: string, requestId: string): Promise<number> {
  const { account } = write
  const rows = await write.tx.all(ofGear, { account, gear })
  if (rows.length === 0) return 0
  write.touch('maintenance')
  await write.tx.run(remove, { account, gear })
  for (const row of rows) {
    write.count(`maintenance.${row.status}`, -1)
    await emitEvent(write, 'maintenance.deleted', row.id, row.record, {}, requestId)
  }
  return rows.length
}
