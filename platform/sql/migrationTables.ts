// Manages the two tables about migrations: `migration` names the applied steps, and `migration_rule` has for each one
// the earliest step that works with it.
import { sql } from 'kysely'
import { isPostgres } from './dialects.ts'
import type { Tx } from './types.ts'

interface MigrationTables {
  migration: { name: string; applied_at: string }
  migration_rule: { name: string; compatible_with: string; kitroom: string }
}

/** Facts about an applied migration for a process that lacks it. */
export interface MigrationRule {
  name: string
  /** A process that has this migration works with the step, even if it lacks the step itself. */
  compatible_with: string
  /** Version of Kitroom that applied it. */
  kitroom: string
}

/** Lists the names of the applied migrations, in order. @throws the database's error if the table is missing */
export const listAppliedMigrations = async (tx: Tx, schema?: string): Promise<string[]> =>
  (await tx.query(tx.builder<MigrationTables>(schema).selectFrom('migration').select('name')))
    .map((row) => row.name)
    .toSorted()

/** Lists the names of the applied migrations, in order, without writing. A database without the table has none. */
export async function listMigrationsIfAny(tx: Tx, schema?: string): Promise<string[]> {
  const db = tx.builder<never>()
  const find = isPostgres(db)
    ? sql`select 1 as found from information_schema.tables
        where table_name = 'migration' and table_schema = coalesce(${schema ?? null}::text, current_schema()::text)`
    : sql`select 1 as found from sqlite_master where type = 'table' and name = 'migration'`
  const query = find.compile(db)
  const tables = await tx.query({ compile: () => query })
  return tables.length === 0 ? [] : listAppliedMigrations(tx, schema)
}

/**
 * Lists the names of the applied migrations, in order; creates the tables if missing.
 * @param schema on PostgreSQL; default `public`
 */
export async function prepareMigrationTables(tx: Tx, schema?: string): Promise<string[]> {
  const db = tx.builder<unknown>(schema)
  await tx.query(
    db.schema
      .createTable('migration')
      .ifNotExists()
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('applied_at', 'text', (column) => column.notNull()),
  )
  await tx.query(
    db.schema
      .createTable('migration_rule')
      .ifNotExists()
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('compatible_with', 'text', (column) => column.notNull())
      .addColumn('kitroom', 'text', (column) => column.notNull()),
  )
  return listAppliedMigrations(tx, schema)
}

/** Lists the rules of the applied migrations. Those that versions without rules applied have none. */
export const listMigrationRules = (tx: Tx, schema?: string): Promise<MigrationRule[]> =>
  tx.query(tx.builder<MigrationTables>(schema).selectFrom('migration_rule').selectAll())

export async function storeMigration(tx: Tx, rule: MigrationRule, at: string, schema?: string): Promise<void> {
  const db = tx.builder<MigrationTables>(schema)
  await tx.query(db.insertInto('migration').values({ name: rule.name, applied_at: at }))
  await tx.query(db.insertInto('migration_rule').values(rule))
}

export async function dropMigrationTables(tx: Tx, schema?: string): Promise<void> {
  const db = tx.builder<unknown>(schema)
  await tx.query(db.schema.dropTable('migration_rule'))
  await tx.query(db.schema.dropTable('migration'))
}
