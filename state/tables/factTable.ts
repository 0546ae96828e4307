import { createStatementBuilder, takeExcluded } from '../../platform/sql/statement.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { STATE_SCHEMA, type StateTables } from './schema.ts'

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const select = defineStatement<{ name: string }, { value: string }>((db, arg) =>
  db.selectFrom('fact').select('value').where('name', '=', arg('name')),
)
const insertOnce = defineStatement<{ name: string; value: string }>((db, arg) =>
  db
    .insertInto('fact')
    .values(arg.columns('name', 'value'))
    .onConflict((conflict) => conflict.doNothing()),
)
const upsert = defineStatement<{ name: string; value: string }>((db, arg) =>
  db
    .insertInto('fact')
    .values(arg.columns('name', 'value'))
    .onConflict((conflict) => conflict.column('name').doUpdateSet(takeExcluded('value'))),
)

/** Reads a single value of the state by its name; undefined before it is stored. */
export const readFact = async (tx: Tx, name: string): Promise<string | undefined> =>
  (await tx.get(select, { name }))?.value

/** Stores a value. @returns 1 */
export const storeFact = (tx: Tx, name: string, value: string): Promise<number> => tx.run(upsert, { name, value })

/** Stores a value unless there is one. Another worker may do so concurrently. @returns 1 if stored */
export const storeFactOnce = (tx: Tx, name: string, value: string): Promise<number> =>
  tx.run(insertOnce, { name, value })
