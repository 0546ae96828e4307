import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { sql, type Compilable, type Kysely, type RawBuilder } from 'kysely'
import { queryBuilder } from './dialects.ts'
import { isLocked } from './sqliteErrors.ts'
import type { SqlValue, Statement, Tx } from './types.ts'

const MAX_STATEMENTS = 512
/** Processes that open a new database together wait for each other. */
const OPEN_WITHIN_MS = 10_000
const OPEN_AGAIN_AFTER_MS = 5

const bind = (names: readonly string[], args: unknown): SqlValue[] => {
  const values = args as Record<string, SqlValue>
  return names.map((name) => values[name] ?? null)
}

/**
 * One SQLite connection with its prepared statements. Every call is synchronous underneath, so none waits for a lock that another process
 * holds: it throws at once (`isLocked`), and the caller tries again.
 */
export class SqliteConnection implements Tx {
  readonly #db: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  /** Statements that give arrays; each is made in code, so they are few. */
  readonly #listings = new Map<string, StatementSync>()
  #isDurable = true

  readonly whileWanted: RawBuilder<boolean> | undefined

  /**
   * @param options.openWithinMs how long opening may wait for another process; nothing waits after it
   * @param options.isCancelled asked for each row of statements that hold `whileWanted`, which fail once it says yes
   */
  constructor(file: string, options: { readOnly?: boolean; openWithinMs?: number; isCancelled?: () => boolean } = {}) {
    const withinMs = options.openWithinMs ?? OPEN_WITHIN_MS
    this.#db = new DatabaseSync(file, { readOnly: options.readOnly ?? false, timeout: withinMs })
    try {
      if (!options.readOnly) {
        this.#useWal(withinMs)
        this.exec('PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000')
      }
      this.exec('PRAGMA foreign_keys = ON; PRAGMA cache_size = -12000; PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = OFF')
      this.exec('PRAGMA busy_timeout = 0')
      if (options.isCancelled) this.whileWanted = this.#stopWhen(options.isCancelled)
    } catch (error) {
      this.#db.close()
      throw error
    }
  }

  /** Two processes that switch a new file to WAL together would wait for each other: SQLite fails one of them at once, whatever its timeout. */
  #useWal(withinMs: number): void {
    const giveUpAtMs = performance.now() + withinMs
    for (;;) {
      try {
        return this.exec('PRAGMA journal_mode = WAL')
      } catch (error) {
        if (!isLocked(error) || performance.now() > giveUpAtMs) throw error
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, OPEN_AGAIN_AFTER_MS)
      }
    }
  }

  /** A statement holds its thread until it ends; a function that it calls for each row is the only way to stop it. */
  #stopWhen(isCancelled: () => boolean): RawBuilder<boolean> {
    this.#db.function('kitroom_is_wanted', () => {
      if (isCancelled()) throw new Error('the read was cancelled')
      return 1
    })
    return sql<boolean>`kitroom_is_wanted()`
  }

  /** Whether commits wait for the disk (FULL), or leave that to the next one that does (NORMAL). Outside a transaction only. */
  setDurable(isDurable: boolean): void {
    if (isDurable === this.#isDurable) return
    this.exec(`PRAGMA synchronous = ${isDurable ? 'FULL' : 'NORMAL'}`)
    this.#isDurable = isDurable
  }

  exec(text: string): void {
    this.#db.exec(text)
  }

  /** Runs a statement without arguments or rows, prepared once. */
  command(text: string): void {
    this.prepare(text).run()
  }

  prepare(text: string): StatementSync {
    const known = this.#statements.get(text)
    if (known) return known
    if (this.#statements.size >= MAX_STATEMENTS) this.#statements.clear()
    const prepared = this.#db.prepare(text)
    this.#statements.set(text, prepared)
    return prepared
  }

  #bound<Args, Row>(statement: Statement<Args, Row>, args: Args): [StatementSync, SqlValue[]] {
    const { text, names } = statement.compile('sqlite')
    return [this.prepare(text), bind(names, args)]
  }

  #listing(text: string): StatementSync {
    const known = this.#listings.get(text)
    if (known) return known
    const prepared = this.#db.prepare(text)
    prepared.setReturnArrays(true)
    this.#listings.set(text, prepared)
    return prepared
  }

  async column<Args, Value>(statement: Statement<Args, Record<string, Value>>, args: Args): Promise<Value[]> {
    const { text, names } = statement.compile('sqlite')
    const rows = this.#listing(text).all(...bind(names, args)) as unknown as [Value][]
    return rows.map(([value]) => value)
  }

  async all<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row[]> {
    const [prepared, values] = this.#bound(statement, args)
    return prepared.all(...values) as Row[]
  }

  async get<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row | undefined> {
    const [prepared, values] = this.#bound(statement, args)
    return prepared.get(...values) as Row | undefined
  }

  async run<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<number> {
    const [prepared, values] = this.#bound(statement, args)
    return Number(prepared.run(...values).changes)
  }

  send<Args, Row>(statement: Statement<Args, Row>, args: Args): void {
    const [prepared, values] = this.#bound(statement, args)
    prepared.run(...values)
  }

  builder<Schema>(): Kysely<Schema> {
    return queryBuilder<Schema>('sqlite')
  }

  async query<Row>(query: Compilable<Row>): Promise<Row[]> {
    const { sql, parameters } = query.compile()
    return this.prepare(sql).all(...(parameters as SqlValue[])) as Row[]
  }

  /** The write lane lets one job in at a time: nobody else can hold a lock. */
  async tryLock(): Promise<boolean> {
    return true
  }

  /** As `tryLock`. */
  async lock(): Promise<void> {}

  /** Whether a transaction is open. */
  isBusy(): boolean {
    return this.#db.isTransaction
  }

  /** Moves the log's pages into the database file and empties the log, unless another process reads in it: it is not waited for. */
  checkpoint(): { pages: number; moved: number; busy: number } {
    const { log, checkpointed, busy } = this.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as Record<string, number>
    return { pages: log ?? 0, moved: checkpointed ?? 0, busy: busy ?? 0 }
  }

  /** Counts anew how values are spread over the indexes, where tables have grown or shrunk tenfold. Fewer samples would take each account for a small one. */
  analyse(): Record<string, number> {
    this.exec('PRAGMA analysis_limit = 10000; PRAGMA optimize = 0x10002')
    return {}
  }

  /** Moves when another connection has committed; our own commits do not move it. */
  dataVersion(): number {
    return Number(this.prepare('PRAGMA data_version').get()?.['data_version'])
  }

  /** Does nothing the second time. */
  close(): void {
    this.#statements.clear()
    this.#listings.clear()
    if (this.#db.isOpen) this.#db.close()
  }
}
