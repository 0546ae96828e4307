import { appendFileSync, existsSync } from 'node:fs'
import type { Tx } from '../../platform/sql/types.ts'
import { toCompilable } from './database.ts'

/** The environment variable with the path of the log. While `<path>.wrong` exists, the check fails. */
export const CHECK_LOG = 'KITROOM_TEST_CHECK_LOG'

/** A `DatabaseOptions.check` that appends the rows of the table `t` to the log. */
export async function check(tx: Tx): Promise<void> {
  const file = process.env[CHECK_LOG] ?? ''
  appendFileSync(file, `${JSON.stringify(await tx.query(toCompilable('select n from t')))}\n`)
  if (existsSync(`${file}.wrong`)) throw new Error('not right yet')
}
