import { hash } from 'node:crypto'
import { sql, type Compilable, type Kysely, type RawBuilder } from 'kysely'
import { getQueryBuilder } from './dialects.ts'
import { toManyRows } from './manyRows.ts'
import { findChange, type CompiledQuery } from './statementChange.ts'
import type { Compiled, Dialect, RowStatement, Statement } from './types.ts'

class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Returns arguments of a statement: one by its name, or those that have the names of columns. */
export interface Arg<Args> {
  <Name extends keyof Args & string>(name: Name): Args[Name]
  /** Values for `values` and `set`; a missing or misspelt column is a type error. */
  columns<const Name extends keyof Args & string>(...names: readonly Name[]): Pick<Args, Name>
}

/** Creates values for `doUpdateSet`: these columns get the values that could not be inserted. */
export const takeExcluded =
  <const Name extends string>(...names: readonly Name[]) =>
  (row: { ref(column: `excluded.${Name}`): unknown }) =>
    Object.fromEntries(names.map((name) => [name, row.ref(`excluded.${name}`)])) as Record<Name, RawBuilder<never>>

/** True if a column has one of the texts of a JSON array, which is passed as one argument. */
export type IsAnyOf<Args> = (column: string, name: keyof Args & string) => RawBuilder<boolean>

const isAnyOf: Record<Dialect, IsAnyOf<object>> = {
  sqlite: (column, name) => sql<boolean>`${sql.ref(column)} in (select value from json_each(${new Placeholder(name)}))`,
  postgres: (column, name) =>
    sql<boolean>`${sql.ref(column)} = any(array(select jsonb_array_elements_text(${new Placeholder(name)}::jsonb)))`,
}

const takeArgument = Object.assign((name: string) => new Placeholder(name) as never, {
  columns: (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, new Placeholder(name)])),
})

const allStatements: Statement<never, unknown>[] = []

export const listDefinedStatements = (): readonly Statement<never, unknown>[] => allStatements

/** Returns the name under which a connection prepares a statement once. */
const nameOf = (text: string): string => `kitroom_${hash('sha256', text, 'hex').slice(0, 32)}`

/**
 * Joins texts in SQL: drivers return one value faster than many rows, and bytes of SQLite need no garbage collection.
 * The texts keep the query's order, as `array(…)` of PostgreSQL and all aggregates of SQLite except `count`, `min` and
 * `max` do.
 */
const joinTexts: Record<Dialect, (text: string) => string> = {
  sqlite: (text) =>
    `with page(text) as (${text}) select cast(group_concat(text, ',') as blob) as joined, count(*) as count from page`,
  postgres: (text) =>
    `with page as materialized (select array(${text}) as texts) select array_to_string(texts, ',') as joined, cardinality(texts) as count from page`,
}

function compileQuery(query: CompiledQuery, dialect: Dialect): Compiled {
  const names = query.parameters.map((parameter, index) => {
    if (!(parameter instanceof Placeholder))
      throw new Error(`parameter ${index + 1} of a statement is no named argument: ${query.sql}`)
    return parameter.name
  })
  const compiled: Compiled = { text: query.sql, names, name: nameOf(query.sql) }
  const change = findChange(query)
  if (!change) {
    const joined = joinTexts[dialect](query.sql)
    return { ...compiled, joined: { text: joined, name: nameOf(joined) } }
  }
  const manyRows = dialect === 'postgres' ? toManyRows(query, names) : undefined
  if (!manyRows) return { ...compiled, change }
  return { ...compiled, change, manyRows: { ...manyRows, name: nameOf(manyRows.text) } }
}

function compileOnce<Args, Row>(compile: (dialect: Dialect) => Compiled): Statement<Args, Row> {
  const compiled = new Map<Dialect, Compiled>()
  return { compile: (dialect) => compiled.getOrInsertComputed(dialect, compile) }
}

function define<Args, Row>(compile: (dialect: Dialect) => Compiled): Statement<Args, Row> {
  const statement = compileOnce<Args, Row>(compile)
  allStatements.push(statement)
  return statement
}

/**
 * Creates a function that defines a query compiled once per database. `build` writes it with Kysely and takes its
 * arguments from `arg('name')`.
 * @param schema schema of the tables on PostgreSQL; default: the connection's
 */
export function createStatementBuilder<Schema>(schema?: string) {
  return <Args extends object, Row = unknown>(
    build: (db: Kysely<Schema>, arg: Arg<Args>, isAnyOf: IsAnyOf<Args>) => Compilable<Row>,
  ): Statement<Args, Row> => {
    return define((dialect) =>
      compileQuery(
        build(
          getQueryBuilder<Schema>(dialect, schema),
          takeArgument as Arg<Args>,
          isAnyOf[dialect] as IsAnyOf<Args>,
        ).compile(),
        dialect,
      ),
    )
  }
}

/** Row with `joined` as in JoinedTexts; null if there are no texts. */
export type JoinedBeside<Row> = { joined: string | Uint8Array<ArrayBuffer> | null; count: number } & {
  [Column in keyof Row]: Row[Column] | null
}

/** Types of arguments in PostgreSQL, which JSON does not contain. */
export type ArgTypes<Args> = { readonly [Name in keyof Args & string]: 'text' | 'bigint' }

/** Converts a query to one that runs for each set of arguments of a JSON array. */
function toQueryOfSets({ text, names }: Compiled, types: Readonly<Record<string, string>>): Compiled {
  const columns = Object.entries(types).map(([name, type]) => ({ name: `"${name}"`, type }))
  const record = columns.map(({ name, type }) => `${name} ${type}`)
  const sets = `rows from (json_to_recordset($1::json) as (${record.join(', ')})) with ordinality as sets(${columns.map(({ name }) => name).join(', ')}, number)`
  const ofSet = text.replaceAll(/\$(\d+)/g, (_, number) => `sets."${names[Number(number) - 1]}"`)
  const query = `select sets.number - 1 as place, found.* from ${sets} cross join lateral (${ofSet}) as found`
  return { text: query, names: ['sets'], name: nameOf(query) }
}

/**
 * Combines two queries into one statement, so that both read one snapshot: the texts of the first one joined (see
 * `Tx.joinTexts`), beside the columns of the other, which has at most one row. Arguments with the same name are shared.
 * @param types of all arguments, so that several sets of them can share the statement
 */
export function joinTextsBesideRow<Args extends object, OtherArgs extends object, Row>(
  texts: Statement<Args, Record<string, string>>,
  other: Statement<OtherArgs, Row>,
  types: ArgTypes<Args & OtherArgs>,
): RowStatement<Args & OtherArgs, JoinedBeside<Row>> {
  const statement = define<Args & OtherArgs, JoinedBeside<Row>>((dialect) => {
    const [first, second] = [texts.compile(dialect), other.compile(dialect)]
    // PostgreSQL numbers its parameters.
    const otherText = second.text.replaceAll(/\$(\d+)/g, (_, number) => `$${Number(number) + first.names.length}`)
    const text = `select texts.*, other.* from (${first.joined?.text}) as texts left join (${otherText}) as other on true`
    return { text, names: [...first.names, ...second.names], name: nameOf(text) }
  })
  return { ...statement, ofSets: compileOnce((dialect) => toQueryOfSets(statement.compile(dialect), types)) }
}
