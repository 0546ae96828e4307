import { say, type Said } from '../../../contract/sentences/say.ts'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { MAX_SHEET_BYTES } from '../../../contract/policies.ts'
import { FileRefused, readRegularFile, type FileRefusal } from '../../../platform/regularFile.ts'
import { SheetRefused } from '../../types.ts'

/** A file that changes during every attempt is still being written. Saving a workbook takes a moment. */
const READ_ATTEMPTS = 4
const READ_RETRY_MS = 250

const createUnreadableFileError = (said: Said, cause?: unknown): SheetRefused =>
  new SheetRefused('unreadable_file', said, { cause })

const refusals = {
  folder: 'file_is_folder',
  not_regular: 'file_is_no_regular',
  too_large: 'file_too_large',
} as const satisfies Record<FileRefusal, string>

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
    if (error instanceof FileRefused) throw createUnreadableFileError(say(refusals[error.reason], { file }), error)
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP')
      throw createUnreadableFileError(say('file_missing', { file }), error)
    if (code === 'EACCES' || code === 'EPERM') throw createUnreadableFileError(say('file_forbidden', { file }), error)
    if (code === 'EBUSY') throw createUnreadableFileError(say('file_held', { file }), error)
    throw error
  }
  throw createUnreadableFileError(say('file_being_written', { file }))
}
