import { randomUUID } from 'node:crypto'
import { createStatementBuilder } from '../platform/sql/statement.ts'
import type { Tx } from '../platform/sql/types.ts'
import { STATE_SCHEMA, type StateTables } from './schema.ts'

const STATE_ID_FACT = 'state_id'
/** Ids of the databases that this state was moved from, as a JSON array. */
const EARLIER_IDS_FACT = 'earlier_state_ids'
/** Where the state was moved to. Its database is not used any more. */
const MOVED_FACT = 'state_moved_to'

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const selectFact = defineStatement<{ name: string }, { value: string }>((db, arg) =>
  db.selectFrom('fact').select('value').where('name', '=', arg('name')),
)
const insertOnce = defineStatement<{ name: string; value: string }>((db, arg) =>
  db
    .insertInto('fact')
    .values({ name: arg('name'), value: arg('value') })
    .onConflict((conflict) => conflict.doNothing()),
)
const upsert = defineStatement<{ name: string; value: string }>((db, arg) =>
  db
    .insertInto('fact')
    .values({ name: arg('name'), value: arg('value') })
    .onConflict((conflict) => conflict.column('name').doUpdateSet((e) => ({ value: e.ref('excluded.value') }))),
)

const readFact = async (tx: Tx, name: string): Promise<string | undefined> => (await tx.get(selectFact, { name }))?.value

/** Id of this database, which a backup and its restore keep. Created at first use. */
export async function loadStateId(tx: Tx): Promise<string> {
  await tx.run(insertOnce, { name: STATE_ID_FACT, value: randomUUID() })
  return (await readFact(tx, STATE_ID_FACT)) ?? ''
}

/** Ids of the databases that this state was moved from. */
export const readEarlierStateIds = async (tx: Tx): Promise<string[]> => JSON.parse((await readFact(tx, EARLIER_IDS_FACT)) ?? '[]') as string[]

/** Gives moved state an id of its own, so that the database that it comes from is not taken for it. */
export async function renewStateId(tx: Tx): Promise<void> {
  const earlier = [...(await readEarlierStateIds(tx)), await loadStateId(tx)]
  await tx.run(upsert, { name: EARLIER_IDS_FACT, value: JSON.stringify(earlier) })
  await tx.run(upsert, { name: STATE_ID_FACT, value: randomUUID() })
}

/** Marks a database whose state was moved. @param place the target, without user and password */
export const markStateMoved = (tx: Tx, place: string): Promise<number> => tx.run(upsert, { name: MOVED_FACT, value: place })

/** Where this database's state was moved to; undefined if it is here. */
export const findMovedTo = (tx: Tx): Promise<string | undefined> => readFact(tx, MOVED_FACT)
