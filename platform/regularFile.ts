import type { BigIntStats } from 'node:fs'
import { constants, open, stat } from 'node:fs/promises'

export type FileRefusal = 'folder' | 'not_regular' | 'too_large'

export class FileRefused extends Error {
  override name = 'FileRefused'
  readonly reason: FileRefusal
  constructor(reason: FileRefusal, path: string) {
    super(`${path}: ${reason}`)
    this.reason = reason
  }
}

function checkRegularFile(found: BigIntStats, path: string, maxBytes: number): void {
  if (found.isDirectory()) throw new FileRefused('folder', path)
  if (!found.isFile()) throw new FileRefused('not_regular', path)
  if (found.size > BigInt(maxBytes)) throw new FileRefused('too_large', path)
}

const isSameFile = (a: BigIntStats, b: BigIntStats): boolean =>
  a.dev === b.dev && a.ino === b.ino && a.size === b.size && a.mtimeNs === b.mtimeNs

/**
 * Reads a whole regular file and follows links. Devices, FIFOs and sockets are refused before opening, because they may
 * block or never end.
 * @returns undefined if the file changed while being read
 * @throws FileRefused, and errors of the file system
 */
export async function readRegularFile(path: string, maxBytes: number): Promise<Buffer | undefined> {
  checkRegularFile(await stat(path, { bigint: true }), path, maxBytes)
  // The path may have become a FIFO since the check.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const statBefore = await file.stat({ bigint: true })
    checkRegularFile(statBefore, path, maxBytes)
    const size = Number(statBefore.size)
    const bytes = Buffer.alloc(size + 1)
    let length = 0
    for (let read = -1; read !== 0 && length <= size; length += read)
      ({ bytesRead: read } = await file.read(bytes, length, size + 1 - length))
    const isUnchanged =
      length === size &&
      isSameFile(statBefore, await file.stat({ bigint: true })) &&
      isSameFile(statBefore, await stat(path, { bigint: true }))
    return isUnchanged ? bytes.subarray(0, size) : undefined
  } finally {
    await file.close()
  }
}
