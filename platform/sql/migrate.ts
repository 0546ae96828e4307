import type { Compilable, Kysely } from 'kysely'
import { ensureSchema } from './ensureSchema.ts'
import type { Database, Tx } from './types.ts'

/** A change of the schema. Migrations are listed by hand and run once each, in order. They never change after a release. */
export interface Migration {
  readonly name: string
  readonly up: (db: Kysely<unknown>) => Compilable[]
}

interface MigrationTable {
  migration: { name: string; applied_at: string }
}

/** Names of the applied migrations, in order; creates the `migration` table if missing. @param schema PostgreSQL: default `public` */
export async function prepareMigrationTable(tx: Tx, schema?: string): Promise<string[]> {
  const table = tx
    .builder<unknown>(schema)
    .schema.createTable('migration')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('applied_at', 'text', (column) => column.notNull())
  await tx.query(table)
  return listAppliedMigrations(tx, schema)
}

async function listPendingMigrations(tx: Tx, migrations: readonly Migration[], schema: string | undefined): Promise<Migration[]> {
  const appliedNames = await prepareMigrationTable(tx, schema)
  const unknown = appliedNames.filter((name) => !migrations.some((migration) => migration.name === name))
  if (unknown.length > 0)
    throw new Error(`This database was made by a newer Kitroom (it has ${unknown.join(', ')}). Start that version, or restore a backup.`)
  return migrations.filter((migration) => !appliedNames.includes(migration.name))
}

/** Names of the applied migrations, in order. @throws the database's error if the table is missing */
export const listAppliedMigrations = async (tx: Tx, schema?: string): Promise<string[]> =>
  (await tx.query(tx.builder<MigrationTable>(schema).selectFrom('migration').select('name'))).map((row) => row.name).toSorted()

/** @param schema PostgreSQL: schema of the tables and of the `migration` table, which is created if missing; default: the connection's */
export async function migrateInTransaction(tx: Tx, migrations: readonly Migration[], at: string, schema?: string): Promise<void> {
  await tx.lock('kitroom migrations')
  if (schema !== undefined) await ensureSchema(tx, schema)
  for (const migration of await listPendingMigrations(tx, migrations, schema)) {
    for (const step of migration.up(tx.builder(schema))) await tx.query(step)
    await tx.query(tx.builder<MigrationTable>(schema).insertInto('migration').values({ name: migration.name, applied_at: at }))
  }
}

/**
 * Runs pending migrations in one transaction. Processes that start together wait for each other.
 * @param schema PostgreSQL: schema of the tables; default: the connection's
 * @throws Error when the database has migrations that this version does not know
 */
export const migrate = (database: Database, migrations: readonly Migration[], at: string, schema?: string): Promise<void> =>
  database.write((tx) => migrateInTransaction(tx, migrations, at, schema))
