import type { RootOperationNode, TableNode } from 'kysely'
import type { Dialect } from './types.ts'

/** A query as Kysely compiles it. */
export interface CompiledQuery {
  readonly sql: string
  readonly parameters: readonly unknown[]
  readonly query: RootOperationNode
}

/** Which rows a statement changes. */
export interface Change {
  readonly kind: 'insert' | 'update' | 'delete' | 'unknown'
  /** Empty if unknown. */
  readonly table: string
  /** The columns that an update sets. */
  readonly columns: readonly string[]
}

/** An insert of many rows: `text` takes them as one JSON array of objects. */
export interface InsertOfMany {
  readonly text: string
  /** Columns with the arguments that fill them. */
  readonly columns: readonly (readonly [column: string, argument: string])[]
}

const tableOf = (node: { readonly table: TableNode['table'] }): string => node.table.identifier.name

function toChange({ sql, query }: CompiledQuery): Change | undefined {
  switch (query.kind) {
    case 'SelectQueryNode':
      return undefined
    case 'RawNode':
      if (/^select\b/i.test(sql)) return undefined
      break
    case 'InsertQueryNode':
      return query.into ? { kind: 'insert', table: tableOf(query.into), columns: [] } : { kind: 'unknown', table: '', columns: [] }
    case 'UpdateQueryNode':
      if (query.table?.kind !== 'TableNode') break
      return {
        kind: 'update',
        table: tableOf(query.table as TableNode),
        columns: (query.updates ?? []).flatMap(({ column }) =>
          column.kind === 'ColumnNode' ? [(column as unknown as { column: { name: string } }).column.name] : [],
        ),
      }
    case 'DeleteQueryNode': {
      const [from] = query.from.froms
      if (from?.kind !== 'TableNode') break
      return { kind: 'delete', table: tableOf(from as TableNode), columns: [] }
    }
  }
  return { kind: 'unknown', table: '', columns: [] }
}

const quoted = (name: string): string => `"${name}"`

/** One row of placeholders; what follows it is kept. */
const VALUES = / values \(\$\d+(?:, \$\d+)*\)/

function toInsertOfMany({ sql, query }: CompiledQuery, names: readonly string[]): InsertOfMany | undefined {
  if (query.kind !== 'InsertQueryNode' || !query.into) return undefined
  const columns = (query.columns ?? []).map(({ column }) => column.name)
  // Arguments outside of the row, such as those of an `on conflict`, differ by row.
  if (columns.length !== names.length || !VALUES.test(sql)) return undefined
  const rows = `select ${columns.map(quoted).join(', ')} from json_populate_recordset(null::${quoted(tableOf(query.into))}, $1::json)`
  return { text: sql.replace(VALUES, ` ${rows}`), columns: columns.map((column, index) => [column, names[index] ?? '']) }
}

/** What a statement changes, and its form for many rows on PostgreSQL. Nothing for a query. */
export function findChange(query: CompiledQuery, names: readonly string[], dialect: Dialect): { change?: Change; insertOfMany?: InsertOfMany } {
  const change = toChange(query)
  if (!change) return {}
  const insertOfMany = dialect === 'postgres' ? toInsertOfMany(query, names) : undefined
  return { change, ...(insertOfMany && { insertOfMany }) }
}
