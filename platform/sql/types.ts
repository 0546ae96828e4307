import type { Compilable, Kysely } from 'kysely'

/** The databases Kitroom runs on. Only this folder may branch on it. */
export type Dialect = 'sqlite' | 'postgres'

export type SqlValue = string | number | bigint | null | Uint8Array

/** A query compiled once per database and run with named arguments. Made by `statement`. */
export interface Statement<Args, Row> {
  compile(dialect: Dialect): { text: string; names: readonly string[] }
  /** Carries the types only. */
  readonly types?: (args: Args) => Row
}

/** What a job may do inside its transaction. A job awaits nothing but these. */
export interface Tx {
  /** All rows. */
  all<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row[]>
  /** The values of a query's only column: cheaper than rows of one member. */
  column<Args, Value>(statement: Statement<Args, Record<string, Value>>, args: Args): Promise<Value[]>
  /** The first row, if any. */
  get<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row | undefined>
  /** How many rows the statement changed. */
  run<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<number>
  /** Builds queries in this database's dialect, for `query`. */
  builder<Schema>(): Kysely<Schema>
  /** A query made for this occasion: for cold paths, its text is compiled each time. */
  query<Row>(query: Compilable<Row>): Promise<Row[]>
}

export interface WriteOptions {
  /** `false`: the promise resolves when the commit would survive a crash of this process; a power cut may undo it until the next durable commit. */
  durable?: boolean
}

export interface Database {
  /**
   * Runs a job in a transaction of its own. Jobs never run at once; the promise resolves when the commit is on disk.
   * @throws WritesStopped when the database cannot be written now; whatever the job throws, after its changes are undone.
   */
  write<T>(job: (tx: Tx) => Promise<T>, options?: WriteOptions): Promise<T>
  /** Runs a job that only reads, on one snapshot. Jobs inside jobs, and jobs that overlap, share it. */
  read<T>(job: (tx: Tx) => Promise<T>): Promise<T>
  /** A number that moves when another process has committed; `undefined` where the database cannot tell cheaply, so that callers must look each time. */
  foreignCommits(): number | undefined
  /** Finishes waiting jobs, then closes. */
  close(): Promise<void>
}

/** The database refuses writes for now (a commit failed, or it is being closed). The caller answers 503; nothing was written. */
export class WritesStopped extends Error {
  override name = 'WritesStopped'
}
