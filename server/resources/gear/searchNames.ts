import { foldText } from '../../../platform/foldText.ts'
import { defineLookup } from '../../db/lookup.ts'
import { defineStatement } from '../../db/statement.ts'
import type { AccountWrite } from '../../db/write.ts'

export const nameByText = defineLookup('gear_name', 'fold', ['id'])
const addToCount = defineStatement<{ account: string; id: number; by: number }>((db, arg) =>
  db
    .updateTable('gear_name')
    .set((expression) => ({ items: expression('items', '+', arg('by')) }))
    .where('account_id', '=', arg('account'))
    .where('id', '=', arg('id')),
)
const insert = defineStatement<{ account: string; id: number; fold: string; items: number }>((db, arg) =>
  db.insertInto('gear_name').values({ account_id: arg('account'), id: arg('id'), fold: arg('fold'), items: arg('items') }),
)
const removeUnused = defineStatement<{ account: string; id: number; none: number }>((db, arg) =>
  db.deleteFrom('gear_name').where('account_id', '=', arg('account')).where('id', '=', arg('id')).where('items', '=', arg('none')),
)

/** The text that `q` searches. Each distinct name is stored once with the number of its items. */
export const toSearchName = (record: { brand: string; model: string }): string => foldText(`${record.brand} ${record.model}`)

/** Increments the item count of a name and returns the name's id. */
export async function incrementNameCount(write: AccountWrite, name: string): Promise<number> {
  const { tx, account, state } = write
  const existing = await tx.find(nameByText, account, name)
  if (existing) {
    tx.send(addToCount, { account, id: existing.id, by: 1 })
    return existing.id
  }
  state.next_name_id += 1
  tx.append(insert, { account, id: state.next_name_id, fold: name, items: 1 })
  return state.next_name_id
}

/** Decrements the item count of a name and deletes unused names. */
export async function decrementNameCount(write: AccountWrite, id: number): Promise<void> {
  const { tx, account } = write
  tx.send(addToCount, { account, id, by: -1 })
  tx.send(removeUnused, { account, id, none: 0 })
}
