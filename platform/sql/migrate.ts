import type { Compilable, Kysely } from 'kysely'
import { statement } from './statement.ts'
import type { Database, Tx } from './types.ts'

/** A step of the schema. Steps are listed by hand, run in order, each once, and never changed after a release. */
export interface Migration {
  /** Sorts after all earlier ones: `0001_first`. */
  readonly name: string
  readonly up: (db: Kysely<unknown>) => Compilable[]
}

interface MigrationTable {
  migration: { name: string; applied_at: string }
}

const define = statement<MigrationTable>()
const applied = define<{ limit: number }, { name: string }>((db, arg) => db.selectFrom('migration').select('name').limit(arg('limit')))
const record = define<{ name: string; at: string }>((db, arg) => db.insertInto('migration').values({ name: arg('name'), applied_at: arg('at') }))

/** Names of the steps that a database has, in order; one that has none gets the table that notes them. */
export async function beginSteps(tx: Tx): Promise<string[]> {
  const table = tx
    .builder<unknown>()
    .schema.createTable('migration')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('applied_at', 'text', (column) => column.notNull())
  await tx.query(table)
  return listSteps(tx)
}

async function pending(tx: Tx, migrations: readonly Migration[]): Promise<Migration[]> {
  const done = await beginSteps(tx)
  const unknown = done.filter((name) => !migrations.some((migration) => migration.name === name))
  if (unknown.length > 0)
    throw new Error(`This database was made by a newer Kitroom (it has ${unknown.join(', ')}). Start that version, or restore a backup.`)
  return migrations.filter((migration) => !done.includes(migration.name))
}

/** Names of the steps that a database has, in order. @throws Error of the database when it has none at all */
export const listSteps = async (tx: Tx): Promise<string[]> => (await tx.all(applied, { limit: 10_000 })).map((row) => row.name).toSorted()

/** Brings a database to the newest schema, inside a transaction that does more. @throws as `migrate` */
export async function migrateInside(tx: Tx, migrations: readonly Migration[], at: string): Promise<void> {
  await tx.lock('kitroom migrations')
  for (const migration of await pending(tx, migrations)) {
    for (const step of migration.up(tx.builder())) await tx.query(step)
    await tx.run(record, { name: migration.name, at })
  }
}

/**
 * Brings a database to the newest schema in one transaction. Processes that start together wait for each other.
 * @throws Error when the database holds steps this version does not know.
 */
export const migrate = (database: Database, migrations: readonly Migration[], at: string): Promise<void> =>
  database.write((tx) => migrateInside(tx, migrations, at))
