import { randomBytes } from 'node:crypto'
import { Socket } from 'node:net'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { createSilentLog } from '../../platform/log.ts'
import { openDatabase } from '../../platform/sql/open.ts'
import { createStatementBuilder, joinTextsBesideRow } from '../../platform/sql/statement.ts'
import type { Database, DatabaseOptions, Tx } from '../../platform/sql/types.ts'
import { openApiDatabase } from '../../server/db/open.ts'
import { migrations } from '../../server/db/migrations/index.ts'
import { toCompilable } from '../support/database.ts'
import {
  runAdminStatement,
  hasPostgres,
  buildPostgresUrl,
  TEMPLATE_DATABASE,
  withoutPostgres,
} from '../support/testDatabase.ts'

interface Tables {
  t: { n: number; word: string; big: number }
}

const define = createStatementBuilder<Tables>()
const insert = define<{ n: number; word: string }>((db, arg) =>
  db.insertInto('t').values({ n: arg('n'), word: arg('word'), big: arg('n') }),
)
const sumOf = define<object, { rows: number; total: number }>((db) =>
  db
    .selectFrom('t')
    .select((expression) => [
      expression.fn.countAll<number>().as('rows'),
      expression.fn.sum<number>('big').as('total'),
    ]),
)
const wordOf = define<{ n: number }, { word: string }>((db, arg) =>
  db.selectFrom('t').select('word').where('n', '=', arg('n')),
)
const words = define<object, { word: string }>((db) => db.selectFrom('t').select('word').orderBy('word'))
const wordFrom = define<{ least: number }, { word: string; big: number }>((db, arg) =>
  db.selectFrom('t').select(['word', 'big']).where('n', '=', arg('least')),
)
const wordsBesideSum = joinTextsBesideRow(words, sumOf, {})
const wordBesideAnother = joinTextsBesideRow(wordOf, wordFrom, { n: 'bigint', least: 'bigint' })
const rowForWrite = define<{ n: number }, { n: number }>((db, arg) =>
  db.selectFrom('t').select('n').where('n', '=', arg('n')).forUpdate(),
)
const setWord = define<{ n: number; word: string }>((db, arg) =>
  db
    .updateTable('t')
    .set({ word: arg('word') })
    .where('n', '=', arg('n')),
)

const run = (tx: Tx, text: string): Promise<Record<string, unknown>[]> => tx.query(toCompilable(text))

function signal(): { promise: Promise<void>; settle: () => void } {
  let settle = (): void => undefined
  const promise = new Promise<void>((resolve) => (settle = resolve))
  return { promise, settle }
}

describe.skipIf(!hasPostgres)(`PostgreSQL${withoutPostgres}`, () => {
  const name = `kitroom_sql_${randomBytes(6).toString('hex')}`
  const url = hasPostgres ? buildPostgresUrl(name) : ''
  let db: Database
  const open = async (options: DatabaseOptions = {}): Promise<Database & AsyncDisposable> => {
    const openedDatabase = await openDatabase(url, options)
    return Object.assign(openedDatabase, { [Symbol.asyncDispose]: () => openedDatabase.close() })
  }
  const numbers = async (): Promise<unknown[]> =>
    (await db.read((tx) => run(tx, 'select n from t order by n'))).map((row) => row['n'])

  beforeAll(async () => {
    await runAdminStatement(`create database ${name}`)
    db = await open()
    await db.write(async (tx) => {
      const table = tx
        .builder<Tables>()
        .schema.createTable('t')
        .addColumn('n', 'integer', (column) => column.primaryKey())
      await tx.query(table.addColumn('word', 'text').addColumn('big', 'bigint'))
    })
  })
  afterAll(() => db.close())

  it('rolls back a job that throws, and a job that ignores a failed statement', async () => {
    await expect(
      db.write(async (tx) => {
        await tx.run(insert, { n: 1, word: 'a' })
        throw new TypeError('not this one')
      }),
    ).rejects.toThrow(TypeError)
    await expect(
      db.write(async (tx) => {
        await tx.run(insert, { n: 1, word: 'a' })
        await tx.run(insert, { n: 1, word: 'b' }).catch(() => undefined)
      }),
    ).rejects.toThrow('duplicate key')
    expect(await numbers()).toEqual([])
  })

  it('returns counts, sums and big integers as numbers, and sorts texts by bytes', async () => {
    expect(await db.read((tx) => tx.joinTexts(words, {}))).toEqual({ joined: '', count: 0 })
    for (const [index, word] of ['b', 'Z', 'ä', 'a', 'É', '-', '~', '9'].entries())
      await db.write((tx) => tx.run(insert, { n: index + 1, word }))
    expect(await db.read((tx) => tx.get(sumOf, {}))).toEqual({ rows: 8, total: 36 })
    expect(await db.read((tx) => tx.joinTexts(words, {}))).toEqual({ joined: '-,9,Z,a,b,~,É,ä', count: 8 })
    expect(await db.read((tx) => tx.all(wordOf, { n: 3 }), { oneStatement: true })).toEqual([{ word: 'ä' }])
    expect(await db.write((tx) => tx.run(setWord, { n: 99, word: 'x' }))).toBe(0)
  })

  it('reads joined texts beside a row by one statement', async () => {
    const oneStatement = true
    expect(await db.read((tx) => tx.get(wordsBesideSum, {}), { oneStatement })).toEqual({
      joined: '-,9,Z,a,b,~,É,ä',
      count: 8,
      rows: 8,
      total: 36,
    })
    const readBeside = (n: number, least: number) =>
      db.read((tx) => tx.get(wordBesideAnother, { n, least }), { oneStatement })
    expect(await readBeside(3, 4)).toEqual({ joined: 'ä', count: 1, word: 'a', big: 4 })
    expect(await readBeside(99, 99)).toEqual({ joined: '', count: 0, word: null, big: null })
    const sets = [3, 99, 4, 3].map((n) => ({ n, least: 4 }))
    const each = await db.read((tx) => tx.getEach(wordBesideAnother, sets), { oneStatement })
    expect(each.map((row) => [row?.joined, row?.word])).toEqual([
      ['ä', 'a'],
      ['', 'a'],
      ['a', 'a'],
      ['ä', 'a'],
    ])
    expect(await db.read((tx) => tx.getEach(wordBesideAnother, []), { oneStatement })).toEqual([])
  })

  it('sends the statements of one turn with one system call', async () => {
    const readTwo = () => db.read((tx) => Promise.all([tx.get(sumOf, {}), tx.all(wordOf, { n: 3 })]))
    await readTwo()
    const port = Number(new URL(url).port)
    const write = vi.spyOn(Socket.prototype as unknown as { _writeGeneric: () => void }, '_writeGeneric')
    expect(await readTwo()).toEqual([{ rows: 8, total: 36 }, [{ word: 'ä' }]])
    const writes = write.mock.contexts.filter((socket) => (socket as Socket).remotePort === port)
    write.mockRestore()
    // `begin` and both statements, and perhaps `commit` already.
    expect(writes.length).toBeOneOf([1, 2])
  })

  it('gives each read one read-only snapshot', async () => {
    const counts = await db.read(async (tx) => {
      const sumBefore = await tx.get(sumOf, {})
      await db.write((otherTx) => otherTx.run(insert, { n: 50, word: 'new' }))
      return [sumBefore, await tx.get(sumOf, {})]
    })
    expect(counts[1]).toEqual(counts[0])
    await expect(db.read((tx) => tx.run(insert, { n: 51, word: 'no' }))).rejects.toThrow('read-only')
    await expect(
      db.read(async (tx) => [await tx.get(sumOf, {}), await tx.get(sumOf, {})], { oneStatement: true }),
    ).rejects.toThrow('one statement')
    expect(await numbers()).toContain(50)
  })

  it('retries a write that lost a deadlock', async () => {
    const [firstSignal, secondSignal] = [signal(), signal()]
    let runs = 0
    const writeInOrder = (
      ownRow: number,
      otherRow: number,
      reachedSignal: ReturnType<typeof signal>,
      awaitedSignal: ReturnType<typeof signal>,
    ) =>
      db.write(async (tx) => {
        runs += 1
        await tx.get(rowForWrite, { n: ownRow })
        reachedSignal.settle()
        await awaitedSignal.promise
        await tx.get(rowForWrite, { n: otherRow })
        await tx.run(setWord, { n: ownRow, word: `by ${ownRow}` })
      })
    await Promise.all([writeInOrder(1, 2, firstSignal, secondSignal), writeInOrder(2, 1, secondSignal, firstSignal)])
    expect(runs).toBeGreaterThan(2)
    expect(await Promise.all([1, 2].map((n) => db.read((tx) => tx.get(wordOf, { n }))))).toEqual([
      { word: 'by 1' },
      { word: 'by 2' },
    ])
  })

  it('retries a write after a serialization failure', async () => {
    let runs = 0
    await db.write(async (tx) => {
      runs += 1
      await run(tx, 'set transaction isolation level repeatable read')
      await tx.get(wordOf, { n: 1 })
      if (runs === 1) await db.write((otherTx) => otherTx.run(setWord, { n: 1, word: 'from outside' }))
      await tx.run(setWord, { n: 1, word: `run ${runs}` })
    })
    expect(runs).toBe(2)
    expect(await db.read((tx) => tx.get(wordOf, { n: 1 }))).toEqual({ word: 'run 2' })
  })

  it('answers reads while more writes than connections wait for one row', async () => {
    const [heldSignal, doneSignal] = [signal(), signal()]
    const holder = db.write(async (tx) => {
      await tx.get(rowForWrite, { n: 1 })
      heldSignal.settle()
      await doneSignal.promise
    })
    await heldSignal.promise
    const waitingWrites = Array.from({ length: 40 }, (_, index) =>
      db.write((tx) => tx.run(setWord, { n: 1, word: `${index}` })),
    )
    const reads = Array.from({ length: 40 }, () => db.read((tx) => tx.get(wordOf, { n: 2 })))
    expect(await Promise.all(reads)).toEqual(reads.map(() => ({ word: 'by 2' })))
    doneSignal.settle()
    await Promise.all([holder, ...waitingWrites])
  })

  it('is migrated once by servers that start together, in the schema that the URL names', async () => {
    const emptyName = `${name}_empty`
    await runAdminStatement(`create database ${emptyName}`)
    const client = new Client({ connectionString: buildPostgresUrl(emptyName) })
    await client.connect()
    await client.query('create schema studio')
    const inStudio = `${buildPostgresUrl(emptyName)}?options=-c%20search_path%3Dstudio`
    const startedDatabases = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        openApiDatabase(index % 2 ? inStudio : buildPostgresUrl(emptyName), systemClock, createSilentLog()),
      ),
    )
    await Promise.all(startedDatabases.map((one) => one.close()))
    for (const schema of ['public', 'studio'])
      expect((await client.query(`select name from ${schema}.migration order by name`)).rows).toEqual(
        migrations.map((one) => ({ name: one.name })),
      )
    await client.end()
  })

  it('compares every text column by bytes', async () => {
    const client = new Client({ connectionString: buildPostgresUrl(TEMPLATE_DATABASE) })
    await client.connect()
    const columns = await client.query(`
      select c.relname || '.' || a.attname as name, l.collname as collation
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_collation l on l.oid = a.attcollation
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`)
    await client.end()
    expect(columns.rows.length).toBeGreaterThan(50)
    expect(columns.rows.filter((row: { collation: string }) => row.collation !== 'C')).toEqual([])
  })

  it('continues after a change of the schema that a prepared statement uses', async () => {
    const all = define<{ below: number }, { n: number }>((builder, arg) =>
      builder.selectFrom('t').selectAll().where('n', '<', arg('below')),
    )
    const count = async (): Promise<number> => (await db.read((tx) => tx.all(all, { below: 3 }))).length
    expect(await Promise.all(Array.from({ length: 20 }, count))).toEqual(Array.from({ length: 20 }, () => 2))
    await db.write((tx) => run(tx, 'alter table t add column later text'))
    expect(await Promise.all(Array.from({ length: 20 }, count))).toEqual(Array.from({ length: 20 }, () => 2))
    expect(await db.write(async (tx) => (await tx.all(all, { below: 3 })).length)).toBe(2)
  })

  it('flushes earlier non-durable writes with the next durable one', async () => {
    const client = new Client({ connectionString: url })
    await client.connect()
    const queryValue = async (text: string): Promise<string> =>
      Object.values((await client.query(text)).rows[0] as Record<string, string>)[0] ?? ''
    const isFlushed = async (lsn: string): Promise<boolean> =>
      Boolean(await queryValue(`select pg_current_wal_flush_lsn() >= '${lsn}'`))
    // PostgreSQL flushes in the background every 200 ms, so most of these writes return before their flush.
    let earlyCount = 0
    for (let tries = 0; tries < 50; tries++) {
      await db.write((tx) => tx.run(setWord, { n: 1, word: `loose ${tries}` }), { durable: false })
      const lsn = await queryValue('select pg_current_wal_insert_lsn()')
      if (!(await isFlushed(lsn))) earlyCount += 1
      await db.write(() => Promise.resolve())
      expect(await isFlushed(lsn)).toBe(true)
    }
    expect(earlyCount).toBeGreaterThan(0)
    await client.end()
  })
})
