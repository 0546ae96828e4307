import type { Tx } from '../../../platform/sql/types.ts'
import type { Shoot } from '../../../contract/shoots.ts'
import { upgradeRow } from '../../db/recordSchema.ts'
import type { ShootRow } from '../../db/schema.ts'
import { define } from '../../db/statement.ts'
import { searchTextOf, startsOf } from './record.ts'

const byId = define<{ account: string; id: string }, { record: string }>((db, arg) =>
  db.selectFrom('shoot').select('record').where('account_id', '=', arg('account')).where('id', '=', arg('id')),
)

const insert = define<ShootRow>((db, arg) =>
  db.insertInto('shoot').values({
    account_id: arg('account_id'),
    id: arg('id'),
    status: arg('status'),
    starts: arg('starts'),
    fold: arg('fold'),
    record: arg('record'),
  }),
)

// Unchanged indexed columns are left out, so that their indexes are not updated.
const updateText = define<{ account_id: string; id: string; fold: string; record: string }>((db, arg) =>
  db
    .updateTable('shoot')
    .set({ fold: arg('fold'), record: arg('record') })
    .where('account_id', '=', arg('account_id'))
    .where('id', '=', arg('id')),
)

const updateAll = define<ShootRow>((db, arg) =>
  db
    .updateTable('shoot')
    .set({ status: arg('status'), starts: arg('starts'), fold: arg('fold'), record: arg('record') })
    .where('account_id', '=', arg('account_id'))
    .where('id', '=', arg('id')),
)

const remove = define<{ account: string; id: string }>((db, arg) =>
  db.deleteFrom('shoot').where('account_id', '=', arg('account')).where('id', '=', arg('id')),
)

const rowOf = (account: string, shoot: Shoot, json: string): ShootRow => ({
  account_id: account,
  id: shoot.id,
  status: shoot.status,
  starts: startsOf(shoot),
  fold: searchTextOf(shoot),
  record: json,
})

export const findShoot = async (tx: Tx, account: string, id: string): Promise<{ record: string } | undefined> =>
  upgradeRow('shoot', await tx.get(byId, { account, id }))

export const insertShoot = (tx: Tx, account: string, shoot: Shoot, json: string): void => tx.send(insert, rowOf(account, shoot, json))

export function storeShoot(tx: Tx, account: string, stored: Shoot, next: Shoot, json: string): void {
  const row = rowOf(account, next, json)
  if (stored.status === next.status && startsOf(stored) === row.starts) tx.send(updateText, row)
  else tx.send(updateAll, row)
}

export const deleteShootRow = (tx: Tx, account: string, id: string): void => tx.send(remove, { account, id })
