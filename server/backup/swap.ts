import { existsSync } from 'node:fs'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { RESTORE_JOURNAL } from '../../platform/interruptedRestore.ts'
import { BackupError } from './errors.ts'
import { removeLeftovers, syncToDisk, unfinishedPath } from './files.ts'

/** A file that is ready to take its place, and what becomes of the one that is there. */
const Move = z.strictObject({ ready: z.string(), place: z.string(), aside: z.string() })
export type Move = z.output<typeof Move>

const Journal = z.strictObject({ moves: z.array(Move) })

/** A database's log belongs to it: beside another database it would damage that. */
const COMPANIONS = ['-wal', '-shm', '']

async function moveOne({ ready, place, aside }: Move): Promise<void> {
  // The last step of a move takes away what is ready, so as long as that is there, what is in its place is the old one.
  if (!existsSync(ready)) return
  for (const ending of COMPANIONS) if (existsSync(place + ending)) await rename(place + ending, aside + ending)
  await rename(ready, place)
}

async function moveAll(dataDir: string, moves: readonly Move[]): Promise<void> {
  for (const move of moves) await moveOne(move)
  for (const folder of new Set(moves.map(({ place }) => dirname(place)))) await syncToDisk(folder)
  await rm(join(dataDir, RESTORE_JOURNAL))
  await syncToDisk(dataDir)
}

/** Makes the journal, which keeps servers and workers from starting; it is there whole or not at all, and nobody else may have made one. */
async function beginJournal(dataDir: string, moves: readonly Move[]): Promise<void> {
  const file = join(dataDir, RESTORE_JOURNAL)
  const draft = unfinishedPath(file)
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
 * Puts files that are ready in their places, all of them or, after a crash, the rest by `resumeSwap`. The old ones are set
 * aside. @param check looked at once nobody can start any more; what it throws leaves everything as it was
 */
export async function swapFiles(dataDir: string, moves: readonly Move[], check: () => void): Promise<void> {
  await beginJournal(dataDir, moves)
  try {
    check()
  } catch (error) {
    await rm(join(dataDir, RESTORE_JOURNAL))
    throw error
  }
  await moveAll(dataDir, moves)
}

/** Finishes what a killed restore had begun to put in place. @returns the files that are in place now @throws BackupError when there is nothing to finish */
export async function resumeSwap(dataDir: string): Promise<string[]> {
  const file = join(dataDir, RESTORE_JOURNAL)
  if (!existsSync(file)) throw new BackupError(`No restore into ${dataDir} was interrupted: there is nothing to finish.`)
  const { moves } = Journal.parse(JSON.parse(await readFile(file, 'utf8')))
  await moveAll(dataDir, moves)
  return moves.map(({ place }) => place)
}
