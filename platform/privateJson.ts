import { stat } from 'node:fs/promises'
import { isOpenToOthers } from './privateFiles.ts'
import { FileRefused, readRegularFile } from './regularFile.ts'

/** Larger than any key or OAuth client. */
const MAX_BYTES = 100_000

/** A file with a secret is not used, for the reason in `code`. The message contains nothing of the file. */
export class PrivateFileError extends Error {
  override name = 'PrivateFileError'
  /** `open_to_others`, or the code of the system's error. */
  readonly code: string
  constructor(code: string, options?: ErrorOptions) {
    super(`the file cannot be used: ${code}`, options)
    this.code = code
  }
}

async function readText(path: string): Promise<string | undefined> {
  try {
    const { mode } = await stat(path)
    if (process.platform !== 'win32' && isOpenToOthers(mode)) throw new PrivateFileError('open_to_others')
    return (await readRegularFile(path, MAX_BYTES))?.toString()
  } catch (error) {
    if (error instanceof FileRefused) return undefined
    if (error instanceof PrivateFileError) throw error
    throw new PrivateFileError((error as NodeJS.ErrnoException).code ?? 'unknown', { cause: error })
  }
}

/**
 * Reads a JSON file with a secret, to which other users must have no access.
 * @returns undefined if it is not JSON, not a regular file, or too large for a key
 * @throws PrivateFileError
 */
export async function readPrivateJson(path: string): Promise<unknown> {
  const text = await readText(path)
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
