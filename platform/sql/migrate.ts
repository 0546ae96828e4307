import type { Compilable, Kysely } from 'kysely'
import { ConfigError } from '../environment.ts'
import { readOwnVersion } from '../version.ts'
import { ensureSchema } from './ensureSchema.ts'
import {
  listMigrationRules,
  listMigrationsIfAny,
  prepareMigrationTables,
  storeMigration,
  type MigrationRule,
} from './migrationTables.ts'
import { findOtherOrigin } from './origin.ts'
import type { Database, Tx } from './types.ts'

/**
 * A change of the schema. Migrations are listed by hand and run once each, in order. They never change after a release.
 */
export interface Migration {
  readonly name: string
  /**
   * Name of an earlier migration. A process that has that migration works with this step, even if it lacks the step
   * itself. Default: a process needs the step.
   */
  readonly compatibleWith?: string
  readonly up: (db: Kysely<unknown>) => Compilable[]
}

export const NEWER_STEPS_MESSAGE =
  'a newer Kitroom has changed the database; this version works with it, and should be replaced by the newer one too'

/** Finds steps of a newer version with which this version cannot work. */
function findBlockingSteps(
  steps: readonly string[],
  rules: readonly MigrationRule[],
  migrations: readonly Migration[],
): string[] {
  const knownNames = new Set(migrations.map(({ name }) => name))
  const allowedSteps = new Set(rules.filter((rule) => knownNames.has(rule.compatible_with)).map((rule) => rule.name))
  return steps.filter((name) => !allowedSteps.has(name))
}

function refuseNewer(steps: readonly string[], rules: readonly MigrationRule[]): never {
  const version = rules.find(({ name }) => name === steps.at(-1))?.kitroom
  const advice =
    version === undefined
      ? 'Start that version'
      : `Start version ${version} or a newer one (this is ${readOwnVersion()})`
  throw new ConfigError(
    `This database was made by a newer Kitroom (it has ${steps.join(', ')}). ${advice}, or restore a backup of this one.`,
  )
}

/**
 * Finds the steps of a newer version with which this version works.
 * @throws ConfigError for steps that exclude this version, and for a database that was made before its first step
 */
async function findCompatibleSteps(
  tx: Tx,
  applied: readonly string[],
  migrations: readonly Migration[],
  schema: string | undefined,
): Promise<string[]> {
  const origin = findOtherOrigin(applied, migrations)
  if (!origin) return []
  if (origin.isEarlier)
    throw new ConfigError(
      `This database was made ${origin.made}. This version cannot read it, and has changed nothing in it. Start the version that made it, or name an empty database and sync your sheets again.`,
    )
  const rules = await listMigrationRules(tx, schema)
  const blocking = findBlockingSteps(origin.steps, rules, migrations)
  if (blocking.length > 0) refuseNewer(blocking, rules)
  return origin.steps
}

/**
 * @param schema schema of the tables and of those about migrations on PostgreSQL, which is created if missing; default:
 * the connection's
 * @returns steps of a newer version with which this one works
 */
export async function migrateInTransaction(
  tx: Tx,
  migrations: readonly Migration[],
  at: string,
  schema?: string,
): Promise<string[]> {
  await tx.lock('kitroom migrations')
  if (schema !== undefined) await ensureSchema(tx, schema)
  const newerSteps = await findCompatibleSteps(tx, await listMigrationsIfAny(tx, schema), migrations, schema)
  const appliedNames = await prepareMigrationTables(tx, schema)
  for (const { name, compatibleWith = name, up } of migrations) {
    if (appliedNames.includes(name)) continue
    for (const step of up(tx.builder(schema))) await tx.query(step)
    await storeMigration(tx, { name, compatible_with: compatibleWith, kitroom: readOwnVersion() }, at, schema)
  }
  return newerSteps
}

/**
 * Runs pending migrations in one transaction. Processes that start together wait for each other.
 * @param schema schema of the tables on PostgreSQL; default: the connection's
 * @returns steps of a newer version with which this one works
 * @throws ConfigError if the database was made before 0.1.0, or has steps of a newer version that exclude this one
 */
export const migrate = (
  database: Database,
  migrations: readonly Migration[],
  at: string,
  schema?: string,
): Promise<string[]> => database.write((tx) => migrateInTransaction(tx, migrations, at, schema))
