import { setTimeout as wait } from 'node:timers/promises'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { SqliteConnection } from './sqlite.ts'
import { isDatabaseLocked, isDiskFull, isDiskUnusable } from './sqliteErrors.ts'
import { releaseWalSpace } from './walSpace.ts'

/**
 * Checks a SQLite database in a worker thread: page integrity first, then the `check` export of a module.
 * @throws Error saying what is wrong
 */
async function checkDatabase(file: string, module: URL | undefined): Promise<void> {
  const thread = new Worker(new URL('./checkThread.ts', import.meta.url), {
    workerData: { file, module: module?.href },
  })
  // An error in the thread rejects this promise.
  const [code] = (await once(thread, 'exit')) as [number]
  if (code !== 0) throw new Error(`the check of the database ended with ${code}`)
}

const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 2000
const FIRST_CHECK_DELAY_MS = 1000
const MAX_CHECK_DELAY_MS = 60_000
const READERS_TIMEOUT_MS = 2000
const POLL_INTERVAL_MS = 5

export interface Recovery {
  file: string
  check: URL | undefined
  isCancelled(): boolean
  /** Makes new reads wait until `work` has ended, so that the running reads can finish. */
  withReadsPaused<T>(work: () => Promise<T>): Promise<T>
  failed(error: unknown): void
}

const retryPauseMs = (tries: number): number => Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1))

/** Commits a change that no query sees, and waits for the disk. @throws the database's error */
function commitTestChange(connection: SqliteConnection): void {
  connection.setDurable(true)
  connection.command('BEGIN IMMEDIATE')
  connection.exec('PRAGMA user_version = 0')
  connection.command('COMMIT')
}

/**
 * Waits until a commit reaches a disk that was full, and gives back what the failed transaction took of it. The file is
 * not damaged: the same connection continues when there is space again.
 * @returns false if another fault follows, so that the database must be reopened
 */
export async function waitForDiskSpace(
  connection: SqliteConnection,
  { file, timesFull, isCancelled }: Pick<Recovery, 'file' | 'isCancelled'> & { timesFull: number },
): Promise<boolean> {
  for (let tries = timesFull; !isCancelled(); tries++) {
    await wait(retryPauseMs(tries))
    try {
      if (connection.isBusy()) connection.command('ROLLBACK')
      releaseWalSpace(connection, file)
      commitTestChange(connection)
      return true
    } catch (error) {
      if (!isDiskFull(error) && !isDatabaseLocked(error)) return false
    }
  }
  return true
}

/**
 * Moves the WAL into the database file and truncates it.
 * After a failed fdatasync the WAL may lack pages or contain the failed commit's frames, so no new commit may follow
 * them.
 */
async function truncateWal(connection: SqliteConnection): Promise<void> {
  const giveUpAtMs = performance.now() + READERS_TIMEOUT_MS
  while (connection.checkpoint().busy !== 0) {
    if (performance.now() > giveUpAtMs)
      throw new Error('the log could not be emptied: a reader or another process keeps it in use')
    await wait(POLL_INTERVAL_MS)
  }
}

async function checkUntilIntact(recovery: Recovery): Promise<void> {
  let nextDelayMs = FIRST_CHECK_DELAY_MS
  while (!recovery.isCancelled()) {
    try {
      return await checkDatabase(recovery.file, recovery.check)
    } catch (error) {
      recovery.failed(error)
      // A disk that cannot be used now is tried soon again. A database that is damaged is read rarely.
      const delayMs = isDiskUnusable(error) ? Math.min(MAX_PAUSE_MS, nextDelayMs) : nextDelayMs
      nextDelayMs = Math.min(MAX_CHECK_DELAY_MS, nextDelayMs * 2)
      const endMs = performance.now() + delayMs
      while (!recovery.isCancelled() && performance.now() < endMs) await wait(FIRST_PAUSE_MS)
    }
  }
}

/**
 * Reopens a database after a disk or file failure: checks it once off the event loop, then retries until a commit
 * reaches the disk.
 * @returns `undefined` if cancelled first
 */
export async function reopenDatabase(recovery: Recovery): Promise<SqliteConnection | undefined> {
  await checkUntilIntact(recovery)
  for (let tries = 1; !recovery.isCancelled(); tries++) {
    let connection: SqliteConnection | undefined
    try {
      connection = new SqliteConnection(recovery.file, { openTimeoutMs: 0 })
      const reopened = connection
      await recovery.withReadsPaused(() => truncateWal(reopened))
      commitTestChange(connection)
      return connection
    } catch (error) {
      connection?.close()
      recovery.failed(error)
      await wait(retryPauseMs(tries))
    }
  }
  return undefined
}
