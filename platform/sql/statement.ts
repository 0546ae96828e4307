import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Compilable,
  type Dialect as KyselyDialect,
} from 'kysely'
import type { Dialect, Statement } from './types.ts'

/** Stands for an argument while a statement is compiled. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

const compilers: Record<Dialect, KyselyDialect> = {
  sqlite: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
  postgres: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
}

const builders = new Map<Dialect, Kysely<unknown>>()

/** A Kysely that builds queries for a database and never runs them: transactions do. */
export function queryBuilder<Schema>(dialect: Dialect = 'sqlite'): Kysely<Schema> {
  let builder = builders.get(dialect)
  if (!builder) {
    builder = new Kysely<unknown>({ dialect: compilers[dialect] })
    builders.set(dialect, builder)
  }
  return builder as Kysely<Schema>
}

/** Gives the stand-in for an argument, typed as the argument itself. */
export type Arg<Args> = <Name extends keyof Args & string>(name: Name) => Args[Name]

/**
 * Defines a query that is compiled once per database.
 * `build` writes it with Kysely and takes its arguments from `arg('name')`.
 */
export function statement<Schema>() {
  return <Args extends object, Row = unknown>(build: (db: Kysely<Schema>, arg: Arg<Args>) => Compilable<Row>): Statement<Args, Row> => {
    const compiled = new Map<Dialect, { text: string; names: readonly string[] }>()
    const compile = (dialect: Dialect) => {
      const query = build(queryBuilder<Schema>(dialect), (name) => new Placeholder(name) as never).compile()
      const names = query.parameters.map((parameter, index) => {
        if (!(parameter instanceof Placeholder)) throw new Error(`parameter ${index + 1} of a statement is no named argument: ${query.sql}`)
        return parameter.name
      })
      const result = { text: query.sql, names }
      compiled.set(dialect, result)
      return result
    }
    return { compile: (dialect) => compiled.get(dialect) ?? compile(dialect) }
  }
}
