// Data files are private to the user that runs Kitroom. Opening a file or folder removes the rights of other users,
// whoever created it.
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'

export const EXPOSED_FOLDER_MESSAGE =
  'other users of this machine can look into the data folder, and it is not ours to close: close it to them (chmod 700)'

const RIGHTS_OF_OTHERS = 0o077
/** True if the mode of a file or folder gives other users any right. */
export const isOpenToOthers = (mode: number): boolean => (mode & RIGHTS_OF_OTHERS) !== 0

const STICKY_BIT = 0o1000
const SQLITE_FILES = ['', '-wal', '-shm', '-journal']
const NOT_PERMITTED: ReadonlySet<string | undefined> = new Set(['EPERM', 'EACCES', 'EROFS', 'ENOTSUP'])

/**
 * Removes the access rights of other users; Windows has none. Returns false if they remain, because the path is another
 * user's or shared. A missing path counts as restricted.
 */
function restrictToOwner(path: string): boolean {
  if (process.platform === 'win32') return true
  try {
    const { mode } = statSync(path)
    if (!isOpenToOthers(mode)) return true
    if ((mode & STICKY_BIT) !== 0) return false
    chmodSync(path, mode & 0o700)
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // SQLite in another process may delete its journal at any time.
    if (code === 'ENOENT') return true
    if (NOT_PERMITTED.has(code)) return false
    throw error
  }
}

/** Creates a private folder, or restricts an existing one. Returns false if other users still have access. */
export function ensurePrivateFolder(folder: string): boolean {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return restrictToOwner(folder)
}

export const restrictFolder = (folder: string): boolean => !existsSync(folder) || restrictToOwner(folder)

function createEmpty(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    // Another process created the file, or the folder is not writable. Opening the database reports which of the two.
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST' && code !== 'ENOSPC' && !NOT_PERMITTED.has(code)) throw error
  }
}

/**
 * Restricts an existing SQLite database file and its side files. SQLite copies the rights to new side files.
 * @returns the files that other users can still read
 */
export const restrictDatabaseFiles = (file: string): string[] =>
  SQLITE_FILES.map((end) => file + end).filter((one) => existsSync(one) && !restrictToOwner(one))

/** Creates a SQLite database file, or restricts the existing one. @returns the files that other users can still read */
export function ensurePrivateDatabase(file: string): string[] {
  if (!existsSync(file)) createEmpty(file)
  return restrictDatabaseFiles(file)
}
