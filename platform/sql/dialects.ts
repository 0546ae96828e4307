import {
  ColumnDefinitionNode,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Compilable,
  type DataTypeNode,
  type Dialect as KyselyDialect,
  type LimitNode,
  type OffsetNode,
  type SelectModifierNode,
} from 'kysely'
import type { Dialect } from './types.ts'

/** Compiles for SQLite without `for update` and `skip locked`, because its single writer locks all rows. */
class SingleWriterCompiler extends SqliteQueryCompiler {
  // SQLite prepares a statement with `limit ?` again for each execution, because it plans by the value. With an
  // expression it does not.
  protected override visitLimit(node: LimitNode): void {
    super.visitLimit(node)
    this.append(' + 0')
  }

  protected override visitOffset(node: OffsetNode): void {
    super.visitOffset(node)
    this.append(' + 0')
  }

  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier !== 'ForUpdate' && node.modifier !== 'SkipLocked') super.visitSelectModifier(node)
  }
}

/**
 * Compiles for PostgreSQL. Text columns sort and compare by bytes, as on SQLite, whatever the database's locale. A blob
 * is `bytea`.
 */
class BytewiseCompiler extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    if (node.dataType === 'blob') {
      this.append('bytea')
      return
    }
    super.visitDataType(node)
    if (node.dataType === 'text' && this.parentNode && ColumnDefinitionNode.is(this.parentNode))
      this.append(' collate "C"')
  }
}

const dialects: Record<Dialect, KyselyDialect> = {
  sqlite: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SingleWriterCompiler(),
  },
  postgres: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new BytewiseCompiler(),
  },
}

const builders: Record<Dialect, Kysely<unknown>> = {
  sqlite: new Kysely<unknown>({ dialect: dialects.sqlite }),
  postgres: new Kysely<unknown>({ dialect: dialects.postgres }),
}

/** True for a PostgreSQL builder. */
export const isPostgres = (db: Pick<Kysely<never>, 'getExecutor'>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter

/** Returns the statements that only one of the databases needs, such as an index that is worth its cost there. */
export const statementsOn = (
  dialect: Dialect,
  db: Kysely<unknown>,
  create: (db: Kysely<unknown>) => Compilable[],
): Compilable[] => (isPostgres(db) === (dialect === 'postgres') ? create(db) : [])

/**
 * Returns a Kysely instance that only builds queries; transactions run them.
 * @param schema schema of all tables on PostgreSQL; default: the connection's; SQLite has none
 */
export function getQueryBuilder<Schema>(dialect: Dialect = 'sqlite', schema?: string): Kysely<Schema> {
  const builder = builders[dialect] as Kysely<Schema>
  return schema === undefined || dialect === 'sqlite' ? builder : builder.withSchema(schema)
}
