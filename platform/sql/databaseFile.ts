// What may be done with the file of a SQLite database without knowing what is in it.
import { resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const BUSY = 5
const SCHEME = 'sqlite:'

/** The file of a database URL, absolute; `undefined` for a database that is no file. */
export const databaseFile = (url: string): string | undefined => (url.startsWith(SCHEME) ? resolve(url.slice(SCHEME.length)) : undefined)

/** The URL of a database that is a file. */
export const fileUrl = (file: string): string => SCHEME + file

/** Copies a database as it is at one moment, whoever writes meanwhile. The copy is one file that needs no other; it must not exist, or be empty. */
export function copyDatabase(file: string, copy: string): void {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 10_000 })
  try {
    db.prepare('VACUUM INTO ?').run(copy)
  } finally {
    db.close()
  }
}

/** Whether a process has the database open, be it idle. A file that is no database is open to nobody. */
export function isOpenElsewhere(file: string): boolean {
  const db = new DatabaseSync(file, { timeout: 0 })
  try {
    // Every connection holds a lock on the file as long as it is open; the lock for one alone is refused beside it.
    db.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; COMMIT')
    return false
  } catch (error) {
    return error instanceof Error && 'errcode' in error && error.errcode === BUSY
  } finally {
    db.close()
  }
}
