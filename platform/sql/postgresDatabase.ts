import { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { Pool, type PoolClient } from 'pg'
import { cancelBackend, cancelOnAbort, sendCancelRequest } from './cancelStatement.ts'
import { toConnectError } from './connectError.ts'
import { ConnectionAges } from './connectionAges.ts'
import { createSemaphore } from './semaphore.ts'
import { renameLostStatements } from './lostStatements.ts'
import { releaseConnection } from './releaseConnection.ts'
import { OutageReport } from './outageReport.ts'
import { PostgresTx } from './postgres.ts'
import type { PostgresConnection } from './postgresConnection.ts'
import { scaleTimeLimit } from '../timeLimit.ts'
import {
  isConnectionLost,
  isTransactionConflict,
  isStaleStatement,
  isPostgresUnavailable,
  isReadOnly,
  isUnavailableToWrites,
  isOutcomeUncertain,
} from './postgresErrors.ts'
import { typeParsers } from './postgresTypes.ts'
import { ReadQueue } from './readQueue.ts'
import { sendTogether } from './sendTogether.ts'
import {
  DatabaseUnavailable,
  MAX_BATCH_WRITES,
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

const MAX_CONNECTIONS = 16
/** Maximum number of concurrent writes. All of them may wait for one lock, so reads have connections of their own. */
const MAX_WRITERS = 12
/** Maximum number of concurrent slow reads, in total and per lane, so that quick reads wait for no connection. */
const MAX_SLOW_READERS = 6
const MAX_SLOW_READERS_PER_LANE = 2
const CONNECT_TIMEOUT_MS = 5000
const QUEUE_TIMEOUT_MS = 10_000
const SLOW_READ_TIMEOUT_MS = 12_000
/** Time without a reply after which a connection is dropped: a hanging server does not enforce its own limits. */
const REPLY_TIMEOUT_MS = 15_000
const CLOSE_TIMEOUT_MS = 1000
const IDLE_CONNECTION_MS = 60_000
/** More than the number of connections, since each may have stale statements and must then be dropped. */
const MAX_TRIES = MAX_CONNECTIONS + 4
const MAX_BACKOFF_MS = 100

const BEGIN_READ = 'begin isolation level repeatable read read only'
const BEGIN_WRITE = 'begin isolation level read committed'
/** Writes a WAL record in a transaction without other changes. Its commit flushes earlier asynchronous commits. */
const FLUSH_STATEMENT = "; select pg_logical_emit_message(true, 'kitroom', '')"
const ASYNC_COMMIT = '; set local synchronous_commit = off'

/** PostgreSQL behind a connection pool that other processes share: one transaction per write, one snapshot per read. */
export class PostgresDatabase implements Database {
  readonly maxBatch: number
  readonly #pool: Pool
  readonly #connection: PostgresConnection
  readonly #writers = createSemaphore(MAX_WRITERS, QUEUE_TIMEOUT_MS)
  readonly #slowReads = new ReadQueue({
    concurrency: MAX_SLOW_READERS,
    concurrencyPerLane: MAX_SLOW_READERS_PER_LANE,
    // A stretched limit would be longer than the one of a reply.
    timeoutMs: () => Math.min(scaleTimeLimit(SLOW_READ_TIMEOUT_MS), SLOW_READ_TIMEOUT_MS),
  })
  readonly #busy = new Set<Promise<unknown>>()
  readonly #sockets = new Set<Socket>()
  readonly #ages = new ConnectionAges()
  readonly #outage: OutageReport
  #unsynced = false
  #closing = false

  constructor(connection: PostgresConnection, options: DatabaseOptions = {}) {
    this.#connection = connection
    this.#outage = new OutageReport(options.onStopped)
    this.maxBatch = options.maxBatch ?? MAX_BATCH_WRITES
    this.#pool = new Pool({
      ...connection.settings,
      max: MAX_CONNECTIONS,
      pipeline: true,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      idleTimeoutMillis: IDLE_CONNECTION_MS,
      query_timeout: REPLY_TIMEOUT_MS,
      stream: () => this.#openSocket(),
      types: typeParsers,
    })
    // A broken connection without a listener would end the process. The query that uses it reports the error.
    this.#pool.on('connect', (client) => {
      this.#ages.add(client).on('error', () => undefined)
      sendTogether(client)
      if (connection.isPooled) renameLostStatements(client)
    })
    this.#pool.on('error', (error) => this.#reportOutage(error))
  }

  #openSocket(): Socket {
    const socket = new Socket()
    this.#sockets.add(socket)
    return socket.once('close', () => this.#sockets.delete(socket))
  }

  #reportOutage(error: unknown): void {
    if (!this.#closing) this.#outage.add(error)
  }

  async #connect(): Promise<PoolClient> {
    try {
      const client = await this.#ages.connect(this.#pool)
      this.#outage.end()
      return client
    } catch (cause) {
      this.#reportOutage(cause)
      throw toConnectError(cause, this.#connection.setting)
    }
  }

  #track<T>(work: Promise<T>): Promise<T> {
    this.#busy.add(work)
    return work.finally(() => this.#busy.delete(work))
  }

  write<T>(job: (tx: Tx) => Promise<T>, { durable = true }: WriteOptions = {}): Promise<T> {
    if (this.#closing) return Promise.reject(new WritesStopped('the database is being closed'))
    return this.#track(this.#writers.run(() => this.#retryOnConflict(() => this.#writeOnce(job, durable))))
  }

  /** Repeats a transaction that failed because of a conflict with another one. */
  async #retryOnConflict<T>(run: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await run()
      } catch (error) {
        if (!(isTransactionConflict(error) || isStaleStatement(error)) || tries >= MAX_TRIES) throw error
        if (isTransactionConflict(error)) await wait(Math.random() * Math.min(MAX_BACKOFF_MS, 2 ** tries))
      }
    }
  }

  async #writeOnce<T>(job: (tx: Tx) => Promise<T>, durable: boolean): Promise<T> {
    const forcesFlush = durable && this.#unsynced
    if (forcesFlush) this.#unsynced = false
    try {
      const flush = forcesFlush ? FLUSH_STATEMENT : ''
      const value = await this.#transaction(job, BEGIN_WRITE + (durable ? flush : ASYNC_COMMIT))
      if (!durable) this.#unsynced = true
      return value
    } catch (error) {
      if (forcesFlush) this.#unsynced = true
      throw error
    }
  }

  async #transaction<T>(job: (tx: Tx) => Promise<T>, begin: string): Promise<T> {
    const client = await this.#connect()
    const tx = new PostgresTx(client)
    tx.command(begin + this.#connection.beginSuffix)
    let value: T
    try {
      value = await job(tx)
    } catch (error) {
      const cause = tx.failure ?? error
      await releaseConnection(client, isUnavailableToWrites(cause) || isStaleStatement(cause), 'rollback')
      throw this.#writeErrorOf(cause, error)
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
      const uncertain = isOutcomeUncertain(error)
      if (!uncertain && !isPostgresUnavailable(error)) throw error
      this.#reportOutage(error)
      throw new WritesStopped('the database failed while a write was being committed', { cause: error, uncertain })
    }
    // A failed statement rolls back the whole transaction, even if the job ignored the error.
    const failure =
      command === 'COMMIT' ? undefined : ((await tx.firstError()) ?? new Error(`a commit was answered with ${command}`))
    client.release(failure !== undefined && (isUnavailableToWrites(failure) || isStaleStatement(failure)))
    if (failure !== undefined) throw this.#writeErrorOf(failure, failure)
  }

  /** Finds the error of an uncommitted write: the job's own error, unless the database caused it. */
  #writeErrorOf(cause: unknown, thrown: unknown): unknown {
    if (isTransactionConflict(cause) || isStaleStatement(cause)) return cause
    if (!isUnavailableToWrites(cause)) return thrown
    if (isReadOnly(cause)) this.#ages.outdateAll(this.#pool)
    this.#reportOutage(cause)
    return new WritesStopped('the database failed before a write was committed', {
      cause,
      isConnectionLost: isConnectionLost(cause),
    })
  }

  read<T>(job: (tx: Tx) => Promise<T>, { oneStatement = false }: ReadOptions = {}): Promise<T> {
    return this.#track(this.#retryOnConflict(() => this.#readOnce(job, oneStatement)))
  }

  runSlowRead<Input>({ module, input, lane, signal }: SlowRead<Input>): Promise<unknown> {
    return this.#slowReads.run(lane, signal, async (ended) => {
      const readModule = (await import(module.href)) as ReadModule<Input, unknown>
      return this.#track(this.#retryOnConflict(() => this.#readOnce((tx) => readModule.read(tx, input), false, ended)))
    })
  }

  #cancel(client: PoolClient): Promise<void> {
    const { settings, isPooled } = this.#connection
    return isPooled ? sendCancelRequest(settings, client) : cancelBackend(this.#pool, client)
  }

  async #readOnce<T>(job: (tx: Tx) => Promise<T>, isSingleStatement: boolean, ended?: AbortSignal): Promise<T> {
    // Statements behind a pooler have timeouts only in a transaction.
    const oneStatement = isSingleStatement && !this.#connection.isPooled
    const client = await this.#connect()
    const stopWatching = ended && cancelOnAbort(ended, () => this.#cancel(client))
    const tx = new PostgresTx(client, { oneStatement })
    if (!oneStatement) tx.command(BEGIN_READ + this.#connection.beginSuffix)
    try {
      const value = await job(tx)
      stopWatching?.()
      // The commit is not awaited: the connection's next statement queues behind it.
      if (!oneStatement) tx.command('commit')
      client.release(ended?.aborted)
      return value
    } catch (error) {
      stopWatching?.()
      const cause = tx.failure ?? error
      if (ended?.aborted) {
        client.release(true)
        throw new DatabaseUnavailable('the read was cancelled', { cause })
      }
      await releaseConnection(
        client,
        isPostgresUnavailable(cause) || isStaleStatement(cause),
        oneStatement ? undefined : 'rollback',
      )
      if (isTransactionConflict(cause) || isStaleStatement(cause)) throw cause
      if (!isPostgresUnavailable(cause)) throw error
      this.#reportOutage(cause)
      throw new DatabaseUnavailable('the database failed', { cause })
    }
  }

  /** PostgreSQL manages its own WAL and statistics; ANALYZE is only needed on servers without autovacuum. */
  maintain(task: MaintenanceTask): Promise<Record<string, number>> {
    return task === 'checkpoint' ? Promise.resolve({}) : this.#track(this.#analyse())
  }

  async #analyse(): Promise<Record<string, number>> {
    const client = await this.#connect()
    try {
      // One transaction is needed, because a session's setting behind a pooler would stay with other clients.
      await new PostgresTx(client).runLong('begin; set local statement_timeout = 0; analyze; commit')
      return {}
    } finally {
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
    // An unresponsive database must not keep the process alive, so its connections are cut.
    const cutTimer = setTimeout(() => {
      for (const socket of this.#sockets) socket.destroy()
    }, CLOSE_TIMEOUT_MS)
    await this.#slowReads.close()
    while (this.#busy.size > 0) await Promise.allSettled(this.#busy)
    await Promise.race([this.#pool.end(), wait(CLOSE_TIMEOUT_MS)])
    clearTimeout(cutTimer)
    for (const socket of this.#sockets) socket.destroy()
  }
}
