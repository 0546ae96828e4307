import type { Compilable, Kysely } from 'kysely'
import { createStatementBuilder } from './statement.ts'
import type { Database, Tx } from './types.ts'

/** A change of the schema. Migrations are listed by hand and run once each, in order. They never change after a release. */
export interface Migration {
  readonly name: string
  readonly up: (db: Kysely<unknown>) => Compilable[]
}

interface MigrationTable {
  migration: { name: string; applied_at: string }
}

const defineStatement = createStatementBuilder<MigrationTable>()
const applied = defineStatement<{ limit: number }, { name: string }>((db, arg) => db.selectFrom('migration').select('name').limit(arg('limit')))
const record = defineStatement<{ name: string; at: string }>((db, arg) =>
  db.insertInto('migration').values({ name: arg('name'), applied_at: arg('at') }),
)

/** Names of the applied migrations, in order; creates the `migration` table if missing. */
export async function prepareMigrationTable(tx: Tx): Promise<string[]> {
  const table = tx
    .builder<unknown>()
    .schema.createTable('migration')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('applied_at', 'text', (column) => column.notNull())
  await tx.query(table)
  return listAppliedMigrations(tx)
}

async function listPendingMigrations(tx: Tx, migrations: readonly Migration[]): Promise<Migration[]> {
  const appliedNames = await prepareMigrationTable(tx)
  const unknown = appliedNames.filter((name) => !migrations.some((migration) => migration.name === name))
  if (unknown.length > 0)
    throw new Error(`This database was made by a newer Kitroom (it has ${unknown.join(', ')}). Start that version, or restore a backup.`)
  return migrations.filter((migration) => !appliedNames.includes(migration.name))
}

/** Names of the applied migrations, in order. @throws the database's error if the table is missing */
export const listAppliedMigrations = async (tx: Tx): Promise<string[]> => (await tx.all(applied, { limit: 10_000 })).map((row) => row.name).toSorted()

export async function migrateInTransaction(tx: Tx, migrations: readonly Migration[], at: string): Promise<void> {
  await tx.lock('kitroom migrations')
  for (const migration of await listPendingMigrations(tx, migrations)) {
    for (const step of migration.up(tx.builder())) await tx.query(step)
    await tx.run(record, { name: migration.name, at })
  }
}

/**
 * Runs pending migrations in one transaction. Processes that start together wait for each other.
 * @throws Error when the database has migrations that this version does not know
 */
export const migrate = (database: Database, migrations: readonly Migration[], at: string): Promise<void> =>
  database.write((tx) => migrateInTransaction(tx, migrations, at))
