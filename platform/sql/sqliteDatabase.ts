import { isStorageFault, SqliteConnection } from './sqlite.ts'
import { WritesStopped, type Database, type DatabaseOptions, type MaintenanceTask, type ReadOptions, type Tx, type WriteOptions } from './types.ts'

/** Writes that share one commit. More would make the first of them wait longer than the disk does. */
const MAX_BATCH = 64
const REOPEN_AFTER_MS = 1000

interface Job {
  durable: boolean
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
  #readers = 0
  #foreignAtBegin: number | undefined
  #scheduled = false
  #durable = true
  /** How many writing connections there have been: each counts foreign commits from its own start. */
  #writers = 1
  #stopped: unknown
  #closing = false
  #running: Promise<void> = Promise.resolve()
  #reopening: Promise<void> = Promise.resolve()

  constructor(file: string, options: DatabaseOptions = {}) {
    this.#file = file
    this.#options = options
    this.#writer = new SqliteConnection(file)
    this.#reader = new SqliteConnection(file, { readOnly: true })
  }

  write<T>(job: (tx: Tx) => Promise<T>, { durable = true }: WriteOptions = {}): Promise<T> {
    if (this.#closing || this.#stopped !== undefined)
      return Promise.reject(new WritesStopped('the database takes no writes now', { cause: this.#stopped }))
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ durable, run: job, done: resolve as (value: unknown) => void, failed: reject })
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
    const jobs = this.#waiting.splice(0, this.#options.maxBatch ?? MAX_BATCH)
    const replies: (() => void)[] = []
    try {
      const catchesUp = this.#sync(jobs.some((job) => job.durable))
      this.#writer.command('BEGIN IMMEDIATE')
      // A transaction that changes nothing would not reach the disk, and with it the commits that did not wait.
      if (catchesUp) this.#writer.exec('PRAGMA user_version = 0')
      for (const job of jobs) replies.push(await this.#one(job))
      this.#writer.command('COMMIT')
    } catch (error) {
      this.#stop(error, jobs)
      return
    } finally {
      this.#scheduled = false
      if (this.#waiting.length > 0) this.#schedule()
    }
    for (const reply of replies) reply()
  }

  /** FULL waits for the disk at each commit; NORMAL leaves that to the next commit that is FULL. @returns whether earlier commits now wait for this one */
  #sync(durable: boolean): boolean {
    if (durable === this.#durable) return false
    this.#writer.exec(`PRAGMA synchronous = ${durable ? 'FULL' : 'NORMAL'}`)
    this.#durable = durable
    return durable
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

  /** A failed commit is never tried again on the same connection: what the disk holds must be read anew first. */
  #stop(error: unknown, jobs: Job[]): void {
    this.#stopped = error
    const refusal = new WritesStopped('the database could not commit', { cause: error })
    for (const job of [...jobs, ...this.#waiting.splice(0)]) job.failed(refusal)
    this.#options.onStopped?.(error)
    this.#reopening = this.#reopen()
  }

  async #reopen(): Promise<void> {
    while (!this.#closing) {
      try {
        this.#writer.close()
        const writer = new SqliteConnection(this.#file)
        this.#writer = writer
        this.#durable = true
        this.#writers += 1
        const check = writer.prepare('PRAGMA quick_check').get()?.['quick_check']
        if (check !== 'ok') throw new Error(`quick_check: ${String(check)}`)
        writer.exec('BEGIN IMMEDIATE')
        await this.#options.recover?.(writer)
        writer.exec('COMMIT')
        this.#stopped = undefined
        return
      } catch (error) {
        this.#options.onStopped?.(error)
        await new Promise((resolve) => setTimeout(resolve, REOPEN_AFTER_MS))
      }
    }
  }

  async read<T>(job: (tx: Tx) => Promise<T>, { oneStatement = false }: ReadOptions = {}): Promise<T> {
    if (oneStatement) return job(this.#reader)
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

  foreignCommits(): number | undefined {
    // What an open snapshot does not show must not count as known.
    return this.#readers > 0 ? this.#foreignAtBegin : this.#foreignNow()
  }

  #foreignNow(): number | undefined {
    // While the writing connection is opened anew it cannot be asked.
    return this.#stopped === undefined ? this.#writers * 2 ** 32 + this.#writer.dataVersion() : undefined
  }

  async maintain(task: MaintenanceTask): Promise<Record<string, number>> {
    // Neither can be done while a transaction is open, of ours or of our reader.
    do await new Promise((resolve) => setImmediate(resolve))
    while (this.#stopped === undefined && (this.#readers > 0 || this.#writer.isBusy()))
    if (this.#closing || this.#stopped !== undefined) throw new WritesStopped('the database takes no writes now', { cause: this.#stopped })
    return task === 'checkpoint' ? this.#writer.checkpoint() : this.#writer.analyse()
  }

  async close(): Promise<void> {
    this.#closing = true
    while (this.#waiting.length > 0 || this.#scheduled) await new Promise((resolve) => setImmediate(resolve))
    await this.#running
    await this.#reopening
    this.#reader.close()
    this.#writer.close()
  }
}
