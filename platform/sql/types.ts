import type { Compilable, Kysely, RawBuilder } from 'kysely'

/** The databases Kitroom runs on. Only this folder may branch on it. */
export type Dialect = 'sqlite' | 'postgres'

export type SqlValue = string | number | bigint | null | Uint8Array

/** A statement's text in one dialect, the arguments that it takes in order, and a name that says which text it is. */
export interface Compiled {
  readonly text: string
  readonly names: readonly string[]
  readonly name: string
}

/** A query compiled once per database and run with named arguments. Made by `statement`. */
export interface Statement<Args, Row> {
  compile(dialect: Dialect): Compiled
  /** Carries the types only. */
  readonly types?: (args: Args) => Row
}

/** What a job may do inside its transaction. A job awaits nothing but these, one after another. */
export interface Tx {
  /** All rows. */
  all<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row[]>
  /** The values of a query's only column: cheaper than rows of one member. */
  column<Args, Value>(statement: Statement<Args, Record<string, Value>>, args: Args): Promise<Value[]>
  /** The first row, if any. */
  get<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row | undefined>
  /** How many rows the statement changed. */
  run<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<number>
  /** Runs a statement whose outcome nobody waits for: where the database is far away, this saves the way there and back. If it fails, the transaction does. */
  send<Args, Row>(statement: Statement<Args, Row>, args: Args): void
  /** Builds queries in this database's dialect, for `query`. */
  builder<Schema>(): Kysely<Schema>
  /** A query made for this occasion: for cold paths, its text is compiled each time. */
  query<Row>(query: Compilable<Row>): Promise<Row[]>
  /** A condition for statements that may take long, always true: it makes them fail once nobody wants their rows. `undefined` where it is not needed. */
  readonly whileWanted: RawBuilder<boolean> | undefined
  /** Takes the lock of a name until the transaction ends, or says at once that another transaction has it. */
  tryLock(name: string): Promise<boolean>
  /** Takes the lock of a name until the transaction ends, and waits for it as long as it takes. */
  lock(name: string): Promise<void>
}

export interface WriteOptions {
  /** Writes of one lane would wait for each other in the database: they wait here instead, where they hold no connection. */
  lane?: string
  /** `false`: the promise resolves when the commit would survive a crash of this process; a power cut may undo it until the next durable commit. */
  durable?: boolean
}

export interface ReadOptions {
  /** The job runs at most one statement, which is a snapshot by itself: no transaction is put around it. */
  oneStatement?: boolean
}

/** What a module exports whose reads may run in another thread. Input and value are copied on the way. */
export interface ReadModule<Input, Value> {
  read(tx: Tx, input: Input): Promise<Value>
}

/** A read that may take long, of the module at `module`. */
export interface SlowRead<Input> {
  module: URL
  input: Input
  /** Reads of one lane wait for each other, and lanes take turns. */
  lane: string
  /** Aborted when nobody wants the value any more: the read is cancelled. */
  signal?: AbortSignal
}

/** `checkpoint`: move what was written into the database file and empty the log beside it. `statistics`: look at the tables anew, for choosing indexes. */
export type MaintenanceTask = 'checkpoint' | 'statistics'

/** Looks at what is stored. Throws if it cannot be trusted. */
export type DatabaseCheck = (tx: Tx) => Promise<void>

export interface DatabaseOptions {
  /** SQLite: a module that exports `check`. It runs in a thread of its own after the disk or the file has failed, before writes are taken again. */
  check?: URL
  /** Called when the database has failed: once at the beginning of an outage, and again as long as it cannot be mended. */
  onStopped?: (error: unknown) => void
  /** SQLite: called with each file of the database that other users of the machine can read, because it is not ours to close. */
  onExposed?: (file: string) => void
  /** SQLite: writes that may share one commit; 1 commits each alone. */
  maxBatch?: number
}

export interface Database {
  /**
   * Runs a job in a transaction of its own; the promise resolves when the commit is on disk. A job may be run again, after its first run was
   * undone: it must not keep anything from one run for the next.
   * @throws WritesStopped when the database cannot be written now; whatever the job throws, after its changes are undone.
   */
  write<T>(job: (tx: Tx) => Promise<T>, options?: WriteOptions): Promise<T>
  /**
   * Runs a job that only reads, on one snapshot. Jobs may share a snapshot with others that overlap.
   * @throws DatabaseUnavailable when the database does not answer
   */
  read<T>(job: (tx: Tx) => Promise<T>, options?: ReadOptions): Promise<T>
  /**
   * Runs a read that may be slow: few at a time, of one lane still fewer, outside the event loop, on a snapshot that no other read shares. The
   * value may be older than what has been committed since.
   * @throws ReadTooSlow when it takes longer than 12 s, or too many wait in its lane; DatabaseUnavailable when it was cancelled
   */
  readSlowly<Input>(read: SlowRead<Input>): Promise<unknown>
  /** A number that moves when another process has committed; `undefined` where the database cannot tell cheaply, so that callers must look each time. */
  foreignCommits(): number | undefined
  /** Does what a database needs from time to time; nothing where it does so by itself. @returns counts for the log */
  maintain(task: MaintenanceTask): Promise<Record<string, number>>
  /** The clock of the database's server, milliseconds since 1970; `undefined` where the database runs inside this process. */
  clockMs(): Promise<number | undefined>
  /** Finishes waiting jobs, then closes. */
  close(): Promise<void>
}

/** The database does not answer now. The caller answers 503. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

/** A slow read took too long, or too many of its lane wait. The caller answers 503. */
export class ReadTooSlow extends DatabaseUnavailable {
  override name = 'ReadTooSlow'
}

/** The database refuses writes for now (a commit failed, or it is being closed). The caller answers 503. */
export class WritesStopped extends DatabaseUnavailable {
  override name = 'WritesStopped'
  /** Nobody knows whether the write was done: the connection broke, or the disk failed, while it was being committed. Otherwise nothing was written. */
  readonly uncertain: boolean

  constructor(message: string, options: ErrorOptions & { uncertain?: boolean } = {}) {
    super(message, options)
    this.uncertain = options.uncertain ?? false
  }
}
