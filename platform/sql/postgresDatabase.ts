import { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { Pool, types, type PoolClient } from 'pg'
import { cancelOnAbort } from './cancelStatement.ts'
import { createGate, type Gate } from './gate.ts'
import { giveBack } from './giveBack.ts'
import { PostgresTx } from './postgres.ts'
import { isLost, isStale, isUnavailable, isUnavailableToWrites, isUncertain } from './postgresErrors.ts'
import { ReadQueue } from './readQueue.ts'
import {
  DatabaseUnavailable,
  WritesStopped,
  type Database,
  type DatabaseOptions,
  type MaintenanceTask,
  type ReadModule,
  type ReadOptions,
  type SlowRead,
  type Tx,
  type WriteOptions,
} from './types.ts'

const CONNECTIONS = 16
/** Writes that may be under way at once: they may all wait for one lock, and reads must not wait with them. */
const WRITERS = 12
/** Reads that may be slow have some of the connections, and those of one account fewer: quick reads must not wait for them. */
const SLOW_READERS = 6
const SLOW_READERS_PER_LANE = 2
const CONNECT_WITHIN_MS = 5000
const LOCK_WITHIN_MS = 10_000
/** Longest time that a write waits for others of this process before it begins. */
const WAIT_WITHIN_MS = 10_000
const STATEMENT_WITHIN_MS = 12_000
/** A server that has gone silent does not keep its own limits: without an answer for as long the connection is given up. */
const ANSWER_WITHIN_MS = 15_000
/** Once the database is being closed, what is under way has this long. */
const CLOSE_WITHIN_MS = 1000
/** A process that was stopped in the middle of a write must not hold an account's row for good. */
const IDLE_IN_TRANSACTION_MS = 60_000
/** A connection that nobody needs is closed after this long; the next one has to prepare its statements anew. */
const IDLE_CONNECTION_MS = 60_000
/** More than there are connections: each may have to be given up because its statements are stale. */
const MAX_TRIES = CONNECTIONS + 4
const LONGEST_WAIT_MS = 100

const READ = 'begin isolation level repeatable read read only'
const WRITE = 'begin isolation level read committed'
/** A line in the log of a transaction that may change nothing: its commit then reaches the disk, and with it those that did not wait. */
const CATCH_UP = "; select pg_logical_emit_message(true, 'kitroom', '')"
const DO_NOT_WAIT = '; set local synchronous_commit = off'

const INT8 = 20
const NUMERIC = 1700

/** Counts, sequences and sums are numbers, as on SQLite: none of them comes near 2^53. */
const typeParsers = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 || oid === NUMERIC ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
}

/** PostgreSQL behind a pool of connections, shared with other processes: a transaction per write, a snapshot per read. */
export class PostgresDatabase implements Database {
  readonly #pool: Pool
  readonly #options: DatabaseOptions
  readonly #writers = createGate(WRITERS, WAIT_WITHIN_MS)
  readonly #lanes = new Map<string, Gate>()
  readonly #slowReads = new ReadQueue({ places: SLOW_READERS, placesPerLane: SLOW_READERS_PER_LANE, withinMs: STATEMENT_WITHIN_MS })
  readonly #busy = new Set<Promise<unknown>>()
  readonly #sockets = new Set<Socket>()
  #isDown = false
  #unsynced = false
  #closing = false

  constructor(url: string, options: DatabaseOptions = {}) {
    this.#options = options
    this.#pool = new Pool({
      connectionString: url,
      application_name: 'kitroom',
      max: CONNECTIONS,
      pipeline: true,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      idleTimeoutMillis: IDLE_CONNECTION_MS,
      statement_timeout: STATEMENT_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
      stream: () => this.#openSocket(),
      lock_timeout: LOCK_WITHIN_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      types: typeParsers,
    })
    // Without a listener a connection that breaks would end the process; whoever uses it is told by its query.
    this.#pool.on('connect', (client) => client.on('error', () => undefined))
    this.#pool.on('error', (error) => this.#failed(error))
  }

  #openSocket(): Socket {
    const socket = new Socket()
    this.#sockets.add(socket)
    return socket.once('close', () => this.#sockets.delete(socket))
  }

  #failed(error: unknown): void {
    if (this.#isDown || this.#closing) return
    this.#isDown = true
    this.#options.onStopped?.(error)
  }

  async #connect(): Promise<PoolClient> {
    try {
      const client = await this.#pool.connect()
      this.#isDown = false
      return client
    } catch (cause) {
      this.#failed(cause)
      const { message, code = 'no reason was given' } = cause as NodeJS.ErrnoException
      throw new DatabaseUnavailable(
        `The database cannot be reached: ${message || code}. Check that it runs and that KITROOM_DATABASE_URL is right.`,
        {
          cause,
        },
      )
    }
  }

  #track<T>(work: Promise<T>): Promise<T> {
    this.#busy.add(work)
    return work.finally(() => this.#busy.delete(work))
  }

  write<T>(job: (tx: Tx) => Promise<T>, { durable = true, lane }: WriteOptions = {}): Promise<T> {
    if (this.#closing) return Promise.reject(new WritesStopped('the database is being closed'))
    const run = (): Promise<T> => this.#writers.pass(() => this.#untilItStands(() => this.#writeOnce(job, durable)))
    return this.#track(lane === undefined ? run() : this.#inLane(lane, run))
  }

  async #inLane<T>(lane: string, run: () => Promise<T>): Promise<T> {
    const gate = this.#lanes.get(lane) ?? createGate(1, WAIT_WITHIN_MS)
    this.#lanes.set(lane, gate)
    try {
      return await gate.pass(run)
    } finally {
      if (gate.isEmpty()) this.#lanes.delete(lane)
    }
  }

  /** Runs a transaction again as long as it loses against others. */
  async #untilItStands<T>(run: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await run()
      } catch (error) {
        if (!(isLost(error) || isStale(error)) || tries >= MAX_TRIES) throw error
        if (isLost(error)) await wait(Math.random() * Math.min(LONGEST_WAIT_MS, 2 ** tries))
      }
    }
  }

  async #writeOnce<T>(job: (tx: Tx) => Promise<T>, durable: boolean): Promise<T> {
    // What commits without waiting from here on is for a later write to take along.
    const catchesUp = durable && this.#unsynced
    if (catchesUp) this.#unsynced = false
    try {
      const value = await this.#transaction(job, WRITE + (durable ? (catchesUp ? CATCH_UP : '') : DO_NOT_WAIT))
      if (!durable) this.#unsynced = true
      return value
    } catch (error) {
      if (catchesUp) this.#unsynced = true
      throw error
    }
  }

  async #transaction<T>(job: (tx: Tx) => Promise<T>, begin: string): Promise<T> {
    const client = await this.#connect()
    const tx = new PostgresTx(client)
    tx.command(begin)
    let value: T
    try {
      value = await job(tx)
    } catch (error) {
      const cause = tx.failure ?? error
      await giveBack(client, isUnavailableToWrites(cause) || isStale(cause), 'rollback')
      throw this.#told(cause, error)
    }
    await this.#commit(client, tx)
    return value
  }

  async #commit(client: PoolClient, tx: PostgresTx): Promise<void> {
    let command: string
    try {
      command = await tx.commit()
    } catch (error) {
      client.release(true)
      const uncertain = isUncertain(error)
      if (!uncertain && !isUnavailable(error)) throw error
      this.#failed(error)
      throw new WritesStopped('the database failed while a write was being committed', { cause: error, uncertain })
    }
    // A statement that failed has undone everything, whatever the job made of it.
    const failure = command === 'COMMIT' ? undefined : ((await tx.outcome()) ?? new Error(`a commit was answered with ${command}`))
    client.release(failure !== undefined && (isUnavailableToWrites(failure) || isStale(failure)))
    if (failure !== undefined) throw this.#told(failure, failure)
  }

  /** What a write that was not committed throws: what the job threw, unless the database failed it. */
  #told(cause: unknown, thrown: unknown): unknown {
    if (isLost(cause) || isStale(cause)) return cause
    if (!isUnavailableToWrites(cause)) return thrown
    this.#failed(cause)
    return new WritesStopped('the database failed before a write was committed', { cause })
  }

  read<T>(job: (tx: Tx) => Promise<T>, { oneStatement = false }: ReadOptions = {}): Promise<T> {
    return this.#track(this.#untilItStands(() => this.#readOnce(job, oneStatement)))
  }

  /** In the server's process, as every read; but few at a time, and cancelled when nobody wants the value any more. */
  readSlowly<Input>({ module, input, lane, signal }: SlowRead<Input>): Promise<unknown> {
    return this.#slowReads.run(lane, signal, async (ended) => {
      const found = (await import(module.href)) as ReadModule<Input, unknown>
      return this.#track(this.#untilItStands(() => this.#readOnce((tx) => found.read(tx, input), false, ended)))
    })
  }

  async #readOnce<T>(job: (tx: Tx) => Promise<T>, oneStatement: boolean, ended?: AbortSignal): Promise<T> {
    const client = await this.#connect()
    const unwatch = ended && cancelOnAbort(this.#pool, client, ended)
    const tx = new PostgresTx(client, { oneStatement })
    if (!oneStatement) tx.command(READ)
    try {
      const value = await job(tx)
      unwatch?.()
      // Not waited for: whoever gets the connection next speaks behind it.
      if (!oneStatement) tx.command('commit')
      client.release(ended?.aborted)
      return value
    } catch (error) {
      unwatch?.()
      const cause = tx.failure ?? error
      if (ended?.aborted) {
        client.release(true)
        throw new DatabaseUnavailable('the read was cancelled', { cause })
      }
      await giveBack(client, isUnavailable(cause) || isStale(cause), oneStatement ? undefined : 'rollback')
      if (isLost(cause) || isStale(cause)) throw cause
      if (!isUnavailable(cause)) throw error
      this.#failed(cause)
      throw new DatabaseUnavailable('the database failed', { cause })
    }
  }

  /** The log of writes is the server's own affair; its statistics too, but where autovacuum is off nobody else would ask for them. */
  maintain(task: MaintenanceTask): Promise<Record<string, number>> {
    return task === 'checkpoint' ? Promise.resolve({}) : this.#track(this.#analyse())
  }

  async #analyse(): Promise<Record<string, number>> {
    const client = await this.#connect()
    try {
      const tx = new PostgresTx(client)
      await tx.runLong('set statement_timeout = 0')
      await tx.runLong('analyze')
      return {}
    } finally {
      // With it goes the setting.
      client.release(true)
    }
  }

  clockMs(): Promise<number> {
    return this.read((tx) => (tx as PostgresTx).clockMs(), { oneStatement: true })
  }

  foreignCommits(): undefined {
    return undefined
  }

  async close(): Promise<void> {
    this.#closing = true
    // A database that is silent must not keep a process from ending: its connections are cut.
    const cut = setTimeout(() => {
      for (const socket of this.#sockets) socket.destroy()
    }, CLOSE_WITHIN_MS)
    await this.#slowReads.close()
    while (this.#busy.size > 0) await Promise.allSettled(this.#busy)
    await Promise.race([this.#pool.end(), wait(CLOSE_WITHIN_MS)])
    clearTimeout(cut)
    for (const socket of this.#sockets) socket.destroy()
  }
}
