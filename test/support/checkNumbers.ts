import { appendFileSync, existsSync } from 'node:fs'
import type { Tx } from '../../platform/sql/types.ts'
import { plainSql } from './database.ts'

/** Names the file that each check adds a line to; while a file of that name with `.wrong` behind it exists, the check fails. */
export const CHECK_LOG = 'KITROOM_TEST_CHECK_LOG'

/** A check for `DatabaseOptions.check`: notes the numbers that the table `t` holds. */
export async function check(tx: Tx): Promise<void> {
  const file = process.env[CHECK_LOG] ?? ''
  appendFileSync(file, `${JSON.stringify(await tx.query(plainSql('select n from t')))}\n`)
  if (existsSync(`${file}.wrong`)) throw new Error('not right yet')
}
