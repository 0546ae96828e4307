import { sql } from 'kysely'
import { ConfigError } from '../environment.ts'
import { isPostgres } from './dialects.ts'
import type { Tx } from './types.ts'

interface Rights {
  role: string
  /** null if the schema does not exist. */
  schema_right: boolean | null
  database_right: boolean
}

/**
 * Creates a schema of PostgreSQL if it is missing; no effect on SQLite.
 * @throws ConfigError with the SQL for an administrator, if the role may not use or create it
 */
export async function ensureSchema(tx: Tx, schema: string): Promise<void> {
  const db = tx.builder<never>()
  if (!isPostgres(db)) return
  const rights = sql<Rights>`select current_user as role,
    (select has_schema_privilege(oid, 'create') from pg_namespace where nspname = ${schema}) as schema_right,
    has_database_privilege(current_database(), 'create') as database_right`.compile(db)
  const [right] = await tx.query<Rights>({ compile: () => rights })
  if (right === undefined || right.schema_right === true) return
  if (right.schema_right === false)
    throw new ConfigError(
      `The role ${right.role} may not use the schema ${schema}. As an administrator: alter schema ${schema} owner to ${right.role};`,
    )
  if (!right.database_right)
    throw new ConfigError(
      `The schema ${schema} is missing, and the role ${right.role} may not create it. As an administrator: create schema ${schema} authorization ${right.role};`,
    )
  await tx.query(db.schema.createSchema(schema))
}
