import { sql } from 'kysely'
import { createStatementBuilder } from '../../platform/sql/statement.ts'
import type { SqlValue, Statement, Tx } from '../../platform/sql/types.ts'
import type { Table } from './tables.ts'

export type Row = Record<string, SqlValue>
type Tables = Record<string, Row>

/** Rows in memory at once; a row can contain an answer of 256 KiB. */
const SLICE_ROWS = 200

const defineStatement = createStatementBuilder<Tables>()
const cursorArg = (column: string): string => `after_${column}`

const orderByKey = <Query extends { orderBy(column: string): Query }>(key: readonly string[], query: Query): Query =>
  key.reduce((ordered, column) => ordered.orderBy(column), query)

const readFirst = ({ name, key }: Table): Statement<Row, Row> =>
  defineStatement<Row, Row>((db, arg) => orderByKey(key, db.selectFrom(name).selectAll()).limit(arg('slice') as number))

const readNext = ({ name, key }: Table): Statement<Row, Row> =>
  defineStatement<Row, Row>((db, arg) => {
    const refs = sql.join(key.map((column) => sql.ref(column)))
    const placeholders = sql.join(key.map((column) => arg(cursorArg(column))))
    const isAfterCursor = sql<boolean>`(${refs}) > (${placeholders})`
    return orderByKey(key, db.selectFrom(name).selectAll().where(isAfterCursor)).limit(arg('slice') as number)
  })

/** Reads a table by primary key in slices, in constant memory. */
export async function* readRows(tx: Tx, table: Table): AsyncGenerator<Row[]> {
  const nextStatement = readNext(table)
  let rows = await tx.all(readFirst(table), { slice: SLICE_ROWS })
  while (rows.length > 0) {
    yield rows
    const last = rows.at(-1)
    if (rows.length < SLICE_ROWS || !last) return
    rows = await tx.all(nextStatement, {
      slice: SLICE_ROWS,
      ...Object.fromEntries(table.key.map((column) => [cursorArg(column), last[column] ?? null])),
    })
  }
}

const insertMany = ({ name, columns }: Table, count: number): Statement<Row, unknown> =>
  defineStatement<Row>((db, arg) =>
    db
      .insertInto(name)
      .values(Array.from({ length: count }, (_, index) => Object.fromEntries(columns.map((column) => [column, arg(`${column}_${index}`)])))),
  )

/** Inserts rows in batches; call `finish` for the last one. */
export function createRowWriter(tx: Tx, table: Table): { add(row: Row): Promise<void>; finish(): Promise<void> } {
  const insertSlice = insertMany(table, SLICE_ROWS)
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
      if (count === SLICE_ROWS) await send(insertSlice)
    },
    finish: async () => {
      if (count > 0) await send(insertMany(table, count))
    },
  }
}
