import { DAY_MS } from '../../contract/policies.ts'
import { sql } from 'kysely'
import { toIsoTime } from '../../platform/clock.ts'
import { repeatWithPauses } from '../audit/pauses.ts'
import { defineStatement } from '../db/statement.ts'
import type { Job } from './job.ts'

const BATCH_ROWS = 200
const PAUSE_FACTOR = 3

const oldest = defineStatement<{ before: string }, { account: string; id: string }>((db, arg) =>
  db
    .selectFrom('deleted_record')
    .select(['account_id as account', 'id'])
    .where('deleted_at', '<', arg('before'))
    .orderBy('deleted_at')
    .limit(sql.lit(BATCH_ROWS)),
)
// The age is checked again, because the record may have been restored and deleted once more.
const remove = defineStatement<{ account: string; id: string; before: string }>((db, arg) =>
  db
    .deleteFrom('deleted_record')
    .where('account_id', '=', arg('account'))
    .where('id', '=', arg('id'))
    .where('deleted_at', '<', arg('before')),
)

/**
 * Deletes records of deleted gear that are older than the retention time of events. They cannot be restored afterwards.
 */
export const pruneDeletedJob: Job = async ({ db, clock, eventDays, guard }, signal) => {
  const before = toIsoTime(clock.nowMs() - eventDays * DAY_MS)
  const pruneBatch = async (): Promise<number> => {
    const rows = (await guard.mayPrune()) ? await db.read((tx) => tx.all(oldest, { before })) : []
    if (rows.length > 0)
      await db.write(async (tx) => rows.forEach((row) => tx.send(remove, { ...row, before })), { durable: false })
    return rows.length
  }
  return { deleted: await repeatWithPauses(pruneBatch, PAUSE_FACTOR, signal) }
}
