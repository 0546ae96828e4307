import { createStatementBuilder } from '../platform/sql/statement.ts'
import type { Tx } from '../platform/sql/types.ts'
import type { StateTables } from './schema.ts'

interface GoogleRead {
  read_id: string
  credential: string
  at: string
}

const defineStatement = createStatementBuilder<StateTables>()
const removeBefore = defineStatement<{ at: string }>((db, arg) => db.deleteFrom('google_read').where('at', '<=', arg('at')))
const selectTimes = defineStatement<{ credential: string }, { at: string }>((db, arg) =>
  db.selectFrom('google_read').select('at').where('credential', '=', arg('credential')).orderBy('at'),
)
const insert = defineStatement<GoogleRead>((db, arg) =>
  db.insertInto('google_read').values({ read_id: arg('read_id'), credential: arg('credential'), at: arg('at') }),
)
const move = defineStatement<Pick<GoogleRead, 'read_id' | 'at'>>((db, arg) =>
  db
    .updateTable('google_read')
    .set({ at: arg('at') })
    .where('read_id', '=', arg('read_id')),
)

/** Times of a credential's reads that count, oldest first. Forgets those of all credentials up to `expiredAt`. */
export async function listReadTimes(tx: Tx, credential: string, expiredAt: string): Promise<string[]> {
  await tx.run(removeBefore, { at: expiredAt })
  return (await tx.all(selectTimes, { credential })).map(({ at }) => at)
}

export const insertRead = (tx: Tx, read: GoogleRead): Promise<number> => tx.run(insert, read)

/** Sets when a reserved read is made. @returns 0 if the reservation has expired */
export const moveRead = (tx: Tx, read_id: string, at: string): Promise<number> => tx.run(move, { read_id, at })
