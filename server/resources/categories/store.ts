import type { Tx } from '../../../platform/sql/types.ts'
import type { GearCategoryRow } from '../../db/categoryRows.ts'
import { defineStatement } from '../../db/statement.ts'

const ofAccount = defineStatement<{ account: string }, GearCategoryRow>((db, arg) =>
  db.selectFrom('gear_category').selectAll().where('account_id', '=', arg('account')).orderBy('id'),
)

const insert = defineStatement<GearCategoryRow>((db, arg) =>
  db.insertInto('gear_category').values(arg.columns('account_id', 'id', 'name', 'label', 'created_at', 'updated_at')),
)

const update = defineStatement<GearCategoryRow>((db, arg) =>
  db
    .updateTable('gear_category')
    .set(arg.columns('label', 'updated_at'))
    .where('account_id', '=', arg('account_id'))
    .where('id', '=', arg('id')),
)

const remove = defineStatement<{ account: string; id: string }>((db, arg) =>
  db.deleteFrom('gear_category').where('account_id', '=', arg('account')).where('id', '=', arg('id')),
)

const itemsOf = defineStatement<{ account: string; category: string }, { items: string | number }>((db, arg) =>
  db
    .selectFrom('gear')
    .select((row) => row.fn.countAll<string | number>().as('items'))
    .where('account_id', '=', arg('account'))
    .where('category', '=', arg('category')),
)

/** Reads the categories of an account, oldest first. */
export const readCategoryRows = (tx: Tx, account: string): Promise<GearCategoryRow[]> => tx.all(ofAccount, { account })

export const insertCategory = (tx: Tx, row: GearCategoryRow): void => tx.send(insert, row)
export const storeCategory = (tx: Tx, row: GearCategoryRow): void => tx.send(update, row)
export const removeCategory = (tx: Tx, account: string, id: string): void => tx.send(remove, { account, id })

/** Counts the accessories that have a category. */
export const countItemsOf = async (tx: Tx, account: string, category: string): Promise<number> =>
  Number((await tx.get(itemsOf, { account, category }))?.items ?? 0)
