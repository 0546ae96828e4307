import type { Compilable } from 'kysely'
import { openDatabase } from '../../platform/sql/open.ts'
import type { SqlValue } from '../../platform/sql/types.ts'

/** A statement as plain text, for `tx.query`. */
export const plainSql = <Row = Record<string, unknown>>(sql: string, parameters: readonly SqlValue[] = []): Compilable<Row> =>
  ({ compile: () => ({ sql, parameters }) }) as unknown as Compilable<Row>

/** Runs one statement on the database file over a connection of its own, as another process would. @returns its rows */
export async function sqlOn<Row = Record<string, unknown>>(databaseFile: string, text: string, ...parameters: SqlValue[]): Promise<Row[]> {
  const db = openDatabase(`sqlite:${databaseFile}`)
  try {
    return await db.write((tx) => tx.query(plainSql<Row>(text, parameters)))
  } finally {
    await db.close()
  }
}
