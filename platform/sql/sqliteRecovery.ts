import { setTimeout as wait } from 'node:timers/promises'
import { checkDatabase } from './checkDatabase.ts'
import { SqliteConnection } from './sqlite.ts'

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 2000
const CHECK_AGAIN_AFTER_MS = 1000
const LONGEST_BETWEEN_CHECKS_MS = 60_000
const READERS_AWAY_WITHIN_MS = 2000
const ASK_AGAIN_AFTER_MS = 5

export interface Recovery {
  file: string
  /** Exports `check`, which looks at what is stored; runs in a thread of its own. */
  check: URL | undefined
  /** Whether nobody waits for the end any more. */
  isOver(): boolean
  /** Lets no new reads begin until the work has ended, so that those under way come to an end. */
  withoutReads<T>(work: () => Promise<T>): Promise<T>
  /** Called for each try that failed. */
  failed(error: unknown): void
}

/** How long to wait before the next try: doubled each time. @param tries from 1 */
export const pauseMs = (tries: number): number => Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1))

/** Commits a change that shows nowhere, and waits for the disk. @throws the error of the database */
export function commitProbe(connection: SqliteConnection): void {
  connection.setDurable(true)
  connection.command('BEGIN IMMEDIATE')
  connection.exec('PRAGMA user_version = 0')
  connection.command('COMMIT')
}

/**
 * Moves everything into the database file and empties the log. After a failed fdatasync the log may lack pages that others rely on, and
 * hold the frames of the commit that failed: neither may stay in front of new commits.
 */
async function emptyLog(connection: SqliteConnection): Promise<void> {
  const giveUpAtMs = performance.now() + READERS_AWAY_WITHIN_MS
  while (connection.checkpoint().busy !== 0) {
    if (performance.now() > giveUpAtMs) throw new Error('the log could not be emptied: a reader or another process keeps it in use')
    await wait(ASK_AGAIN_AFTER_MS)
  }
}

/** Checks until it passes; each failure doubles the pause. */
async function checkUntilSound(recovery: Recovery): Promise<void> {
  for (let afterMs = CHECK_AGAIN_AFTER_MS; !recovery.isOver(); afterMs = Math.min(LONGEST_BETWEEN_CHECKS_MS, afterMs * 2)) {
    try {
      return await checkDatabase(recovery.file, recovery.check)
    } catch (error) {
      recovery.failed(error)
      const endMs = performance.now() + afterMs
      while (!recovery.isOver() && performance.now() < endMs) await wait(FIRST_PAUSE_MS)
    }
  }
}

/**
 * Opens a database anew after its disk or its file has failed: checks it once, off the event loop, then tries with growing pauses until a
 * commit reaches the disk. @returns `undefined` when it was over before
 */
export async function reopen(recovery: Recovery): Promise<SqliteConnection | undefined> {
  await checkUntilSound(recovery)
  for (let tries = 1; !recovery.isOver(); tries++) {
    let connection: SqliteConnection | undefined
    try {
      connection = new SqliteConnection(recovery.file, { openWithinMs: 0 })
      const opened = connection
      await recovery.withoutReads(() => emptyLog(opened))
      commitProbe(connection)
      return connection
    } catch (error) {
      connection?.close()
      recovery.failed(error)
      await wait(pauseMs(tries))
    }
  }
  return undefined
}
