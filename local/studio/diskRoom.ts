import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** More than a process needs to start. */
const ROOM_BYTES = 1024 * 1024
const FULL = new Set(['ENOSPC', 'EDQUOT'])

/** Checks for a free megabyte on a folder's disk. Other disk faults count as room, because waiting would not help. */
export function hasRoom(folder: string): boolean {
  const file = join(folder, `room.${process.pid}`)
  let handle: number | undefined
  try {
    handle = openSync(file, 'w', 0o600)
    const written = writeSync(handle, Buffer.alloc(ROOM_BYTES))
    fsyncSync(handle)
    return written === ROOM_BYTES
  } catch (error) {
    return !FULL.has((error as NodeJS.ErrnoException).code ?? '')
  } finally {
    if (handle !== undefined) closeSync(handle)
    rmSync(file, { force: true })
  }
}
