import type { BigIntStats } from 'node:fs'
import { constants, open, stat } from 'node:fs/promises'

/** Why a path is not read; faults of the file system (`ENOENT`, `EACCES`) come as they are. */
export type FileRefusal = 'folder' | 'not_regular' | 'too_large'

export class FileRefused extends Error {
  override name = 'FileRefused'
  readonly reason: FileRefusal
  constructor(reason: FileRefusal, path: string) {
    super(`${path}: ${reason}`)
    this.reason = reason
  }
}

function check(found: BigIntStats, path: string, maxBytes: number): void {
  if (found.isDirectory()) throw new FileRefused('folder', path)
  if (!found.isFile()) throw new FileRefused('not_regular', path)
  if (found.size > BigInt(maxBytes)) throw new FileRefused('too_large', path)
}

const isSame = (a: BigIntStats, b: BigIntStats): boolean => a.dev === b.dev && a.ino === b.ino && a.size === b.size && a.mtimeNs === b.mtimeNs

/**
 * Reads a regular file whole. Links are followed; devices, FIFOs and sockets are refused before they are opened, so that none blocks or has no end.
 * @returns the bytes, or undefined when the file changed while it was read or is longer than it says.
 * @throws FileRefused, and errors of the file system.
 */
export async function readRegularFile(path: string, maxBytes: number): Promise<Buffer | undefined> {
  check(await stat(path, { bigint: true }), path, maxBytes)
  // a path may become a FIFO after it was looked at
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const before = await file.stat({ bigint: true })
    check(before, path, maxBytes)
    const size = Number(before.size)
    const bytes = Buffer.alloc(size + 1)
    let length = 0
    for (let read = -1; read !== 0 && length <= size; length += read) ({ bytesRead: read } = await file.read(bytes, length, size + 1 - length))
    const isWhole = length === size && isSame(before, await file.stat({ bigint: true })) && isSame(before, await stat(path, { bigint: true }))
    return isWhole ? bytes.subarray(0, size) : undefined
  } finally {
    await file.close()
  }
}
