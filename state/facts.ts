import { createStatementBuilder } from '../platform/sql/statement.ts'
import type { Tx } from '../platform/sql/types.ts'
import { STATE_SCHEMA, type StateTables } from './schema.ts'

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

/** Key of the last valid kitroom.yaml. */
const LAST_SETTINGS_FACT = 'last_settings'

/** Text of the last valid kitroom.yaml; undefined before the first. */
export const readLastConfigText = async (tx: Tx): Promise<string | undefined> => (await tx.get(selectFact, { name: LAST_SETTINGS_FACT }))?.value

export const storeLastConfigText = (tx: Tx, text: string): Promise<number> => tx.run(upsert, { name: LAST_SETTINGS_FACT, value: text })

const LINKS_FACT = 'reminder_links_valid_from'

/** Moment before which links in reminders were withdrawn, ISO 8601 UTC. */
export const readLinksValidFrom = async (tx: Tx): Promise<string | undefined> => (await tx.get(selectFact, { name: LINKS_FACT }))?.value

export const storeLinksValidFrom = (tx: Tx, at: string): Promise<number> => tx.run(upsert, { name: LINKS_FACT, value: at })

/** The account that this database belongs to; undefined before the first use. */
export const findAccount = async (tx: Tx): Promise<string | undefined> => (await tx.get(selectFact, { name: 'account_id' }))?.value

/** Assigns this database to an account at first use. Bindings of one account are meaningless in another. @returns the owner */
export async function claimAccount(tx: Tx, accountId: string): Promise<string> {
  const owner = await findAccount(tx)
  if (owner !== undefined) return owner
  // Another worker of the account may start at the same time.
  await tx.run(insertOnce, { name: 'account_id', value: accountId })
  return (await findAccount(tx)) ?? accountId
}
