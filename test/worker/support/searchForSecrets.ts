import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { countSecrets, requireNoSecret } from '../../google/issuedSecrets.ts'
import type { Started } from './process.ts'
import type { Studio } from './studio.ts'

/** The files that a person downloads from Google and gives to Kitroom. */
const GIVEN_FILE = /^\{\s*"(?:installed|type)":\s*(?:\{|"service_account")/

function readFolder(folder: string): [string, string][] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }): [string, string] => [
      join(parentPath, name),
      readFileSync(join(parentPath, name), 'latin1'),
    ])
    .filter(([, text]) => !GIVEN_FILE.test(text))
}

/** All rows of a PostgreSQL database as text. SQLite's are in its file. */
async function readTables(studio: Studio): Promise<[string, string][]> {
  const tables = await studio.stateSql<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'kitroom_worker'",
  )
  const read = async ({ name }: { name: string }): Promise<[string, string]> => {
    const rows = await studio.stateSql<{ row: string }>(`select t::text as row from "${name}" t`)
    return [`table ${name}`, rows.map(({ row }) => row).join('\n')]
  }
  return Promise.all(tables.map(read))
}

/**
 * Fails if a secret that the emulator of Google issued stands in a studio's files, databases or logs.
 * @param workers all that ran
 */
export async function requireNoGoogleSecret(
  studio: Studio,
  workers: readonly Started[],
  isStateOnPostgres: boolean,
): Promise<void> {
  if (countSecrets() === 0) return
  const logs = workers.map((worker, index): [string, string] => [
    `log of worker ${index}`,
    JSON.stringify(worker.log) + worker.errors(),
  ])
  const tables = isStateOnPostgres ? await readTables(studio) : []
  requireNoSecret(new Map([...readFolder(studio.folder.dataDir), ...logs, ...tables]))
}
