import { closeSync, openSync, writeSync } from 'node:fs'

const MIB = 1024 * 1024

/** Grows a file until its disk is full, to the last byte. */
export function fillDisk(file: string): void {
  const handle = openSync(file, 'a')
  for (let bytes = MIB; bytes >= 1;) {
    try {
      if (writeSync(handle, Buffer.alloc(bytes)) === bytes) continue
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
    bytes = Math.floor(bytes / 2)
  }
  closeSync(handle)
}
