import { sql } from 'kysely'
import { createStatementBuilder } from '../statement.ts'
import type { SqlValue, Statement, Tx } from '../types.ts'
import type { Table } from './tables.ts'

export type Row = Record<string, SqlValue>
type Tables = Record<string, Row>

/** Maximum number of rows in memory. A row can contain a response of 256 KiB, or a megabyte of a sheet. */
const SLICE_ROWS = 200
const SLICE_ROWS_WITH_BLOBS = 8
const sliceRowsOf = ({ blobs }: Table): number => (blobs.length > 0 ? SLICE_ROWS_WITH_BLOBS : SLICE_ROWS)

const cursorArg = (column: string): string => `after_${column}`

const orderByKey = <Query extends { orderBy(column: string): Query }>(key: readonly string[], query: Query): Query =>
  key.reduce((ordered, column) => ordered.orderBy(column), query)

const readFirst = ({ name, key }: Table, schema: string | undefined): Statement<Row, Row> =>
  createStatementBuilder<Tables>(schema)<Row, Row>((db, arg) =>
    orderByKey(key, db.selectFrom(name).selectAll()).limit(arg('slice') as number),
  )

const readNext = ({ name, key }: Table, schema: string | undefined): Statement<Row, Row> =>
  createStatementBuilder<Tables>(schema)<Row, Row>((db, arg) => {
    const refs = sql.join(key.map((column) => sql.ref(column)))
    const placeholders = sql.join(key.map((column) => arg(cursorArg(column))))
    const isAfterCursor = sql<boolean>`(${refs}) > (${placeholders})`
    return orderByKey(key, db.selectFrom(name).selectAll().where(isAfterCursor)).limit(arg('slice') as number)
  })

/**
 * Reads a table by primary key in slices, in constant memory.
 * @param schema on PostgreSQL; default: the connection's
 */
export async function* readRows(tx: Tx, table: Table, schema?: string): AsyncGenerator<Row[]> {
  const sliceRows = sliceRowsOf(table)
  const nextStatement = readNext(table, schema)
  let rows = await tx.all(readFirst(table, schema), { slice: sliceRows })
  while (rows.length > 0) {
    yield rows
    const last = rows.at(-1)
    if (rows.length < sliceRows || !last) return
    rows = await tx.all(nextStatement, {
      slice: sliceRows,
      ...Object.fromEntries(table.key.map((column) => [cursorArg(column), last[column] ?? null])),
    })
  }
}

const insertMany = ({ name, columns }: Table, count: number, schema: string | undefined): Statement<Row, unknown> =>
  createStatementBuilder<Tables>(schema)<Row>((db, arg) =>
    db
      .insertInto(name)
      .values(
        Array.from({ length: count }, (_, index) =>
          Object.fromEntries(columns.map((column) => [column, arg(`${column}_${index}`)])),
        ),
      ),
  )

/** Inserts rows in batches; call `finish` for the last one. */
export function createRowWriter(
  tx: Tx,
  table: Table,
  schema?: string,
): { add(row: Row): Promise<void>; finish(): Promise<void> } {
  const sliceRows = sliceRowsOf(table)
  const insertSlice = insertMany(table, sliceRows, schema)
  let args: Row = {}
  let count = 0
  const send = async (insert: Statement<Row, unknown>): Promise<void> => {
    await tx.run(insert, args)
    args = {}
    count = 0
  }
  return {
    add: async (row) => {
      for (const column of table.columns) args[`${column}_${count}`] = row[column] ?? null
      count += 1
      if (count === sliceRows) await send(insertSlice)
    },
    finish: async () => {
      if (count > 0) await send(insertMany(table, count, schema))
    },
  }
}
