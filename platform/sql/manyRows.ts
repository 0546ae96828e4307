// Converts statements for many rows. PostgreSQL runs one such statement several times as fast as one statement per row.
import type { CompiledQuery } from './statementChange.ts'

/** Form of an insert or update for many rows. `text` takes them as one JSON array of objects. */
export interface ManyRows {
  readonly text: string
  readonly name: string
  /** Columns with the arguments that fill them. */
  readonly columns: readonly (readonly [column: string, argument: string])[]
  /** Arguments that identify the row of an update, which one statement can change only once. Empty for an insert. */
  readonly keys: readonly string[]
}

type ManyRowsText = Omit<ManyRows, 'name'>

const quoted = (name: string): string => `"${name}"`

/** Matches one row of placeholders. The text after it is kept. */
const VALUES = / values \(\$\d+(?:, \$\d+)*\)/

function toInserts({ sql, query }: CompiledQuery, names: readonly string[]): ManyRowsText | undefined {
  if (query.kind !== 'InsertQueryNode' || !query.into) return undefined
  const columns = (query.columns ?? []).map(({ column }) => column.name)
  // Arguments outside of the row, such as those of an `on conflict`, differ by row.
  if (columns.length !== names.length || !VALUES.test(sql)) return undefined
  const { schema, identifier } = query.into.table
  const table = [...(schema ? [schema.name] : []), identifier.name].map(quoted).join('.')
  const rows = `select ${columns.map(quoted).join(', ')} from json_populate_recordset(null::${table}, $1::json)`
  return {
    text: sql.replace(VALUES, ` ${rows}`),
    columns: columns.map((column, index) => [column, names[index] ?? '']),
    keys: [],
  }
}

/** Matches an update that sets columns to arguments or constants, in rows whose columns equal arguments. */
const UPDATE =
  /^update ((?:"\w+"\.)?"\w+") set ("\w+" = (?:\$\d+|\w+|'\w*')(?:, "\w+" = (?:\$\d+|\w+|'\w*'))*) where ("\w+" = \$\d+(?: and "\w+" = \$\d+)*)$/
const ASSIGNMENT = /("\w+") = \$(\d+)/g

function toUpdates({ sql }: CompiledQuery, names: readonly string[]): ManyRowsText | undefined {
  const [, table = '', set = '', where = ''] = UPDATE.exec(sql) ?? []
  if (table === '') return undefined
  const pairsOf = (text: string): [string, string][] =>
    [...text.matchAll(ASSIGNMENT)].map(([, column = '', number]) => [
      column.slice(1, -1),
      names[Number(number) - 1] ?? '',
    ])
  const columns = new Map(pairsOf(set))
  const conditions = pairsOf(where)
  // A column cannot have both its old and its new value.
  if (conditions.some(([column, argument]) => (columns.get(column) ?? argument) !== argument)) return undefined
  for (const [column, argument] of conditions) columns.set(column, argument)
  const text =
    `update ${table} as changed set ${set.replaceAll(ASSIGNMENT, '$1 = row.$1')}` +
    ` from json_populate_recordset(null::${table}, $1::json) as row where ${where.replaceAll(ASSIGNMENT, 'changed.$1 = row.$1')}`
  return { text, columns: [...columns], keys: conditions.map(([, argument]) => argument) }
}

/** @returns undefined for a statement without such a form */
export const toManyRows = (query: CompiledQuery, names: readonly string[]): ManyRowsText | undefined =>
  toInserts(query, names) ?? toUpdates(query, names)
