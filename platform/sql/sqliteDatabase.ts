import { setTimeout as wait } from 'node:timers/promises'
import { SlowReads } from './slowReads.ts'
import { SqliteConnection } from './sqlite.ts'
import { isFull, isLocked, isStorageFault, isUncertainCommit } from './sqliteErrors.ts'
import { commitProbe, pauseMs, reopen } from './sqliteRecovery.ts'
import {
  DatabaseUnavailable,
  WritesStopped,
  type Database,
  type DatabaseOptions,
  type MaintenanceTask,
  type ReadOptions,
  type SlowRead,
  type Tx,
  type WriteOptions,
} from './types.ts'

/** Writes that share one commit. More would make the first of them wait longer than the disk does. */
const MAX_BATCH = 64
/** How long a write or read waits for another process that holds the lock. */
const LOCK_WITHIN_MS = 10_000
/** The same once the database is being closed. */
const LOCK_WITHIN_CLOSING_MS = 1000
const LONGEST_RETRY_MS = 25
/** As long as PostgreSQL has for one statement. */
const SLOW_READ_WITHIN_MS = 12_000

interface Job {
  durable: boolean
  sinceMs: number
  run: (tx: Tx) => Promise<unknown>
  done: (value: unknown) => void
  failed: (error: unknown) => void
}

/**
 * SQLite behind one write lane: writes that wait together share one `BEGIN IMMEDIATE … COMMIT`, each inside its own savepoint,
 * so that one may fail alone and one fdatasync serves them all. Reads use a second, read-only connection.
 */
export class SqliteDatabase implements Database {
  readonly #file: string
  readonly #options: DatabaseOptions
  readonly #waiting: Job[] = []
  #writer: SqliteConnection
  readonly #reader: SqliteConnection
  readonly #slowReads: SlowReads
  #readers = 0
  #foreignAtBegin: number | undefined
  #scheduled = false
  /** Whether there are commits that did not wait for the disk. */
  #unsynced = false
  /** How many writing connections there have been: each counts foreign commits from its own start. */
  #writers = 1
  #stopped: unknown
  /** How often the disk was full since a write was last committed. */
  #timesFull = 0
  #closing = false
  #running: Promise<void> = Promise.resolve()
  #recovering: Promise<void> = Promise.resolve()
  #readsHeld: Promise<unknown> | undefined

  constructor(file: string, options: DatabaseOptions = {}) {
    this.#file = file
    this.#options = options
    this.#writer = new SqliteConnection(file)
    this.#reader = new SqliteConnection(file, { readOnly: true })
    this.#slowReads = new SlowReads(file, SLOW_READ_WITHIN_MS)
  }

  write<T>(job: (tx: Tx) => Promise<T>, { durable = true }: WriteOptions = {}): Promise<T> {
    if (this.#closing || this.#stopped !== undefined)
      return Promise.reject(new WritesStopped('the database takes no writes now', { cause: this.#stopped }))
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ durable, sinceMs: performance.now(), run: job, done: resolve as (value: unknown) => void, failed: reject })
      this.#schedule()
    })
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    // After the sockets that are readable now: their writes join this batch.
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

  /** Begins a transaction for the jobs that wait now. While another process holds the lock it tries again, and the event loop goes on. */
  async #begin(): Promise<Job[] | undefined> {
    for (let tries = 0; this.#waiting.length > 0; tries++) {
      const jobs = this.#waiting.slice(0, this.#options.maxBatch ?? MAX_BATCH)
      try {
        this.#writer.setDurable(jobs.some((job) => job.durable))
        this.#writer.command('BEGIN IMMEDIATE')
        this.#waiting.splice(0, jobs.length)
        return jobs
      } catch (error) {
        if (!isLocked(error)) {
          this.#stop(error, this.#waiting.splice(0, jobs.length))
          return undefined
        }
        this.#refuseLate(error)
        await wait(Math.min(LONGEST_RETRY_MS, 2 ** tries))
      }
    }
    return undefined
  }

  /** Refuses the jobs that have waited too long for another process. */
  #refuseLate(cause: unknown): void {
    const withinMs = this.#closing ? LOCK_WITHIN_CLOSING_MS : LOCK_WITHIN_MS
    const late = this.#waiting.findIndex((job) => performance.now() - job.sinceMs < withinMs)
    const refused = this.#waiting.splice(0, late === -1 ? this.#waiting.length : late)
    for (const job of refused) job.failed(new WritesStopped('another process holds the lock of the database', { cause }))
  }

  async #commit(jobs: readonly Job[]): Promise<void> {
    const replies: (() => void)[] = []
    const durable = jobs.some((job) => job.durable)
    try {
      // A transaction that changes nothing would not reach the disk, and with it the commits that did not wait.
      if (durable && this.#unsynced) this.#writer.exec('PRAGMA user_version = 0')
      for (const job of jobs) replies.push(await this.#one(job))
    } catch (error) {
      this.#stop(error, jobs)
      return
    }
    try {
      this.#writer.command('COMMIT')
    } catch (error) {
      this.#stop(error, jobs, isUncertainCommit(error))
      return
    }
    this.#unsynced = !durable
    this.#timesFull = 0
    for (const reply of replies) reply()
  }

  async #one(job: Job): Promise<() => void> {
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

  /** Refuses a batch that could not be committed and everything behind it, until a commit reaches the disk again. */
  #stop(cause: unknown, jobs: readonly Job[], uncertain = false): void {
    this.#stopped = cause
    const message = uncertain ? 'the disk failed while a write was being committed' : 'the database could not commit'
    for (const job of jobs) job.failed(new WritesStopped(message, { cause, uncertain }))
    for (const job of this.#waiting.splice(0)) job.failed(new WritesStopped('the database takes no writes now', { cause }))
    if (isFull(cause)) this.#timesFull += 1
    if (this.#timesFull <= 1 || !isFull(cause)) this.#options.onStopped?.(cause)
    this.#recovering = this.#recover(cause)
  }

  async #recover(cause: unknown): Promise<void> {
    await (isFull(cause) ? this.#waitForRoom() : this.#reopen())
    this.#stopped = undefined
  }

  /** A full disk leaves the file as it was: the same connection goes on once it can write again. */
  async #waitForRoom(): Promise<void> {
    for (let tries = this.#timesFull; !this.#closing; tries++) {
      await wait(pauseMs(tries))
      try {
        if (this.#writer.isBusy()) this.#writer.command('ROLLBACK')
        commitProbe(this.#writer)
        return
      } catch (error) {
        if (!isFull(error) && !isLocked(error)) return this.#reopen()
      }
    }
  }

  /** A failed commit is never tried again on the same connection: what the disk holds must be read anew first. */
  async #reopen(): Promise<void> {
    this.#writer.close()
    const writer = await reopen({
      file: this.#file,
      check: this.#options.check,
      isOver: () => this.#closing,
      withoutReads: (work) => this.#withoutReads(work),
      failed: (error) => this.#options.onStopped?.(error),
    })
    if (!writer) return
    this.#writer = writer
    this.#writers += 1
    this.#unsynced = false
  }

  async #withoutReads<T>(work: () => Promise<T>): Promise<T> {
    const working = work()
    this.#readsHeld = working.catch(() => undefined)
    try {
      return await working
    } finally {
      this.#readsHeld = undefined
    }
  }

  async read<T>(job: (tx: Tx) => Promise<T>, { oneStatement = false }: ReadOptions = {}): Promise<T> {
    const giveUpAtMs = performance.now() + LOCK_WITHIN_MS
    for (;;) {
      try {
        return await (oneStatement ? job(this.#reader) : this.#readSnapshot(job))
      } catch (error) {
        if (!isLocked(error)) throw error
        if (performance.now() > giveUpAtMs) throw new DatabaseUnavailable('another process holds the lock of the database', { cause: error })
        await wait(LONGEST_RETRY_MS)
      }
    }
  }

  async #readSnapshot<T>(job: (tx: Tx) => Promise<T>): Promise<T> {
    // Whoever joins a snapshot that is open may be part of the job that holds it.
    if (this.#readsHeld && this.#readers === 0) await this.#readsHeld
    // Jobs that overlap share the snapshot of the first.
    if (this.#readers === 0) {
      this.#foreignAtBegin = this.#foreignNow()
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

  readSlowly<Input>(read: SlowRead<Input>): Promise<unknown> {
    return this.#slowReads.run(read)
  }

  foreignCommits(): number | undefined {
    // What an open snapshot does not show must not count as known.
    return this.#readers > 0 ? this.#foreignAtBegin : this.#foreignNow()
  }

  #foreignNow(): number | undefined {
    // While the writing connection is opened anew it cannot be asked.
    if (this.#stopped !== undefined) return undefined
    try {
      return this.#writers * 2 ** 32 + this.#writer.dataVersion()
    } catch (error) {
      if (isLocked(error)) return undefined
      throw error
    }
  }

  async maintain(task: MaintenanceTask): Promise<Record<string, number>> {
    const giveUpAtMs = performance.now() + LOCK_WITHIN_MS
    for (;;) {
      // Neither can be done while a transaction is open, of ours or of our reader.
      do await new Promise((resolve) => setImmediate(resolve))
      while (this.#stopped === undefined && (this.#readers > 0 || this.#writer.isBusy()))
      if (this.#closing || this.#stopped !== undefined) throw new WritesStopped('the database takes no writes now', { cause: this.#stopped })
      try {
        return task === 'checkpoint' ? this.#writer.checkpoint() : this.#writer.analyse()
      } catch (error) {
        if (!isLocked(error) || performance.now() > giveUpAtMs) throw error
        await wait(LONGEST_RETRY_MS)
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
