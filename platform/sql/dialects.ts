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
  type DataTypeNode,
  type Dialect as KyselyDialect,
  type SelectModifierNode,
} from 'kysely'
import type { Dialect } from './types.ts'

/** SQLite has one writer: whoever writes holds every row, so that `for update` says nothing there. */
class OneWriterCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier !== 'ForUpdate') super.visitSelectModifier(node)
  }
}

/** Texts sort and compare by their bytes, as they do on SQLite, whatever language the database was made for. */
class BytewiseCompiler extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    super.visitDataType(node)
    if (node.dataType === 'text' && this.parentNode && ColumnDefinitionNode.is(this.parentNode)) this.append(' collate "C"')
  }
}

const dialects: Record<Dialect, KyselyDialect> = {
  sqlite: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new OneWriterCompiler(),
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

/** A Kysely that builds queries for a database and never runs them: transactions do. */
export const queryBuilder = <Schema>(dialect: Dialect = 'sqlite'): Kysely<Schema> => builders[dialect] as Kysely<Schema>
