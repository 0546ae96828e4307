import { existsSync } from 'node:fs'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { RESTORE_JOURNAL } from '../../platform/interruptedRestore.ts'
import { BackupError } from './errors.ts'
import { removeLeftovers, syncToDisk, toUnfinishedPath } from './files.ts'

/** A prepared file, its destination, and the new path of the existing file. */
const FileSwap = z.strictObject({ ready: z.string(), place: z.string(), aside: z.string() })
export type FileSwap = z.output<typeof FileSwap>

const Journal = z.strictObject({ moves: z.array(FileSwap) })

/** Suffixes of a database's files. A database is moved with its WAL, because the WAL would damage another database. */
const SQLITE_SUFFIXES = ['-wal', '-shm', '']

async function moveOne({ ready, place, aside }: FileSwap): Promise<void> {
  // The last step of a move renames `ready`; while it exists, the destination has the old file.
  if (!existsSync(ready)) return
  for (const suffix of SQLITE_SUFFIXES) if (existsSync(place + suffix)) await rename(place + suffix, aside + suffix)
  await rename(ready, place)
}

async function moveAll(dataDir: string, moves: readonly FileSwap[]): Promise<void> {
  for (const move of moves) await moveOne(move)
  for (const folder of new Set(moves.map(({ place }) => dirname(place)))) await syncToDisk(folder)
  await rm(join(dataDir, RESTORE_JOURNAL))
  await syncToDisk(dataDir)
}

/** Creates the journal atomically and exclusively. While it exists, servers and workers do not start. */
async function createJournal(dataDir: string, moves: readonly FileSwap[]): Promise<void> {
  const file = join(dataDir, RESTORE_JOURNAL)
  const draft = toUnfinishedPath(file)
  await removeLeftovers(file)
  try {
    await writeFile(draft, `${JSON.stringify({ moves }, null, 2)}\n`, { mode: 0o600, flush: true })
    await link(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new BackupError('Another restore has begun meanwhile. Nothing was changed by this one.', { cause: error })
  } finally {
    await rm(draft, { force: true })
  }
  await syncToDisk(dataDir)
}

/**
 * Moves prepared files into place and the old ones aside; `resumeSwap` finishes after a crash.
 * @param check runs when servers and workers can no longer start; if it throws, nothing changes
 */
export async function swapFiles(dataDir: string, moves: readonly FileSwap[], check: () => void): Promise<void> {
  await createJournal(dataDir, moves)
  try {
    check()
  } catch (error) {
    await rm(join(dataDir, RESTORE_JOURNAL))
    throw error
  }
  await moveAll(dataDir, moves)
}

/** Finishes an interrupted restore. @returns the swapped files @throws BackupError if there is none */
export async function resumeSwap(dataDir: string): Promise<string[]> {
  const file = join(dataDir, RESTORE_JOURNAL)
  if (!existsSync(file))
    throw new BackupError(`No restore into ${dataDir} was interrupted: there is nothing to finish.`)
  const { moves } = Journal.parse(JSON.parse(await readFile(file, 'utf8')))
  await moveAll(dataDir, moves)
  return moves.map(({ place }) => place)
}
