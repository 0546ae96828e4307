import type { RootOperationNode, TableNode } from 'kysely'

/** A query as Kysely compiles it. */
export interface CompiledQuery {
  readonly sql: string
  readonly parameters: readonly unknown[]
  readonly query: RootOperationNode
}

/** Rows that a statement changes. */
export interface Change {
  readonly kind: 'insert' | 'update' | 'delete' | 'unknown'
  /** Empty if unknown. */
  readonly table: string
  /** Columns that an update sets. */
  readonly columns: readonly string[]
}

const tableOf = (node: { readonly table: TableNode['table'] }): string => node.table.identifier.name

/** Finds the change of a statement; undefined for a query. */
export function findChange({ sql, query }: CompiledQuery): Change | undefined {
  switch (query.kind) {
    case 'SelectQueryNode':
      return undefined
    case 'RawNode':
      if (/^select\b/i.test(sql)) return undefined
      break
    case 'InsertQueryNode':
      return query.into
        ? { kind: 'insert', table: tableOf(query.into), columns: [] }
        : { kind: 'unknown', table: '', columns: [] }
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
