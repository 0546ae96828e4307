import type { Tx } from '../../../platform/sql/types.ts'
import type { Shoot } from '../../../contract/api/shoots.ts'
import { defineLookup } from '../../db/lookup.ts'
import { upgradeRow } from '../../db/recordSchema.ts'
import type { ShootRow } from '../../db/schema.ts'
import { defineStatement } from '../../db/statement.ts'
import { toSearchText, toStartKey } from './record.ts'

export const shootById = defineLookup('shoot', 'id', ['record'])

const insert = defineStatement<ShootRow>((db, arg) =>
  db.insertInto('shoot').values(arg.columns('account_id', 'id', 'status', 'starts', 'fold', 'record')),
)

// Unchanged indexed columns are left out, so that their indexes are not updated.
const updateText = defineStatement<{ account_id: string; id: string; fold: string; record: string }>((db, arg) =>
  db
    .updateTable('shoot')
    .set(arg.columns('fold', 'record'))
    .where('account_id', '=', arg('account_id'))
    .where('id', '=', arg('id')),
)

const updateAll = defineStatement<ShootRow>((db, arg) =>
  db
    .updateTable('shoot')
    .set(arg.columns('status', 'starts', 'fold', 'record'))
    .where('account_id', '=', arg('account_id'))
    .where('id', '=', arg('id')),
)

const remove = defineStatement<{ account: string; id: string }>((db, arg) =>
  db.deleteFrom('shoot').where('account_id', '=', arg('account')).where('id', '=', arg('id')),
)

const rowOf = (account: string, shoot: Shoot, json: string): ShootRow => ({
  account_id: account,
  id: shoot.id,
  status: shoot.status,
  starts: toStartKey(shoot),
  fold: toSearchText(shoot),
  record: json,
})

export const findShoot = async (tx: Tx, account: string, id: string): Promise<{ record: string } | undefined> =>
  upgradeRow('shoot', await tx.find(shootById, account, id))

export const insertShoot = (tx: Tx, account: string, shoot: Shoot, json: string): void =>
  tx.append(insert, rowOf(account, shoot, json))

export function storeShoot(tx: Tx, account: string, stored: Shoot, next: Shoot, json: string): void {
  const row = rowOf(account, next, json)
  if (stored.status === next.status && toStartKey(stored) === row.starts) tx.append(updateText, row)
  else tx.append(updateAll, row)
}

export const deleteShootRow = (tx: Tx, account: string, id: string): void => tx.send(remove, { account, id })
