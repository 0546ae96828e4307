import { randomBytes } from 'node:crypto'
import { Client } from 'pg'

export const wantsPostgres = process.env['KITROOM_TEST_POSTGRES'] !== 'off'

/** Whether this file's tests run on PostgreSQL. Projects in vitest.config.ts set the variable. */
export const onPostgres = process.env['KITROOM_TEST_DATABASE'] === 'postgres'

/** Fails when a process runs files of both projects: then `onPostgres` would be wrong. */
export function checkDatabaseOfProcess(): void {
  if (onPostgres !== (process.env['KITROOM_TEST_DATABASE'] === 'postgres'))
    throw new Error('This process has run files of the other database.')
}

/** Suffix of the title of a test about SQLite's file: describe.skipIf(onPostgres)(`a full disk${sqliteOnly}`, …). */
export const sqliteOnly = onPostgres ? ' (skipped: about the file that SQLite writes)' : ''

/** Suffix of the title of a test about a PostgreSQL server. */
export const postgresOnly = onPostgres ? '' : ' (skipped: about a PostgreSQL server, run on PostgreSQL)'

/** The migrated database that new ones are copied from. */
export const TEMPLATE_DATABASE = 'kitroom_template'

export function buildPostgresUrl(database = 'postgres'): string {
  const url = process.env['KITROOM_TEST_POSTGRES_URL']
  if (url === undefined)
    throw new Error('This run has no PostgreSQL: global setup starts it, unless KITROOM_TEST_POSTGRES=off.')
  return url.replace(/[^/]*$/, database)
}

/** The URL of a database for Kitroom's own connections: behind PgBouncer if the run asks for it. */
const buildKitroomUrl = (database: string): string =>
  (process.env['KITROOM_TEST_POOLER_URL'] ?? buildPostgresUrl()).replace(/[^/]*$/, database)

/** Runs one administrative statement, such as CREATE DATABASE. */
export async function runAdminStatement(text: string): Promise<void> {
  const client = new Client({ connectionString: buildPostgresUrl() })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

const newUrls = new Set<string>()
const creations = new Map<string, Promise<void>>()

/** The URL of a new database, which `databaseUrl` creates on first use. */
export function newDatabaseUrl(): string {
  const url = buildKitroomUrl(`kitroom_${randomBytes(8).toString('hex')}`)
  newUrls.add(url)
  return url
}

/** The URL of a `databaseFile`: a path of SQLite or a URL of PostgreSQL. Creates a new PostgreSQL database. */
export async function databaseUrl(file: string): Promise<string> {
  if (!file.startsWith('postgres:')) return `sqlite:${file}`
  const name = file.slice(file.lastIndexOf('/') + 1)
  if (newUrls.delete(file))
    creations.set(file, runAdminStatement(`create database ${name} template ${TEMPLATE_DATABASE}`))
  await creations.get(file)
  return file
}

/** The URL of a new PostgreSQL database without tables. */
export async function emptyDatabaseUrl(): Promise<string> {
  const name = `kitroom_${randomBytes(8).toString('hex')}`
  await runAdminStatement(`create database ${name}`)
  return buildPostgresUrl(name)
}

/** Drops a PostgreSQL database. SQLite's file is removed with its folder. */
export async function dropDatabase(file: string): Promise<void> {
  if (!creations.has(file)) return
  await creations.get(file)
  creations.delete(file)
  await runAdminStatement(`drop database ${file.slice(file.lastIndexOf('/') + 1)} with (force)`)
}

export const hasPostgres = process.env['KITROOM_TEST_POSTGRES_URL'] !== undefined

/** Suffix of the title of a test that needs PostgreSQL. */
export const withoutPostgres = hasPostgres ? '' : ' (skipped: KITROOM_TEST_POSTGRES=off)'
