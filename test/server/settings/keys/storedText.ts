import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrations } from '../../../../server/db/migrations/index.ts'
import { deriveTables } from '../../../../platform/sql/rows/tables.ts'
import { runSql } from '../../../support/database.ts'

/** All that a server stores or logs: tables, files and log, as one text. */
export async function readStoredText(databaseFile: string, dataDir: string, log: unknown): Promise<string> {
  const rows = await Promise.all(
    deriveTables(migrations).map(({ name }) => runSql(databaseFile, `select * from ${name}`)),
  )
  const files = readdirSync(dataDir).map((name) => readFileSync(join(dataDir, name)).toString('latin1'))
  return [JSON.stringify(rows), ...files, JSON.stringify(log)].join('\n')
}
