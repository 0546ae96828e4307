import { sql, type Kysely } from 'kysely'
import { createStatementBuilder } from './statement.ts'
import type { Statement } from './types.ts'

/** Rows found by a key within an account. Keys that are known early are read together: see `Tx.readAhead`. */
export interface Lookup<Row> {
  readonly table: string
  /** The key column and the columns of a row. */
  readonly columns: readonly string[]
  readonly one: Statement<{ account: string; key: string }, Row>
  /** @param keys a JSON array of texts */
  readonly many: Statement<{ account: string; keys: string }, Row & { lookup_key: string }>
}

/** Rows that a job will read. */
export interface LookupKey {
  readonly lookup: Lookup<unknown>
  readonly key: string
  /** Returns the rows that the job will read once it has these. */
  readonly next?: (rows: readonly unknown[]) => readonly LookupKey[]
}

/** @param next returns the rows that the job will read once it has the first row */
export const toLookupKey = <Row>(
  lookup: Lookup<Row>,
  key: string,
  next?: (row: Row) => readonly LookupKey[],
): LookupKey => ({
  lookup,
  key,
  ...(next && { next: ([row]) => (row === undefined ? [] : next(row as Row)) }),
})

type Columns<Schema, Table extends keyof Schema> = keyof Schema[Table] & string

/**
 * Creates a function that defines lookups of rows whose table has a column `account_id`: `defineLookup('gear', 'id',
 * ['record'])`.
 * @param more columns with the texts that they must have
 */
export function createLookupBuilder<Schema>() {
  const define = createStatementBuilder<Schema>()
  return <Table extends keyof Schema & string, Column extends Columns<Schema, Table>>(
    table: Table,
    key: Columns<Schema, Table>,
    columns: readonly Column[],
    more: Partial<Record<Columns<Schema, Table>, string>> = {},
  ): Lookup<Pick<Schema[Table], Column>> => {
    type Row = Pick<Schema[Table], Column>
    const selected = sql.join(columns.map((column) => sql.ref(`${table}.${column}`)))
    const conditions = sql.join(
      Object.entries<string | undefined>(more).map(([column, text]) => sql` and ${sql.ref(column)} = ${sql.lit(text)}`),
      sql``,
    )
    const compiled = <Result>(db: Kysely<Schema>, query: ReturnType<typeof sql<Result>>) => ({
      compile: () => query.compile(db),
    })
    return {
      table,
      columns: [key, ...columns],
      one: define<{ account: string; key: string }, Row>((db, arg) =>
        compiled(
          db,
          sql<Row>`select ${selected} from ${sql.table(table)} where account_id = ${arg('account')} and ${sql.ref(key)} = ${arg('key')}${conditions}`,
        ),
      ),
      many: define<{ account: string; keys: string }, Row & { lookup_key: string }>((db, arg, isAnyOf) =>
        compiled(
          db,
          sql<
            Row & { lookup_key: string }
          >`select ${selected}, ${sql.ref(key)} as lookup_key from ${sql.table(table)} where account_id = ${arg('account')} and ${isAnyOf(key, 'keys')}${conditions}`,
        ),
      ),
    }
  }
}
