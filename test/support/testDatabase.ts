import { randomBytes } from 'node:crypto'
import { Client } from 'pg'

/** Whether this run is to start a PostgreSQL. */
export const wantsPostgres = process.env['KITROOM_TEST_POSTGRES'] !== 'off'

/** Which database this file's tests run on: its own process has it from the project in vitest.config.ts. */
export const onPostgres = process.env['KITROOM_TEST_DATABASE'] === 'postgres'

/** A process that runs files of both projects would test one database twice and the other never. */
export function checkDatabaseOfProcess(): void {
  if (onPostgres !== (process.env['KITROOM_TEST_DATABASE'] === 'postgres')) throw new Error('This process began with files of the other database.')
}

/** Ends the name of a test about the file that SQLite writes: describe.skipIf(onPostgres)(`a full disk${sqliteOnly}`, …). */
export const sqliteOnly = onPostgres ? ' (skipped: about the file that SQLite writes)' : ''

/** Ends the name of a test about a database server, which the other run of the file has. */
export const postgresOnly = onPostgres ? '' : ' (skipped: about a PostgreSQL server, run on PostgreSQL)'

/** A database of the run's PostgreSQL with every migration, which new ones are copied from. */
export const TEMPLATE = 'kitroom_template'

/** The run's PostgreSQL, started by globalSetup. */
export function postgresUrl(database = 'postgres'): string {
  const url = process.env['KITROOM_TEST_POSTGRES_URL']
  if (url === undefined) throw new Error('This run has no PostgreSQL: global setup starts it, unless KITROOM_TEST_POSTGRES=off.')
  return url.replace(/[^/]*$/, database)
}

/** Runs one statement of an operator, such as CREATE DATABASE. */
export async function administer(text: string): Promise<void> {
  const client = new Client({ connectionString: postgresUrl() })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

const fresh = new Set<string>()
const made = new Map<string, Promise<void>>()

/** A name for a new database; it is made when it is first used. */
export function newDatabaseUrl(): string {
  const url = postgresUrl(`kitroom_${randomBytes(8).toString('hex')}`)
  fresh.add(url)
  return url
}

/** The URL of what tests call a database file: a path for SQLite, a URL for PostgreSQL, whose database is made if it is a new one. */
export async function databaseUrl(file: string): Promise<string> {
  if (!file.startsWith('postgres:')) return `sqlite:${file}`
  const name = file.slice(file.lastIndexOf('/') + 1)
  if (fresh.delete(file)) made.set(file, administer(`create database ${name} template ${TEMPLATE}`))
  await made.get(file)
  return file
}

/** Removes a database of PostgreSQL; the file of SQLite goes with its folder. */
export async function dropDatabase(file: string): Promise<void> {
  if (!made.has(file)) return
  await made.get(file)
  made.delete(file)
  await administer(`drop database ${file.slice(file.lastIndexOf('/') + 1)} with (force)`)
}

/** Whether this run has a PostgreSQL. */
export const hasPostgres = process.env['KITROOM_TEST_POSTGRES_URL'] !== undefined

/** Ends the name of a test that needs it. */
export const withoutPostgres = hasPostgres ? '' : ' (skipped: KITROOM_TEST_POSTGRES=off)'
