import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { MAX_STAGED_BYTES } from '../../worker/state/staged.ts'
import { SheetRefused } from '../inventory/types.ts'

/** A program that saves a workbook takes a moment; after this many looks it is a file that somebody keeps writing to. */
const LOOKS = 4
const BETWEEN_LOOKS_MS = 250

const unreadable = (detail: string, cause?: unknown): SheetRefused => new SheetRefused('unreadable_file', detail, { cause })

/** The file's bytes, or undefined when it was written to while it was read. */
async function readUnchanged(path: string, file: string): Promise<Uint8Array | undefined> {
  const before = await stat(path)
  if (before.size > MAX_STAGED_BYTES) throw unreadable(`${file} has more than 64 MiB. Split it, or leave out what is no inventory.`)
  const bytes = await readFile(path)
  const after = await stat(path)
  const isSame = before.ino === after.ino && before.size === after.size && before.mtimeMs === after.mtimeMs && bytes.length === after.size
  return isSame ? bytes : undefined
}

/**
 * Reads the file of a source whole, never half of one version and half of the next.
 * @param configDir folder that relative paths start at.
 * @throws SheetRefused unreadable_file when it is not there, not readable, too large or keeps changing.
 */
export async function readSourceFile(configDir: string, file: string): Promise<Uint8Array> {
  const path = resolve(configDir, file)
  try {
    for (let look = 1; look <= LOOKS; look++) {
      const bytes = await readUnchanged(path, file)
      if (bytes) return bytes
      await delay(BETWEEN_LOOKS_MS)
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT') throw unreadable(`${file} is not there. The path is relative to kitroom.yaml.`, error)
    if (code === 'EISDIR') throw unreadable(`${file} is a folder; the source needs a file.`, error)
    if (code === 'EACCES' || code === 'EPERM') throw unreadable(`${file} may not be read by the worker; change its permissions.`, error)
    if (code === 'EBUSY') throw unreadable(`${file} is held by another program. Close it there, then sync again.`, error)
    throw error
  }
  throw unreadable(`${file} is being written to. Wait until it is saved, then sync again.`)
}
