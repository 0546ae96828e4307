import { hash } from 'node:crypto'
import type { Compilable, Kysely } from 'kysely'
import type { PoolClient, QueryArrayConfig, QueryConfig, QueryResult } from 'pg'
import { AppendedRows, bindParameters, type BoundQuery } from './appendedRows.ts'
import { getQueryBuilder } from './dialects.ts'
import type { Lookup, LookupKey } from './lookup.ts'
import { isStaleStatement, isTransactionConflict, isUnavailableToWrites } from './postgresErrors.ts'
import { RowsReadAhead } from './rowsReadAhead.ts'
import type { Change, CompiledQuery } from './statementChange.ts'
import type { JoinedTexts, Outcome, RowStatement, Statement, Tx } from './types.ts'

const MAX_TIMER_MS = 2 ** 31 - 1
/** Limits of a transaction with a named lock. */
const LONG_TRANSACTION =
  'set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 60000'

type Query = (QueryConfig | QueryArrayConfig) & { query_timeout?: number }

const UNKNOWN_CHANGE: Change = { kind: 'unknown', table: '', columns: [] }

/** True if only the statement failed: the transaction can continue from a savepoint. */
const isStatementFault = (error: unknown): boolean =>
  !isTransactionConflict(error) && !isStaleStatement(error) && !isUnavailableToWrites(error)

const lockNumber = (name: string): string => hash('sha256', name, 'buffer').readBigInt64BE(0).toString()

/** One transaction on a pooled connection. Statements are prepared by name, once per connection. */
export class PostgresTx implements Tx {
  readonly #client: PoolClient
  readonly #oneStatement: boolean
  #statements = 0
  #timeout: { query_timeout?: number } = {}
  #unanswered: Promise<unknown> = Promise.resolve()
  readonly #appended = new AppendedRows((query) => this.#pipeline(this.#client.query({ ...query, ...this.#timeout })))
  readonly #readAhead = new RowsReadAhead()
  #changes = 0
  /** First error from the database. Only a rollback is possible after it. */
  failure: unknown
  readonly notCancelled = undefined

  constructor(client: PoolClient, options: { oneStatement?: boolean } = {}) {
    this.#client = client
    this.#oneStatement = options.oneStatement ?? false
  }

  async #send<Row extends object>(config: Query): Promise<QueryResult<Row>> {
    this.#appended.sendAll()
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

  /** Pipelines a statement without arguments. It is sent with the next statement and not awaited. */
  command(text: string): void {
    this.#pipeline(this.#client.query(text))
  }

  async runLong(text: string): Promise<void> {
    await this.#send({ text, query_timeout: MAX_TIMER_MS })
  }

  /** Commits and waits. @returns the command tag of the reply */
  async commit(): Promise<string> {
    this.#appended.sendAll()
    const query: Query = { text: 'commit', ...this.#timeout }
    return (await this.#client.query(query)).command
  }

  #noteChange(change: Change, args: object): void {
    this.#changes += 1
    this.#readAhead.dropChanged(change, args)
  }

  #compile<Args, Row>(statement: Statement<Args, Row>, args: Args): BoundQuery {
    const compiled = statement.compile('postgres')
    if (compiled.change) this.#noteChange(compiled.change, args as object)
    return bindParameters(compiled, args as object)
  }

  send<Args, Row>(statement: Statement<Args, Row>, args: Args): void {
    const { change } = statement.compile('postgres')
    if (change && change.kind !== 'unknown') this.#appended.sendTable(change.table)
    else this.#appended.sendAll()
    this.#pipeline(this.#client.query({ ...this.#compile(statement, args), ...this.#timeout }))
  }

  append<Args, Row>(statement: Statement<Args, Row>, args: Args): void {
    const compiled = statement.compile('postgres')
    if (!compiled.manyRows || !compiled.change) return this.send(statement, args)
    this.#noteChange(compiled.change, args as object)
    this.#appended.add(compiled, args as object)
  }

  get changes(): number {
    return this.#changes
  }

  /** Waits for all pipelined statements. @returns the first error of this transaction */
  async firstError(): Promise<unknown> {
    await this.#unanswered
    return this.failure
  }

  async all<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row[]> {
    return (await this.#send(this.#compile(statement, args))).rows as Row[]
  }

  async joinTexts<Args>(statement: Statement<Args, Record<string, string>>, args: Args): Promise<JoinedTexts> {
    const compiled = statement.compile('postgres')
    const query = { ...bindParameters(compiled, args as object), ...compiled.joined }
    const { rows } = await this.#send<JoinedTexts>(query)
    return rows[0] ?? { joined: '', count: 0 }
  }

  async get<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row | undefined> {
    return (await this.#send(this.#compile(statement, args))).rows[0] as Row | undefined
  }

  async getEach<Args, Row>(statement: RowStatement<Args, Row>, sets: readonly Args[]): Promise<(Row | undefined)[]> {
    const [first] = sets
    if (first !== undefined && sets.length === 1) return [await this.get(statement, first)]
    const rows = new Map(
      (await this.all(statement.ofSets, { sets: JSON.stringify(sets) })).map((row) => [row.place, row]),
    )
    return sets.map((_, index) => rows.get(index))
  }

  async run<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<number> {
    return (await this.#send(this.#compile(statement, args))).rowCount ?? 0
  }

  async find<Row>(lookup: Lookup<Row>, account: string, key: string): Promise<Row | undefined> {
    return (await this.findAll(lookup, account, key))[0]
  }

  async findAll<Row>(lookup: Lookup<Row>, account: string, key: string): Promise<readonly Row[]> {
    const known = this.#readAhead.find(lookup, account, key)
    return (known as readonly Row[] | undefined) ?? this.all(lookup.one, { account, key })
  }

  async readAhead(account: string, keys: readonly LookupKey[]): Promise<void> {
    const readings = [...Map.groupBy(keys, ({ lookup }) => lookup)].map(([lookup, group]) =>
      this.#readKeys(account, lookup, group),
    )
    const next = (await Promise.all(readings)).flat()
    if (next.length > 0) await this.readAhead(account, next)
  }

  /** @returns the keys to read next */
  async #readKeys(account: string, lookup: Lookup<unknown>, keys: readonly LookupKey[]): Promise<LookupKey[]> {
    const distinct = [...new Set(keys.map(({ key }) => key))]
    const rows = await this.all(lookup.many, { account, keys: JSON.stringify(distinct) })
    const rowsByKey = Map.groupBy(rows, (row) => row.lookup_key)
    for (const key of distinct) this.#readAhead.set(lookup, account, key, rowsByKey.get(key) ?? [])
    return keys.flatMap(({ key, next }) => next?.(rowsByKey.get(key) ?? []) ?? [])
  }

  async savepoint<T>(job: () => Promise<T>): Promise<Outcome<T>> {
    this.command('savepoint one_write')
    try {
      const value = await job()
      this.#appended.sendAll()
      const failure = await this.firstError()
      if (failure !== undefined) throw failure
      this.command('release savepoint one_write')
      return { value }
    } catch (error) {
      const cause = (await this.firstError()) ?? error
      if (!isStatementFault(cause)) throw error
      this.failure = undefined
      this.#appended.clear()
      this.#readAhead.clear()
      this.command('rollback to savepoint one_write; release savepoint one_write')
      return { error }
    }
  }

  builder<Schema>(schema?: string): Kysely<Schema> {
    return getQueryBuilder<Schema>('postgres', schema)
  }

  async query<Row>(query: Compilable<Row>): Promise<Row[]> {
    const {
      sql,
      parameters,
      query: node,
    } = query.compile() as Partial<CompiledQuery> & Pick<CompiledQuery, 'sql' | 'parameters'>
    if (node?.kind !== 'SelectQueryNode') this.#noteChange(UNKNOWN_CHANGE, {})
    return (await this.#send({ text: sql, values: [...parameters] })).rows as Row[]
  }

  async clockMs(): Promise<number> {
    const { rows } = await this.#send<{ ms: number }>({
      text: 'select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as ms',
    })
    return rows[0]?.ms ?? Number.NaN
  }

  async lock(name: string): Promise<void> {
    // The lock holder may take longer than a request's time limit, and so may the statements that follow.
    this.#timeout = { query_timeout: MAX_TIMER_MS }
    await this.#send({ text: LONG_TRANSACTION })
    await this.#send({ text: 'select pg_advisory_xact_lock($1::bigint)', values: [lockNumber(name)] })
  }
}
