import type { Compilable } from 'kysely'
import { openDatabase } from '../../platform/sql/open.ts'
import type { SqlValue } from '../../platform/sql/types.ts'
import { databaseUrl } from './testDatabase.ts'

export const toCompilable = <Row = Record<string, unknown>>(
  sql: string,
  parameters: readonly SqlValue[] = [],
): Compilable<Row> => ({ compile: () => ({ sql, parameters }) }) as unknown as Compilable<Row>

/** Replaces each `?` by `$1`, `$2` …, PostgreSQL's placeholders. */
const numberPlaceholders = (text: string): string => {
  let count = 0
  return text.replaceAll('?', () => `$${(count += 1)}`)
}

/** Runs one statement over a connection of its own, as another process would. `?` stands for a parameter. @returns its rows */
export async function runSql<Row = Record<string, unknown>>(
  databaseFile: string,
  text: string,
  ...parameters: SqlValue[]
): Promise<Row[]> {
  const url = await databaseUrl(databaseFile)
  const db = await openDatabase(url)
  try {
    return await db.write((tx) =>
      tx.query(toCompilable<Row>(url.startsWith('postgres:') ? numberPlaceholders(text) : text, parameters)),
    )
  } finally {
    await db.close()
  }
}
