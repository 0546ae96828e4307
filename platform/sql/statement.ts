import { hash } from 'node:crypto'
import { sql, type Compilable, type Kysely, type RawBuilder } from 'kysely'
import { getQueryBuilder } from './dialects.ts'
import { toManyRows } from './manyRows.ts'
import { findChange, type CompiledQuery } from './statementChange.ts'
import type { Compiled, Dialect, Statement } from './types.ts'

class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

export type Arg<Args> = <Name extends keyof Args & string>(name: Name) => Args[Name]

/** True where a column has one of the texts of a JSON array, which is passed as one argument. */
export type IsAnyOf<Args> = (column: string, name: keyof Args & string) => RawBuilder<boolean>

const isAnyOf: Record<Dialect, IsAnyOf<object>> = {
  sqlite: (column, name) => sql<boolean>`${sql.ref(column)} in (select value from json_each(${new Placeholder(name)}))`,
  postgres: (column, name) => sql<boolean>`${sql.ref(column)} = any(array(select jsonb_array_elements_text(${new Placeholder(name)}::jsonb)))`,
}

const allStatements: Statement<never, unknown>[] = []

export const listDefinedStatements = (): readonly Statement<never, unknown>[] => allStatements

/** The name under which a connection prepares a statement once. */
const nameOf = (text: string): string => `kitroom_${hash('sha256', text, 'hex').slice(0, 32)}`

/**
 * The drivers pass on one value in less time than many rows, and bytes of SQLite need no garbage collection. `array(…)` keeps the order of
 * its query; so does SQLite for an aggregate that is not `count`, `min` or `max`.
 */
const joinTexts: Record<Dialect, (text: string) => string> = {
  sqlite: (text) => `with page(text) as (${text}) select cast(group_concat(text, ',') as blob) as joined, count(*) as count from page`,
  postgres: (text) =>
    `with page as materialized (select array(${text}) as texts) select array_to_string(texts, ',') as joined, cardinality(texts) as count from page`,
}

function compileQuery(query: CompiledQuery, dialect: Dialect): Compiled {
  const names = query.parameters.map((parameter, index) => {
    if (!(parameter instanceof Placeholder)) throw new Error(`parameter ${index + 1} of a statement is no named argument: ${query.sql}`)
    return parameter.name
  })
  const change = findChange(query)
  const manyRows = change && dialect === 'postgres' ? toManyRows(query, names) : undefined
  const joined = joinTexts[dialect](query.sql)
  return {
    text: query.sql,
    names,
    name: nameOf(query.sql),
    ...(change && { change }),
    ...(!change && { joined: { text: joined, name: nameOf(joined) } }),
    ...(manyRows && { manyRows: { ...manyRows, name: nameOf(manyRows.text) } }),
  }
}

/**
 * Defines a query compiled once per database. `build` writes it with Kysely and takes its arguments from `arg('name')`.
 * @param schema PostgreSQL: schema of the tables; default: the connection's
 */
export function createStatementBuilder<Schema>(schema?: string) {
  return <Args extends object, Row = unknown>(
    build: (db: Kysely<Schema>, arg: Arg<Args>, isAnyOf: IsAnyOf<Args>) => Compilable<Row>,
  ): Statement<Args, Row> => {
    const compiled = new Map<Dialect, Compiled>()
    const compile = (dialect: Dialect): Compiled => {
      const result = compileQuery(
        build(getQueryBuilder<Schema>(dialect, schema), (name) => new Placeholder(name) as never, isAnyOf[dialect] as IsAnyOf<Args>).compile(),
        dialect,
      )
      compiled.set(dialect, result)
      return result
    }
    const compiledStatement: Statement<Args, Row> = { compile: (dialect) => compiled.get(dialect) ?? compile(dialect) }
    allStatements.push(compiledStatement)
    return compiledStatement
  }
}
