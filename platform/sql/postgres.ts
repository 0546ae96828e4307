import { hash } from 'node:crypto'
import type { Compilable, Kysely } from 'kysely'
import type { PoolClient, QueryArrayConfig, QueryConfig, QueryResult } from 'pg'
import { getQueryBuilder } from './dialects.ts'
import type { SqlValue, Statement, Tx } from './types.ts'

const MAX_TIMER_MS = 2 ** 31 - 1

type Query = (QueryConfig | QueryArrayConfig) & { query_timeout?: number }

const bindParameters = <Args, Row>(statement: Statement<Args, Row>, args: Args): { name: string; text: string; values: SqlValue[] } => {
  const { text, names, name } = statement.compile('postgres')
  const values = args as Record<string, SqlValue>
  return { name, text, values: names.map((one) => values[one] ?? null) }
}

const lockNumber = (name: string): string => hash('sha256', name, 'buffer').readBigInt64BE(0).toString()

/** One transaction on a pooled connection. Statements are prepared by name, once per connection. */
export class PostgresTx implements Tx {
  readonly #client: PoolClient
  readonly #oneStatement: boolean
  #statements = 0
  #timeout: { query_timeout?: number } = {}
  #unanswered: Promise<unknown> = Promise.resolve()
  /** The first error from the database; after it only a rollback is possible. */
  failure: unknown
  readonly notCancelled = undefined

  constructor(client: PoolClient, options: { oneStatement?: boolean } = {}) {
    this.#client = client
    this.#oneStatement = options.oneStatement ?? false
  }

  async #send<Row extends object>(config: Query): Promise<QueryResult<Row>> {
    this.#statements += 1
    if (this.#oneStatement && this.#statements > 1) throw new Error('this read was said to have one statement')
    try {
      return await this.#client.query<Row>({ ...config, ...this.#timeout })
    } catch (error) {
      this.failure ??= error
      throw error
    }
  }

  #pipeline(query: Promise<unknown>): void {
    const handled = query.catch((error: unknown) => {
      this.failure ??= error
    })
    this.#unanswered = Promise.all([this.#unanswered, handled])
  }

  /** Pipelines a statement without arguments: it is sent with the next statement and not awaited. */
  command(text: string): void {
    this.#pipeline(this.#client.query(text))
  }

  async runLong(text: string): Promise<void> {
    await this.#send({ text, query_timeout: MAX_TIMER_MS })
  }

  /** Commits and waits. Returns the command tag of the reply. */
  async commit(): Promise<string> {
    const query: Query = { text: 'commit', ...this.#timeout }
    return (await this.#client.query(query)).command
  }

  send<Args, Row>(statement: Statement<Args, Row>, args: Args): void {
    const query: Query = { ...bindParameters(statement, args), ...this.#timeout }
    this.#pipeline(this.#client.query(query))
  }

  /** Waits for all pipelined statements. Returns the first error of this transaction. */
  async firstError(): Promise<unknown> {
    await this.#unanswered
    return this.failure
  }

  async all<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row[]> {
    return (await this.#send(bindParameters(statement, args))).rows as Row[]
  }

  async column<Args, Value>(statement: Statement<Args, Record<string, Value>>, args: Args): Promise<Value[]> {
    const { rows } = await this.#send<[Value]>({ ...bindParameters(statement, args), rowMode: 'array' })
    return rows.map(([value]) => value)
  }

  async get<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row | undefined> {
    return (await this.#send(bindParameters(statement, args))).rows[0] as Row | undefined
  }

  async run<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<number> {
    return (await this.#send(bindParameters(statement, args))).rowCount ?? 0
  }

  builder<Schema>(): Kysely<Schema> {
    return getQueryBuilder<Schema>('postgres')
  }

  async query<Row>(query: Compilable<Row>): Promise<Row[]> {
    const { sql, parameters } = query.compile()
    return (await this.#send({ text: sql, values: [...parameters] })).rows as Row[]
  }

  async clockMs(): Promise<number> {
    const { rows } = await this.#send<{ ms: number }>({ text: 'select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as ms' })
    return rows[0]?.ms ?? Number.NaN
  }

  async tryLock(name: string): Promise<boolean> {
    const config = { name: 'kitroom_try_lock', text: 'select pg_try_advisory_xact_lock($1::bigint) as taken', values: [lockNumber(name)] }
    return (await this.#send<{ taken: boolean }>(config)).rows[0]?.taken ?? false
  }

  async lock(name: string): Promise<void> {
    // The lock holder may take longer than a request's time limit, and so may the statements that follow.
    this.#timeout = { query_timeout: MAX_TIMER_MS }
    await this.#send({ text: 'set local statement_timeout = 0; set local lock_timeout = 0' })
    await this.#send({ text: 'select pg_advisory_xact_lock($1::bigint)', values: [lockNumber(name)] })
  }
}
