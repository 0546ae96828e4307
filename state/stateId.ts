import { randomUUID } from 'node:crypto'
import { createStatementBuilder } from '../platform/sql/statement.ts'
import type { Tx } from '../platform/sql/types.ts'
import { STATE_SCHEMA, type StateTables } from './schema.ts'

const STATE_ID_FACT = 'state_id'

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

/** Id of this database, which a backup and its restore keep. Created at first use. */
export async function loadStateId(tx: Tx): Promise<string> {
  const stored = await tx.get(selectFact, { name: STATE_ID_FACT })
  if (stored) return stored.value
  await tx.run(insertOnce, { name: STATE_ID_FACT, value: randomUUID() })
  return (await tx.get(selectFact, { name: STATE_ID_FACT }))?.value ?? ''
}
