import { join } from 'node:path'
import { STATE_SCHEMA } from '../../state/tables/schema.ts'
import { emptyDatabaseUrl } from './testDatabase.ts'

/** Whether the worker's state is on PostgreSQL: KITROOM_TEST_STATE=postgres. */
export const stateOnPostgres = process.env['KITROOM_TEST_STATE'] === 'postgres'

/** Suffix of the title of a test that only a state in a file can have. */
export const sqliteStateOnly = stateOnPostgres ? " (skipped: about the file of the worker's state)" : ''

/** The URL of a new database for the worker's state. @param folder of a SQLite file */
export const newStateUrl = async (folder: string): Promise<string> =>
  stateOnPostgres ? emptyDatabaseUrl() : `sqlite:${join(folder, 'worker.db')}`

/** A PostgreSQL URL with the schema of the worker's tables as the default. */
export const inStateSchema = (url: string): string => `${url}?options=-csearch_path%3D${STATE_SCHEMA}`

/** The database of a state's URL, for `runSql`. */
export const toStateFile = (url: string): string =>
  url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : inStateSchema(url)
