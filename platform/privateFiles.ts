// Data of a studio is for the user that runs Kitroom: whoever made a file or folder, others on the machine are shut out when it is opened.
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'

/** What is said of a data folder that stays open. */
export const EXPOSED_FOLDER = 'other users of this machine can look into the data folder, and it is not ours to close: close it to them (chmod 700)'

const OTHERS = 0o077
/** A folder that many users write to, such as /tmp. */
const SHARED = 0o1000
/** What SQLite keeps beside a database. */
const SQLITE_FILES = ['', '-wal', '-shm', '-journal']
/** Another user's file, and a disk that takes no changes. */
const NOT_OURS: ReadonlySet<string | undefined> = new Set(['EPERM', 'EACCES', 'EROFS', 'ENOTSUP'])

/**
 * Takes the rights of others from a file or folder. Windows has no such rights.
 * @returns false when they stay, because the place is another user's or shared by many; true also when nothing is there
 */
function closeToOthers(path: string): boolean {
  if (process.platform === 'win32') return true
  try {
    const { mode } = statSync(path)
    if ((mode & OTHERS) === 0) return true
    if ((mode & SHARED) !== 0) return false
    chmodSync(path, mode & 0o700)
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // SQLite of another process deletes its journal at any time.
    if (code === 'ENOENT') return true
    if (NOT_OURS.has(code)) return false
    throw error
  }
}

/** Makes a folder of ours if it is missing, for this user alone; one that is there is closed to others. @returns false when it stays open to them */
export function openPrivateFolder(folder: string): boolean {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return closeToOthers(folder)
}

/** Closes a folder of ours to others if it is there. @returns false when it stays open to them */
export const closeFolder = (folder: string): boolean => !existsSync(folder) || closeToOthers(folder)

function createEmpty(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    // Another process was first, or nothing can be made here: opening the database says which.
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST' && code !== 'ENOSPC' && !NOT_OURS.has(code)) throw error
  }
}

/**
 * Makes a SQLite database's file, or closes it and what stands beside it to others. New files beside it get its rights from SQLite.
 * @returns the files that stay open to others
 */
export function closeDatabase(file: string): string[] {
  if (!existsSync(file)) createEmpty(file)
  return SQLITE_FILES.map((end) => file + end).filter((one) => existsSync(one) && !closeToOthers(one))
}
