import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { MAX_SHEET_BYTES } from '../../../contract/policies.ts'
import { FileRefused, readRegularFile, type FileRefusal } from '../../../platform/regularFile.ts'
import { SheetRefused } from '../../types.ts'

/** A file that changes during every attempt is still being written. Saving a workbook takes a moment. */
const READ_ATTEMPTS = 4
const READ_RETRY_MS = 250

const createUnreadableFileError = (detail: string, cause?: unknown): SheetRefused =>
  new SheetRefused('unreadable_file', detail, { cause })

const refusals: Readonly<Record<FileRefusal, string>> = {
  folder: 'is a folder; the source needs a file.',
  not_regular: 'is no regular file but a device, a pipe or a socket. Give the path of a file.',
  too_large: 'has more than 64 MiB. Split it, or leave out what is no inventory.',
}

/**
 * Reads a file completely; never mixes two versions of it.
 * @param baseDir base of relative paths
 * @throws SheetRefused unreadable_file when it is missing, not a regular file, unreadable, too large or keeps changing
 */
export async function readFile(baseDir: string, file: string): Promise<Uint8Array> {
  const path = resolve(baseDir, file)
  try {
    for (let attempt = 1; attempt <= READ_ATTEMPTS; attempt++) {
      const bytes = await readRegularFile(path, MAX_SHEET_BYTES)
      if (bytes) return bytes
      await delay(READ_RETRY_MS)
    }
  } catch (error) {
    if (error instanceof FileRefused) throw createUnreadableFileError(`${file} ${refusals[error.reason]}`, error)
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP')
      throw createUnreadableFileError(`${file} is not there. The path is relative to kitroom.yaml.`, error)
    if (code === 'EACCES' || code === 'EPERM')
      throw createUnreadableFileError(`${file} may not be read by the worker; change its permissions.`, error)
    if (code === 'EBUSY')
      throw createUnreadableFileError(`${file} is held by another program. Close it there, then sync again.`, error)
    throw error
  }
  throw createUnreadableFileError(`${file} is being written to. Wait until it is saved, then sync again.`)
}
