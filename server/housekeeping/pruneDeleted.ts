import { DAY_MS } from '../../contract/policies.ts'
import { sql } from 'kysely'
import { isoTime } from '../../platform/clock.ts'
import { repeatWithRests } from '../audit/rest.ts'
import { define } from '../db/statement.ts'
import type { Job } from './job.ts'

/** Rows deleted in one write: a few milliseconds, during which no other write runs. */
const ROWS_AT_ONCE = 200
/** Between the writes others have the database three times as long. */
const REST = 3

const oldest = define<{ before: string }, { account: string; id: string }>((db, arg) =>
  db
    .selectFrom('deleted_record')
    .select(['account_id as account', 'id'])
    .where('deleted_at', '<', arg('before'))
    .orderBy('deleted_at')
    .limit(sql.lit(ROWS_AT_ONCE)),
)
// By its age again: meanwhile it may have been restored and deleted once more.
const remove = define<{ account: string; id: string; before: string }>((db, arg) =>
  db.deleteFrom('deleted_record').where('account_id', '=', arg('account')).where('id', '=', arg('id')).where('deleted_at', '<', arg('before')),
)

/** Deletes what is stored of deleted gear beyond the days that events are kept: it cannot be restored from then on. */
export const pruneDeletedJob: Job = async ({ db, clock, eventDays, guard }, signal) => {
  const before = isoTime(clock.nowMs() - eventDays * DAY_MS)
  const pruneSome = async (): Promise<number> => {
    const rows = (await guard.mayPrune()) ? await db.read((tx) => tx.all(oldest, { before })) : []
    if (rows.length > 0) await db.write(async (tx) => rows.forEach((row) => tx.send(remove, { ...row, before })), { durable: false })
    return rows.length
  }
  return { deleted: await repeatWithRests(pruneSome, REST, signal) }
}
