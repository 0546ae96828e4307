import type { Compilable, Kysely, RawBuilder } from 'kysely'
import type { Lookup, LookupKey } from './lookup.ts'
import type { ManyRows } from './manyRows.ts'
import type { Change } from './statementChange.ts'

/**
 * The supported databases. Only code in this folder may depend on the dialect, except for indexes that one of them has
 * (`isPostgres`).
 */
export type Dialect = 'sqlite' | 'postgres'

export type SqlValue = string | number | bigint | null | Uint8Array

export interface Compiled {
  readonly text: string
  readonly names: readonly string[]
  readonly name: string
  /** Rows that it changes; undefined for a query. */
  readonly change?: Change
  readonly manyRows?: ManyRows
  /** Query with its texts in one value, and their number. */
  readonly joined?: { readonly text: string; readonly name: string }
}

export interface Statement<Args, Row> {
  compile(dialect: Dialect): Compiled
  readonly types?: (args: Args) => Row
}

/** A query of at most one row that can run for many sets of arguments together. */
export interface RowStatement<Args, Row> extends Statement<Args, Row> {
  /**
   * Form for several sets, on PostgreSQL only.
   * @param sets a JSON array of `Args`; `place` is the index of a row's set
   */
  readonly ofSets: Statement<{ sets: string }, Row & { place: number }>
}

/** JSON texts of a page, joined by commas. */
export interface JoinedTexts {
  /** Bytes are UTF-8 and belong to the caller. */
  readonly joined: string | Uint8Array<ArrayBuffer>
  readonly count: number
}

/** Outcome of a job. */
export type Outcome<T> = { value: T } | { error: unknown }

/** Operations inside a transaction. A job awaits only these, one call at a time. */
export interface Tx {
  all<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row[]>
  /** Returns the texts of a query of one column, in its order. This is cheaper than rows. */
  joinTexts<Args>(statement: Statement<Args, Record<string, string>>, args: Args): Promise<JoinedTexts>
  get<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row | undefined>
  /** Returns the row of each set of arguments, by one query if a round trip costs more than a query. */
  getEach<Args, Row>(statement: RowStatement<Args, Row>, sets: readonly Args[]): Promise<(Row | undefined)[]>
  /** Returns the number of changed rows. */
  run<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<number>
  /**
   * Pipelines a statement without awaiting its result, which saves a round trip. If it fails, so does the transaction.
   */
  send<Args, Row>(statement: Statement<Args, Row>, args: Args): void
  /**
   * Pipelines like `send`. The rows of one insert or update may be sent as one statement, at the latest before the next
   * statement that reads or changes their table.
   */
  append<Args, Row>(statement: Statement<Args, Row>, args: Args): void
  /** Finds the first row of a key, including all changes of this transaction. */
  find<Row>(lookup: Lookup<Row>, account: string, key: string): Promise<Row | undefined>
  /** Finds all rows of a key, in no order. */
  findAll<Row>(lookup: Lookup<Row>, account: string, key: string): Promise<readonly Row[]>
  /** Reads rows together if a round trip costs more than a query; `find` then returns them immediately. */
  readAhead(account: string, keys: readonly LookupKey[]): Promise<void>
  /**
   * Runs a job that is undone alone if it fails.
   * @returns its value or its error
   * @throws errors that end the whole transaction
   */
  savepoint<T>(job: () => Promise<T>): Promise<Outcome<T>>
  /** Returns a number that rises with each changing statement. */
  readonly changes: number
  /** @param schema schema of the tables on PostgreSQL; default: the connection's */
  builder<Schema>(schema?: string): Kysely<Schema>
  query<Row>(query: Compilable<Row>): Promise<Row[]>
  /**
   * SQL condition that is always true, but makes a cancelled statement fail. `undefined` if the server cancels
   * statements.
   */
  readonly notCancelled: RawBuilder<boolean> | undefined
  /** Takes a named lock until the transaction ends; waits for it without a time limit. */
  lock(name: string): Promise<void>
  /** Reads the clock like {@link Database.clockMs}, at this statement instead of the transaction's start. */
  clockMs(): Promise<number | undefined>
}

export interface WriteOptions {
  /**
   * `false` resolves once the commit survives a crash of this process. A power cut may lose it until the next durable
   * commit.
   */
  durable?: boolean
}

export interface ReadOptions {
  /** True if the job runs at most one statement: a single statement needs no transaction for its snapshot. */
  oneStatement?: boolean
}

export interface ReadModule<Input, Value> {
  read(tx: Tx, input: Input): Promise<Value>
}

export interface SlowRead<Input> {
  module: URL
  input: Input
  /** Reads of one lane (an account) wait for each other; lanes are served in rotation. */
  lane: string
  signal?: AbortSignal
}

/**
 * Maximum number of writes per batch. In a larger one the first write would wait longer for the others than for the
 * disk.
 */
export const MAX_BATCH_WRITES = 64

/** `checkpoint` moves the WAL into the database file and truncates it. `statistics` refreshes the index statistics. */
export type MaintenanceTask = 'checkpoint' | 'statistics'

export type DatabaseCheck = (tx: Tx) => Promise<void>

export interface DatabaseOptions {
  /** Variable of the URL, for messages; default: KITROOM_DATABASE_URL. */
  setting?: string
  /**
   * Module for SQLite that exports `check`. It runs in a worker thread after a disk or file failure, before writes
   * resume.
   */
  check?: URL
  /** Called when an outage begins, and again for each failed recovery. */
  onStopped?: (error: unknown) => void
  onExposed?: (file: string) => void
  /** Default: {@link MAX_BATCH_WRITES}. */
  maxBatch?: number
  /**
   * True for a database of requests: PostgreSQL ends a transaction that waits 5 s for its process or for a lock. One
   * with a named lock, such as a migration, keeps the long limits.
   */
  servesRequests?: boolean
}

export interface Database {
  /** Maximum number of writes that should share a commit. */
  readonly maxBatch: number
  /**
   * Runs a job in its own transaction; resolves when the commit is durable. A job may run again after a rollback, so it
   * must carry no state between runs. @throws WritesStopped when the database cannot be written; the job's own error
   * after a rollback
   */
  write<T>(job: (tx: Tx) => Promise<T>, options?: WriteOptions): Promise<T>
  /**
   * Runs a read-only job on one snapshot, which overlapping jobs may share.
   * @throws DatabaseUnavailable when the database does not answer
   */
  read<T>(job: (tx: Tx) => Promise<T>, options?: ReadOptions): Promise<T>
  /**
   * Runs a possibly slow read on its own snapshot, off the event loop, with limited concurrency per lane.
   * @throws ReadTooSlow after 12 s or on a full lane; DatabaseUnavailable when cancelled
   */
  runSlowRead<Input>(read: SlowRead<Input>): Promise<unknown>
  /**
   * Returns a number that changes when another process commits. `undefined` without a cheap way to detect this: callers
   * must then always query.
   */
  foreignCommits(): number | undefined
  /** Runs periodic maintenance, if the database does not do so itself. @returns counts for the log */
  maintain(task: MaintenanceTask): Promise<Record<string, number>>
  /** Reads the database server's clock, milliseconds since 1970; `undefined` for a database inside this process. */
  clockMs(): Promise<number | undefined>
  close(): Promise<void>
}

export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

export class ReadTooSlow extends DatabaseUnavailable {
  override name = 'ReadTooSlow'
}

export class WritesStopped extends DatabaseUnavailable {
  override name = 'WritesStopped'
  /**
   * True if the commit's outcome is unknown: the connection or the disk failed during it. Otherwise nothing was
   * written.
   */
  readonly uncertain: boolean
  /** True if the connection was lost before the commit. The write may succeed over another one immediately. */
  readonly isConnectionLost: boolean

  constructor(message: string, options: ErrorOptions & { uncertain?: boolean; isConnectionLost?: boolean } = {}) {
    super(message, options)
    this.uncertain = options.uncertain ?? false
    this.isConnectionLost = options.isConnectionLost ?? false
  }
}
