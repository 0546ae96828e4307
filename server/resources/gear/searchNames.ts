import { sql } from 'kysely'
import { foldText } from '../../../platform/foldText.ts'
import { defineLookup } from '../../db/lookup.ts'
import { defineStatement } from '../../db/statement.ts'
import type { AccountWrite, Sum } from '../../db/write.ts'

export const nameByText = defineLookup('gear_name', 'fold', ['id'])
const add = defineStatement<{ account: string; id: number; by: number }>((db, arg) =>
  db
    .updateTable('gear_name')
    .set((expression) => ({ items: expression('items', '+', arg('by')) }))
    .where('account_id', '=', arg('account'))
    .where('id', '=', arg('id')),
)
const insert = defineStatement<{ account: string; id: number; fold: string; items: number }>((db, arg) =>
  db.insertInto('gear_name').values({ account_id: arg('account'), ...arg.columns('id', 'fold', 'items') }),
)
const removeUnused = defineStatement<{ account: string; id: number }>((db, arg) =>
  db
    .deleteFrom('gear_name')
    .where('account_id', '=', arg('account'))
    .where('id', '=', arg('id'))
    .where('items', '=', sql.lit(0)),
)

const itemCount: Sum = { add, removeUnused }

/** Returns the text that `q` searches. Each distinct name is stored once with the number of its items. */
export const toSearchName = (record: { brand: string; model: string }): string =>
  foldText(`${record.brand} ${record.model}`)

/** Increments the item count of a name and returns the name's id. */
export async function incrementNameCount(write: AccountWrite, name: string): Promise<number> {
  const { tx, account, state } = write
  const existing = await tx.find(nameByText, account, name)
  if (existing) {
    write.addToSum(itemCount, existing.id, 1)
    return existing.id
  }
  state.next_name_id += 1
  tx.append(insert, { account, id: state.next_name_id, fold: name, items: 1 })
  return state.next_name_id
}

/** Decrements the item count of a name. A name without items is deleted at the end of the batch. */
export const decrementNameCount = (write: AccountWrite, id: number): void => write.addToSum(itemCount, id, -1)
