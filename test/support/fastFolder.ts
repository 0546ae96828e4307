import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const MIN_FREE_BYTES = 4 * 1024 ** 3

/** Memory as a folder, on Linux. */
const MEMORY = '/dev/shm'

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize >= MIN_FREE_BYTES
}

/** The folder of the disk, for tests that measure. */
export const diskFolder = tmpdir()

/**
 * Makes memory the folder of temporary files, where there is enough. Each test server commits durably to a database of
 * its own, and a test that only asks whether a reply is right need not wait for the disk. A TMPDIR that is set stays.
 */
export function useFastFolder(): void {
  if (process.env['TMPDIR'] === undefined && hasRoom(MEMORY)) process.env['TMPDIR'] = MEMORY
}
