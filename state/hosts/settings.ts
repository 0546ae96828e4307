import { sql } from 'kysely'
import { createStatementBuilder } from '../../platform/sql/statement.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { STATE_SCHEMA, type StateTables } from '../tables/schema.ts'
import type { SettingsAdoptionTable, SettingsTable } from '../tables/settingsTables.ts'

// The text of kitroom.yaml in force.

export type StoredSettings = Omit<SettingsTable, 'name'>

const NAME = 'kitroom.yaml'

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const selectSettings = defineStatement<{ name: string }, SettingsTable>((db, arg) =>
  db.selectFrom('settings').selectAll().where('name', '=', arg('name')),
)
const insert = defineStatement<SettingsTable>((db, arg) =>
  db
    .insertInto('settings')
    .values(arg.columns('name', 'text', 'sealed', 'sha256', 'host', 'adopted_at'))
    .onConflict((conflict) => conflict.doNothing()),
)
const replace = defineStatement<SettingsTable & { expected: string }>((db, arg) =>
  db
    .updateTable('settings')
    .set(arg.columns('text', 'sealed', 'sha256', 'host', 'adopted_at'))
    .where('name', '=', arg('name'))
    .where('sha256', '=', arg('expected')),
)
const insertAdoption = defineStatement<SettingsAdoptionTable>((db, arg) =>
  db
    .insertInto('settings_adoption')
    .values(arg.columns('sha256', 'host', 'adopted_at'))
    .onConflict((conflict) => conflict.doNothing()),
)
const selectAdoption = defineStatement<{ sha256: string }, SettingsAdoptionTable>((db, arg) =>
  db.selectFrom('settings_adoption').selectAll().where('sha256', '=', arg('sha256')),
)

const selectAdoptionBy = defineStatement<{ host: string }, SettingsAdoptionTable>((db, arg) =>
  db.selectFrom('settings_adoption').selectAll().where('host', '=', arg('host')).limit(sql.lit(1)),
)

const updateSealed = defineStatement<{ name: string; sealed: string; resealed: string }>((db, arg) =>
  db
    .updateTable('settings')
    .set({ sealed: arg('resealed') })
    .where('name', '=', arg('name'))
    .where('sealed', '=', arg('sealed')),
)

/** Stores the text sealed with another key, unless another text came into force. */
export const resealSettings = (tx: Tx, sealed: string, resealed: string): Promise<number> =>
  tx.run(updateSealed, { name: NAME, sealed, resealed })

/** Finds the text in force; undefined before the first worker has adopted its file. */
export const findSettings = (tx: Tx): Promise<StoredSettings | undefined> => tx.get(selectSettings, { name: NAME })

/**
 * Puts a text in force.
 * @param expected hash of the text that it replaces; undefined for the first
 * @returns false if another text has come into force
 */
export async function storeSettings(tx: Tx, settings: StoredSettings, expected: string | undefined): Promise<boolean> {
  const row = { ...settings, name: NAME }
  const changed = expected === undefined ? await tx.run(insert, row) : await tx.run(replace, { ...row, expected })
  if (changed === 0) return false
  const { sha256, host, adopted_at } = settings
  await tx.run(insertAdoption, { sha256, host, adopted_at })
  return true
}

/** True if the text was in force at some time. */
export const wasAdopted = async (tx: Tx, sha256: string): Promise<boolean> =>
  (await tx.get(selectAdoption, { sha256 })) !== undefined

/** True if a text of this host was in force at some time. */
export const hasAdopted = async (tx: Tx, host: string): Promise<boolean> =>
  (await tx.get(selectAdoptionBy, { host })) !== undefined
