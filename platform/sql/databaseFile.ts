import { resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'

const SQLITE_BUSY = 5
const SCHEME = 'sqlite:'

export const findDatabaseFile = (url: string): string | undefined =>
  url.startsWith(SCHEME) ? resolve(url.slice(SCHEME.length)) : undefined

export const toFileUrl = (file: string): string => SCHEME + file

/**
 * Copies a consistent snapshot while others write. The copy is one self-contained file; the target must be missing or
 * empty.
 */
export function copyDatabase(file: string, copy: string): void {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 10_000 })
  try {
    db.prepare('VACUUM INTO ?').run(copy)
  } finally {
    db.close()
  }
}

/** Lists the applied migrations of a copy that nobody writes. Its folder gets no file beside it, as a backup needs. */
export function listMigrationsOfFile(copy: string): string[] {
  const url = pathToFileURL(copy)
  url.search = 'immutable=1'
  const db = new DatabaseSync(url, { readOnly: true })
  try {
    if (!db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'migration'").get()) return []
    return db
      .prepare('SELECT name FROM migration ORDER BY name')
      .all()
      .map(({ name }) => String(name))
  } finally {
    db.close()
  }
}

/** True if any process has the database open, even idle. A file that is not a database counts as closed. */
export function isOpenElsewhere(file: string): boolean {
  const db = new DatabaseSync(file, { timeout: 0 })
  try {
    // Every open connection holds a shared lock on the file, so an exclusive lock fails while another connection is
    // open.
    db.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; COMMIT')
    return false
  } catch (error) {
    return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
  } finally {
    db.close()
  }
}
