import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { sql, type Compilable, type Kysely, type RawBuilder } from 'kysely'
import { getQueryBuilder } from './dialects.ts'
import type { Lookup } from './lookup.ts'
import { isDatabaseLocked, isStorageFault } from './sqliteErrors.ts'
import type { CompiledQuery } from './statementChange.ts'
import type { JoinedTexts, Outcome, RowStatement, SqlValue, Statement, Tx } from './types.ts'

const MAX_STATEMENTS = 512
const OPEN_TIMEOUT_MS = 10_000
const OPEN_RETRY_MS = 5

const bindParameters = (names: readonly string[], args: unknown): SqlValue[] => {
  const values = args as Record<string, SqlValue>
  return names.map((name) => values[name] ?? null)
}

/**
 * One SQLite connection with its prepared statements.
 * Calls are synchronous and never wait for a lock of another process: they throw (`isDatabaseLocked`), and the caller
 * retries.
 */
export class SqliteConnection implements Tx {
  readonly #db: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  #isDurable = true
  #changes = 0

  readonly notCancelled: RawBuilder<boolean> | undefined

  /**
   * @param options.openTimeoutMs time for which opening may wait for other processes; later calls never wait.
   * @param options.isCancelled called for each row of statements containing `notCancelled`
   */
  constructor(file: string, options: { readOnly?: boolean; openTimeoutMs?: number; isCancelled?: () => boolean } = {}) {
    const timeoutMs = options.openTimeoutMs ?? OPEN_TIMEOUT_MS
    this.#db = new DatabaseSync(file, { readOnly: options.readOnly ?? false, timeout: timeoutMs })
    try {
      if (!options.readOnly) {
        this.#useWal(timeoutMs)
        this.exec('PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000')
      }
      this.exec(
        'PRAGMA foreign_keys = ON; PRAGMA cache_size = -12000; PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = OFF',
      )
      this.exec('PRAGMA busy_timeout = 0')
      if (options.isCancelled) this.notCancelled = this.#cancellationCheck(options.isCancelled)
    } catch (error) {
      this.#db.close()
      throw error
    }
  }

  /**
   * Switches a file to WAL, and retries: if two processes switch a new file together, SQLite fails one of them
   * immediately, even with a busy timeout.
   */
  #useWal(timeoutMs: number): void {
    const giveUpAtMs = performance.now() + timeoutMs
    for (;;) {
      try {
        return this.exec('PRAGMA journal_mode = WAL')
      } catch (error) {
        if (!isDatabaseLocked(error) || performance.now() > giveUpAtMs) throw error
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, OPEN_RETRY_MS)
      }
    }
  }

  /**
   * Creates a function that a statement calls for each row. A running statement blocks its thread, and this is the only
   * way to stop it.
   */
  #cancellationCheck(isCancelled: () => boolean): RawBuilder<boolean> {
    this.#db.function('kitroom_is_wanted', () => {
      if (isCancelled()) throw new Error('the read was cancelled')
      return 1
    })
    return sql<boolean>`kitroom_is_wanted()`
  }

  /**
   * Switches between flushing commits to disk immediately (FULL) and with a later commit (NORMAL). Works only outside a
   * transaction.
   */
  setDurable(isDurable: boolean): void {
    if (isDurable === this.#isDurable) return
    this.exec(`PRAGMA synchronous = ${isDurable ? 'FULL' : 'NORMAL'}`)
    this.#isDurable = isDurable
  }

  exec(text: string): void {
    this.#db.exec(text)
  }

  command(text: string): void {
    this.prepare(text).run()
  }

  prepare(text: string): StatementSync {
    const cached = this.#statements.get(text)
    if (cached) return cached
    if (this.#statements.size >= MAX_STATEMENTS) this.#statements.clear()
    const prepared = this.#db.prepare(text)
    this.#statements.set(text, prepared)
    return prepared
  }

  #bound<Args, Row>(statement: Statement<Args, Row>, args: Args): [StatementSync, SqlValue[]] {
    const { text, names, change } = statement.compile('sqlite')
    if (change) this.#changes += 1
    return [this.prepare(text), bindParameters(names, args)]
  }

  async joinTexts<Args>(statement: Statement<Args, Record<string, string>>, args: Args): Promise<JoinedTexts> {
    const { joined, names } = statement.compile('sqlite')
    const row = this.prepare(joined?.text ?? '').get(...bindParameters(names, args)) as {
      joined: Uint8Array<ArrayBuffer> | null
      count: number
    }
    return { joined: row.joined ?? '', count: row.count }
  }

  async all<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row[]> {
    const [prepared, values] = this.#bound(statement, args)
    return prepared.all(...values) as Row[]
  }

  async get<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row | undefined> {
    const [prepared, values] = this.#bound(statement, args)
    return prepared.get(...values) as Row | undefined
  }

  getEach<Args, Row>(statement: RowStatement<Args, Row>, sets: readonly Args[]): Promise<(Row | undefined)[]> {
    return Promise.all(sets.map((args) => this.get(statement, args)))
  }

  async run<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<number> {
    const [prepared, values] = this.#bound(statement, args)
    return Number(prepared.run(...values).changes)
  }

  send<Args, Row>(statement: Statement<Args, Row>, args: Args): void {
    const [prepared, values] = this.#bound(statement, args)
    prepared.run(...values)
  }

  append<Args, Row>(statement: Statement<Args, Row>, args: Args): void {
    this.send(statement, args)
  }

  find<Row>(lookup: Lookup<Row>, account: string, key: string): Promise<Row | undefined> {
    return this.get(lookup.one, { account, key })
  }

  findAll<Row>(lookup: Lookup<Row>, account: string, key: string): Promise<Row[]> {
    return this.all(lookup.one, { account, key })
  }

  /** Does nothing, because a query on SQLite costs no round trip. */
  async readAhead(): Promise<void> {}

  async savepoint<T>(job: () => Promise<T>): Promise<Outcome<T>> {
    this.command('SAVEPOINT one_write')
    try {
      const value = await job()
      this.command('RELEASE one_write')
      return { value }
    } catch (error) {
      if (isStorageFault(error)) throw error
      this.exec('ROLLBACK TO one_write; RELEASE one_write')
      return { error }
    }
  }

  get changes(): number {
    return this.#changes
  }

  builder<Schema>(schema?: string): Kysely<Schema> {
    return getQueryBuilder<Schema>('sqlite', schema)
  }

  async query<Row>(query: Compilable<Row>): Promise<Row[]> {
    const {
      sql,
      parameters,
      query: node,
    } = query.compile() as Partial<CompiledQuery> & Pick<CompiledQuery, 'sql' | 'parameters'>
    if (node?.kind !== 'SelectQueryNode') this.#changes += 1
    return this.prepare(sql).all(...(parameters as SqlValue[])) as Row[]
  }

  /** Does nothing: the lock is always free, because the write lane runs one job at a time. */
  async lock(): Promise<void> {}

  async clockMs(): Promise<undefined> {}

  isBusy(): boolean {
    return this.#db.isTransaction
  }

  /** Moves the WAL into the database file and truncates it. It gives up if another process is reading. */
  checkpoint(): { pages: number; moved: number; busy: number } {
    const { log, checkpointed, busy } = this.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as Record<string, number>
    return { pages: log ?? 0, moved: checkpointed ?? 0, busy: busy ?? 0 }
  }

  /**
   * Refreshes index statistics of tables that grew or shrank tenfold. With fewer samples the planner would assume that
   * every account is small.
   */
  analyse(): Record<string, number> {
    this.exec('PRAGMA analysis_limit = 10000; PRAGMA optimize = 0x10002')
    return {}
  }

  /** Changes when another connection commits. Commits of this connection do not change it. */
  dataVersion(): number {
    return Number(this.prepare('PRAGMA data_version').get()?.['data_version'])
  }

  close(): void {
    this.#statements.clear()
    if (this.#db.isOpen) this.#db.close()
  }
}
