import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, open, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Transform } from 'node:stream'

/** Bytes of a file and their SHA-256, hexadecimal. */
export interface Digest {
  bytes: number
  sha256: string
}

/** Passes bytes on and says in the end what they were. */
export function digester(): Transform & { digest(): Digest } {
  const hash = createHash('sha256')
  let bytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _, next) {
      hash.update(chunk)
      bytes += chunk.length
      next(null, chunk)
    },
  })
  return Object.assign(stream, { digest: () => ({ bytes, sha256: hash.digest('hex') }) })
}

/** Reads a file through. */
export async function digestFile(file: string, signal?: AbortSignal): Promise<Digest> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(file, signal ? { signal } : {}) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** Waits until a file, or what a folder lists, is on the disk. */
export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    // Windows opens no folders.
    if (error.code === 'EISDIR' || error.code === 'EPERM') return undefined
    throw error
  })
  if (!handle) return
  try {
    await handle.sync()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  } finally {
    await handle.close()
  }
}

/** Readable by its owner only, and on the disk. */
export async function sealFile(file: string): Promise<void> {
  await chmod(file, 0o600)
  await syncToDisk(file)
}

/** A name beside `path` for what is not finished yet; it carries this process, so that what a killed one left behind is known. */
export const unfinished = (path: string): string => `${path}.unfinished-${process.pid}`

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Removes what processes that were killed left unfinished beside `path`, under names that begin with `start`. */
export async function removeLeftOvers(path: string, start = basename(path)): Promise<void> {
  const names = await readdir(dirname(path)).catch(() => [])
  for (const name of names) {
    const pid = Number(/\.unfinished-(\d+)/.exec(name)?.[1] ?? Number.NaN)
    if (name.startsWith(start) && Number.isInteger(pid) && pid !== process.pid && !isAlive(pid))
      await rm(join(dirname(path), name), { recursive: true, force: true })
  }
}
