import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** More than a process needs to start. */
const MIN_FREE_BYTES = 1024 * 1024
const DISK_FULL_CODES = new Set(['ENOSPC', 'EDQUOT'])

/** True when a folder's disk has a free megabyte. Also true after any other disk fault, because waiting would not fix it. */
export function hasDiskSpace(folder: string): boolean {
  const file = join(folder, `room.${process.pid}`)
  let handle: number | undefined
  try {
    handle = openSync(file, 'w', 0o600)
    const written = writeSync(handle, Buffer.alloc(MIN_FREE_BYTES))
    fsyncSync(handle)
    return written === MIN_FREE_BYTES
  } catch (error) {
    return !DISK_FULL_CODES.has((error as NodeJS.ErrnoException).code ?? '')
  } finally {
    if (handle !== undefined) closeSync(handle)
    rmSync(file, { force: true })
  }
}
