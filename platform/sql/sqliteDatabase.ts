import { setTimeout as wait } from 'node:timers/promises'
import { SlowReads } from './slowReads.ts'
import { SqliteConnection } from './sqlite.ts'
import { isDiskFull, isDatabaseLocked, isStorageFault, isUncertainCommit } from './sqliteErrors.ts'
import { reopenDatabase, waitForDiskSpace } from './sqliteRecovery.ts'
import {
  DatabaseUnavailable,
  MAX_BATCH_WRITES,
  WritesStopped,
  type Database,
  type DatabaseOptions,
  type MaintenanceTask,
  type ReadOptions,
  type SlowRead,
  type Tx,
  type WriteOptions,
} from './types.ts'

const LOCK_TIMEOUT_MS = 10_000
const CLOSING_LOCK_TIMEOUT_MS = 1000
const MAX_RETRY_MS = 25
/** Equals PostgreSQL's statement timeout. */
const SLOW_READ_TIMEOUT_MS = 12_000

interface Job {
  durable: boolean
  sinceMs: number
  run: (tx: Tx) => Promise<unknown>
  done: (value: unknown) => void
  failed: (error: unknown) => void
}

/**
 * SQLite with one write lane. Waiting writes share one `BEGIN IMMEDIATE … COMMIT`, each in its own savepoint: a write
 * can fail alone, and one fdatasync flushes all. Reads use a second, read-only connection.
 */
export class SqliteDatabase implements Database {
  readonly maxBatch: number
  readonly #file: string
  readonly #options: DatabaseOptions
  readonly #waiting: Job[] = []
  #writer: SqliteConnection
  readonly #reader: SqliteConnection
  readonly #slowReads: SlowReads
  #readers = 0
  #foreignAtBegin: number | undefined
  #scheduled = false
  #unsynced = false
  /** Number of writing connections opened so far. Each one counts foreign commits from its own start. */
  #writers = 1
  #stopped: unknown
  #timesFull = 0
  #closing = false
  #running: Promise<void> = Promise.resolve()
  #recovering: Promise<void> = Promise.resolve()
  #readsPaused: Promise<unknown> | undefined

  constructor(file: string, options: DatabaseOptions = {}) {
    this.#file = file
    this.#options = options
    this.maxBatch = options.maxBatch ?? MAX_BATCH_WRITES
    this.#writer = new SqliteConnection(file)
    this.#reader = new SqliteConnection(file, { readOnly: true })
    this.#slowReads = new SlowReads(file, SLOW_READ_TIMEOUT_MS)
  }

  write<T>(job: (tx: Tx) => Promise<T>, { durable = true }: WriteOptions = {}): Promise<T> {
    if (this.#closing || this.#stopped !== undefined)
      return Promise.reject(new WritesStopped('the database takes no writes now', { cause: this.#stopped }))
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({
        durable,
        sinceMs: performance.now(),
        run: job,
        done: resolve as (value: unknown) => void,
        failed: reject,
      })
      this.#schedule()
    })
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    // This runs after the readable sockets have been read, so that their writes join this batch.
    setImmediate(() => {
      this.#running = this.#batch()
    })
  }

  async #batch(): Promise<void> {
    try {
      const jobs = await this.#begin()
      if (jobs) await this.#commit(jobs)
    } finally {
      this.#scheduled = false
      if (this.#waiting.length > 0) this.#schedule()
    }
  }

  /**
   * Begins a transaction for the waiting jobs. Retries while another process holds the lock, without blocking the event
   * loop.
   */
  async #begin(): Promise<Job[] | undefined> {
    for (let tries = 0; this.#waiting.length > 0; tries++) {
      const jobs = this.#waiting.slice(0, this.maxBatch)
      try {
        this.#writer.setDurable(jobs.some((job) => job.durable))
        this.#writer.command('BEGIN IMMEDIATE')
        this.#waiting.splice(0, jobs.length)
        return jobs
      } catch (error) {
        if (!isDatabaseLocked(error)) {
          this.#stopWrites(error, this.#waiting.splice(0, jobs.length))
          return undefined
        }
        this.#rejectExpired(error)
        await wait(Math.min(MAX_RETRY_MS, 2 ** tries))
      }
    }
    return undefined
  }

  #rejectExpired(cause: unknown): void {
    const lockTimeoutMs = this.#closing ? CLOSING_LOCK_TIMEOUT_MS : LOCK_TIMEOUT_MS
    const firstInTime = this.#waiting.findIndex((job) => performance.now() - job.sinceMs < lockTimeoutMs)
    const expired = this.#waiting.splice(0, firstInTime === -1 ? this.#waiting.length : firstInTime)
    for (const job of expired)
      job.failed(new WritesStopped('another process holds the lock of the database', { cause }))
  }

  async #commit(jobs: readonly Job[]): Promise<void> {
    const replies: (() => void)[] = []
    const durable = jobs.some((job) => job.durable)
    try {
      // An empty transaction would not flush the earlier non-durable commits.
      if (durable && this.#unsynced) this.#writer.exec('PRAGMA user_version = 0')
      for (const job of jobs) replies.push(await this.#runInSavepoint(job))
    } catch (error) {
      this.#stopWrites(error, jobs)
      return
    }
    try {
      this.#writer.command('COMMIT')
    } catch (error) {
      this.#stopWrites(error, jobs, isUncertainCommit(error))
      return
    }
    this.#unsynced = !durable
    this.#timesFull = 0
    for (const reply of replies) reply()
  }

  async #runInSavepoint(job: Job): Promise<() => void> {
    this.#writer.command('SAVEPOINT job')
    try {
      const value = await job.run(this.#writer)
      this.#writer.command('RELEASE job')
      return () => job.done(value)
    } catch (error) {
      if (isStorageFault(error)) throw error
      this.#writer.exec('ROLLBACK TO job; RELEASE job')
      return () => job.failed(error)
    }
  }

  /** Rejects a failed batch and all waiting jobs, then recovers until a commit reaches the disk. */
  #stopWrites(cause: unknown, jobs: readonly Job[], uncertain = false): void {
    this.#stopped = cause
    const message = uncertain ? 'the disk failed while a write was being committed' : 'the database could not commit'
    for (const job of jobs) job.failed(new WritesStopped(message, { cause, uncertain }))
    for (const job of this.#waiting.splice(0))
      job.failed(new WritesStopped('the database takes no writes now', { cause }))
    if (isDiskFull(cause)) this.#timesFull += 1
    if (this.#timesFull <= 1 || !isDiskFull(cause)) this.#options.onStopped?.(cause)
    this.#recovering = this.#recover(cause)
  }

  async #recover(cause: unknown): Promise<void> {
    const isCancelled = (): boolean => this.#closing
    const waiting = { file: this.#file, timesFull: this.#timesFull, isCancelled }
    if (!isDiskFull(cause) || !(await waitForDiskSpace(this.#writer, waiting))) await this.#reopen()
    this.#stopped = undefined
  }

  /** A failed commit is never retried on the same connection: its state may differ from the disk's. */
  async #reopen(): Promise<void> {
    this.#writer.close()
    const writer = await reopenDatabase({
      file: this.#file,
      check: this.#options.check,
      isCancelled: () => this.#closing,
      withReadsPaused: (work) => this.#pauseReads(work),
      failed: (error) => this.#options.onStopped?.(error),
    })
    if (!writer) return
    this.#writer = writer
    this.#writers += 1
    this.#unsynced = false
  }

  async #pauseReads<T>(work: () => Promise<T>): Promise<T> {
    const pausingWork = work()
    this.#readsPaused = pausingWork.catch(() => undefined)
    try {
      return await pausingWork
    } finally {
      this.#readsPaused = undefined
    }
  }

  async read<T>(job: (tx: Tx) => Promise<T>, { oneStatement = false }: ReadOptions = {}): Promise<T> {
    const giveUpAtMs = performance.now() + LOCK_TIMEOUT_MS
    for (;;) {
      try {
        return await (oneStatement ? job(this.#reader) : this.#readSnapshot(job))
      } catch (error) {
        if (!isDatabaseLocked(error)) throw error
        if (performance.now() > giveUpAtMs)
          throw new DatabaseUnavailable('another process holds the lock of the database', { cause: error })
        await wait(MAX_RETRY_MS)
      }
    }
  }

  async #readSnapshot<T>(job: (tx: Tx) => Promise<T>): Promise<T> {
    // A job that joins an open snapshot may belong to the job that opened it, so waiting would deadlock.
    if (this.#readsPaused && this.#readers === 0) await this.#readsPaused
    // Overlapping jobs share the first one's snapshot.
    if (this.#readers === 0) {
      this.#foreignAtBegin = this.#readForeignCommits()
      this.#reader.command('BEGIN')
    }
    this.#readers += 1
    try {
      return await job(this.#reader)
    } finally {
      this.#readers -= 1
      if (this.#readers === 0) this.#reader.command('COMMIT')
    }
  }

  runSlowRead<Input>(read: SlowRead<Input>): Promise<unknown> {
    return this.#slowReads.run(read)
  }

  foreignCommits(): number | undefined {
    // Commits that an open snapshot does not contain must not count as known.
    return this.#readers > 0 ? this.#foreignAtBegin : this.#readForeignCommits()
  }

  #readForeignCommits(): number | undefined {
    // The writing connection is being reopened.
    if (this.#stopped !== undefined) return undefined
    try {
      return this.#writers * 2 ** 32 + this.#writer.dataVersion()
    } catch (error) {
      if (isDatabaseLocked(error)) return undefined
      throw error
    }
  }

  async maintain(task: MaintenanceTask): Promise<Record<string, number>> {
    const giveUpAtMs = performance.now() + LOCK_TIMEOUT_MS
    for (;;) {
      // Neither task can run during a transaction of the writer or the reader.
      do await new Promise((resolve) => setImmediate(resolve))
      while (this.#stopped === undefined && (this.#readers > 0 || this.#writer.isBusy()))
      if (this.#closing || this.#stopped !== undefined)
        throw new WritesStopped('the database takes no writes now', { cause: this.#stopped })
      try {
        return task === 'checkpoint' ? this.#writer.checkpoint() : this.#writer.analyse()
      } catch (error) {
        if (!isDatabaseLocked(error) || performance.now() > giveUpAtMs) throw error
        await wait(MAX_RETRY_MS)
      }
    }
  }

  clockMs(): Promise<undefined> {
    return Promise.resolve(undefined)
  }

  async close(): Promise<void> {
    this.#closing = true
    await this.#slowReads.close()
    while (this.#waiting.length > 0 || this.#scheduled) {
      await new Promise((resolve) => setImmediate(resolve))
      await this.#running
    }
    await this.#recovering
    this.#reader.close()
    this.#writer.close()
  }
}
