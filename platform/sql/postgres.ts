import { hash } from 'node:crypto'
import type { Compilable, Kysely } from 'kysely'
import type { PoolClient, QueryArrayConfig, QueryConfig, QueryResult } from 'pg'
import { queryBuilder } from './dialects.ts'
import type { SqlValue, Statement, Tx } from './types.ts'

/** For statements that may take as long as they need: the longest time that a timer can be set to. */
const ANY_TIME_MS = 2 ** 31 - 1

/** A query as `pg` takes it; it does not declare its time limit. */
type Query = (QueryConfig | QueryArrayConfig) & { query_timeout?: number }

const bind = <Args, Row>(statement: Statement<Args, Row>, args: Args): { name: string; text: string; values: SqlValue[] } => {
  const { text, names, name } = statement.compile('postgres')
  const values = args as Record<string, SqlValue>
  return { name, text, values: names.map((one) => values[one] ?? null) }
}

/** The number that stands for a name among advisory locks: the first 64 bits of its hash. */
const lockNumber = (name: string): string => hash('sha256', name, 'buffer').readBigInt64BE(0).toString()

/** One transaction on one connection of the pool. Statements are prepared by name, once per connection. */
export class PostgresTx implements Tx {
  readonly #client: PoolClient
  readonly #oneStatement: boolean
  #statements = 0
  /** How long an answer is waited for, where it is not as long as usual. */
  #within: { query_timeout?: number } = {}
  #unanswered: Promise<unknown> = Promise.resolve()
  /** The first error that the database gave: from then on it takes nothing but a rollback. */
  failure: unknown
  /** The server cancels what it is told to, and what takes too long. */
  readonly whileWanted = undefined

  constructor(client: PoolClient, options: { oneStatement?: boolean } = {}) {
    this.#client = client
    this.#oneStatement = options.oneStatement ?? false
  }

  async #send<Row extends object>(config: Query): Promise<QueryResult<Row>> {
    this.#statements += 1
    if (this.#oneStatement && this.#statements > 1) throw new Error('this read was said to have one statement')
    try {
      return await this.#client.query<Row>({ ...config, ...this.#within })
    } catch (error) {
      this.failure ??= error
      throw error
    }
  }

  #behind(query: Promise<unknown>): void {
    const noted = query.catch((error: unknown) => {
      this.failure ??= error
    })
    this.#unanswered = Promise.all([this.#unanswered, noted])
  }

  /** Sends text without arguments and waits for nothing: it travels with the next statement. */
  command(text: string): void {
    this.#behind(this.#client.query(text))
  }

  /** Runs text without arguments and waits for its answer as long as it takes. */
  async runLong(text: string): Promise<void> {
    await this.#send({ text, query_timeout: ANY_TIME_MS })
  }

  /** Commits, and waits for the answer. @returns what the database says it did */
  async commit(): Promise<string> {
    const query: Query = { text: 'commit', ...this.#within }
    return (await this.#client.query(query)).command
  }

  send<Args, Row>(statement: Statement<Args, Row>, args: Args): void {
    const query: Query = { ...bind(statement, args), ...this.#within }
    this.#behind(this.#client.query(query))
  }

  /** Waits until everything that was sent is answered. @returns the first error of this transaction */
  async outcome(): Promise<unknown> {
    await this.#unanswered
    return this.failure
  }

  async all<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row[]> {
    return (await this.#send(bind(statement, args))).rows as Row[]
  }

  async column<Args, Value>(statement: Statement<Args, Record<string, Value>>, args: Args): Promise<Value[]> {
    const { rows } = await this.#send<[Value]>({ ...bind(statement, args), rowMode: 'array' })
    return rows.map(([value]) => value)
  }

  async get<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row | undefined> {
    return (await this.#send(bind(statement, args))).rows[0] as Row | undefined
  }

  async run<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<number> {
    return (await this.#send(bind(statement, args))).rowCount ?? 0
  }

  builder<Schema>(): Kysely<Schema> {
    return queryBuilder<Schema>('postgres')
  }

  async query<Row>(query: Compilable<Row>): Promise<Row[]> {
    const { sql, parameters } = query.compile()
    return (await this.#send({ text: sql, values: [...parameters] })).rows as Row[]
  }

  /** What the database's server says that the time is. */
  async clockMs(): Promise<number> {
    const { rows } = await this.#send<{ ms: number }>({ text: 'select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as ms' })
    return rows[0]?.ms ?? Number.NaN
  }

  async tryLock(name: string): Promise<boolean> {
    const config = { name: 'kitroom_try_lock', text: 'select pg_try_advisory_xact_lock($1::bigint) as taken', values: [lockNumber(name)] }
    return (await this.#send<{ taken: boolean }>(config)).rows[0]?.taken ?? false
  }

  async lock(name: string): Promise<void> {
    // Whoever holds it may take longer than a request may, and so may what comes after it.
    this.#within = { query_timeout: ANY_TIME_MS }
    await this.#send({ text: 'set local statement_timeout = 0; set local lock_timeout = 0' })
    await this.#send({ text: 'select pg_advisory_xact_lock($1::bigint)', values: [lockNumber(name)] })
  }
}
