import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, open, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Digest } from '../../platform/sql/rows/digest.ts'

export async function digestFile(file: string, signal?: AbortSignal): Promise<Digest> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(file, signal ? { signal } : {}) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** Flushes a file, or a folder's listing, to disk. */
export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    // Windows cannot open folders.
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

export async function makePrivateAndSync(file: string): Promise<void> {
  await chmod(file, 0o600)
  await syncToDisk(file)
}

/**
 * Returns the path of an unfinished file in the folder of `path`. It contains the process id, so that leftovers of
 * killed processes are recognised.
 */
export const toUnfinishedPath = (path: string): string => `${path}.unfinished-${process.pid}`

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Removes unfinished files of dead processes in the folder of `path` whose names begin with `start`. */
export async function removeLeftovers(path: string, start = basename(path)): Promise<void> {
  const names = await readdir(dirname(path)).catch(() => [])
  for (const name of names) {
    const pid = Number(/\.unfinished-(\d+)/.exec(name)?.[1] ?? Number.NaN)
    if (name.startsWith(start) && Number.isInteger(pid) && pid !== process.pid && !isAlive(pid))
      await rm(join(dirname(path), name), { recursive: true, force: true })
  }
}
