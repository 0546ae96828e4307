import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { SqliteDatabase } from '../../platform/sql/sqliteDatabase.ts'
import { WritesStopped, type DatabaseOptions, type Tx } from '../../platform/sql/types.ts'
import { toCompilable } from '../support/database.ts'
import { CHECK_LOG } from '../support/checkNumbers.ts'
import { createDataFolder } from '../support/server.ts'
import { until } from '../support/wait.ts'

const run = (tx: Tx, text: string): Promise<Record<string, unknown>[]> => tx.query(toCompilable(text))
const add = (n: number) => (tx: Tx) => run(tx, `insert into t values (${n}, zeroblob(3000))`)

async function open(options: DatabaseOptions = {}) {
  const folder = createDataFolder()
  const db = new SqliteDatabase(folder.databaseFile, options)
  await db.write(async (tx) => {
    await run(tx, 'create table parent (id integer primary key)')
    await run(tx, 'create table t (n integer primary key, filling blob)')
    await run(tx, 'create table child (parent integer references parent (id) deferrable initially deferred)')
  })
  return {
    db,
    file: folder.databaseFile,
    numbers: () => db.read(async (tx) => (await run(tx, 'select n from t order by n')).map((row) => row['n'])),
    async [Symbol.asyncDispose]() {
      await db.close()
      folder[Symbol.dispose]()
    },
  }
}

/** The rows that the check of `test/support/checkNumbers.ts` has read, and a switch to make it fail. */
function checkLog() {
  const folder = createDataFolder()
  const file = `${folder.dataDir}/checks`
  process.env[CHECK_LOG] = file
  return {
    module: new URL('../support/checkNumbers.ts', import.meta.url),
    checks: () =>
      (existsSync(file) ? readFileSync(file, 'utf8') : '')
        .trim()
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as unknown),
    trust(isTrusted: boolean) {
      if (isTrusted && existsSync(`${file}.wrong`)) rmSync(`${file}.wrong`)
      if (!isTrusted) writeFileSync(`${file}.wrong`, '')
    },
    [Symbol.dispose]() {
      delete process.env[CHECK_LOG]
      folder[Symbol.dispose]()
    },
  }
}

const outcome = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'done',
    (error: Error) => error.name,
  )

/** Retries a write until it is accepted. @returns the number of tries */
async function retryUntilAccepted(write: () => Promise<unknown>): Promise<number> {
  let tries = 0
  await until('writes are accepted again', async () => {
    tries += 1
    return (await outcome(write())) === 'done'
  })
  return tries
}

describe('the write queue', () => {
  it('runs jobs one after another in the order of arrival', async () => {
    await using opened = await open()
    const seenSteps: string[] = []
    const job = (name: number) => async (tx: Tx) => {
      seenSteps.push(`begin ${name}`)
      await add(name)(tx)
      seenSteps.push(`end ${name}`)
    }
    await Promise.all(Array.from({ length: 200 }, (_, index) => opened.db.write(job(index))))
    expect(seenSteps).toEqual(Array.from({ length: 200 }, (_, index) => [`begin ${index}`, `end ${index}`]).flat())
    expect(await opened.numbers()).toHaveLength(200)
  })

  it('rolls back a job that throws, and no other', async () => {
    await using opened = await open()
    const jobs = [1, 2, 3, 4].map((n) =>
      opened.db.write(async (tx) => {
        await add(n)(tx)
        if (n % 2 === 0) throw new TypeError('not this one')
        return n
      }),
    )
    expect(await Promise.all(jobs.map(outcome))).toEqual(['done', 'TypeError', 'done', 'TypeError'])
    expect(await outcome(opened.db.write(add(1)))).toBe('Error')
    expect(await opened.numbers()).toEqual([1, 3])
  })

  it('gives each read one snapshot', async () => {
    await using opened = await open()
    await opened.db.write(add(1))
    const counts = await opened.db.read(async (tx) => {
      const countBefore = await run(tx, 'select count(*) as n from t')
      await opened.db.write(add(2))
      return [countBefore, await run(tx, 'select count(*) as n from t')]
    })
    expect(counts).toEqual([[{ n: 1 }], [{ n: 1 }]])
    expect(await opened.numbers()).toEqual([1, 2])
    await expect(opened.db.read(add(3))).rejects.toThrow('readonly')
    expect(await opened.numbers()).toEqual([1, 2])
  })

  it('finishes waiting jobs before it closes, and refuses later ones', async () => {
    await using opened = await open()
    const waitingWrites = Array.from({ length: 150 }, (_, index) => outcome(opened.db.write(add(index))))
    const closing = opened.db.close()
    expect(await outcome(opened.db.write(add(999)))).toBe('WritesStopped')
    await closing
    expect(new Set(await Promise.all(waitingWrites))).toEqual(new Set(['done']))
    const reopened = new SqliteDatabase(opened.file)
    expect(await reopened.read((tx) => run(tx, 'select count(*) as n from t'))).toEqual([{ n: 150 }])
    await reopened.close()
  })
})

describe('a non-durable write', () => {
  it('is visible immediately, and is flushed by the next durable write, even by an empty one', async () => {
    await using opened = await open()
    const walBytes = (): number => statSync(`${opened.file}-wal`).size
    const writeNothing = (): Promise<void> => opened.db.write(() => Promise.resolve())
    await opened.db.write(add(1), { durable: false })
    expect(await opened.numbers()).toEqual([1])
    const bytesBefore = walBytes()
    await writeNothing()
    const bytesAfter = walBytes()
    expect(bytesAfter).toBeGreaterThan(bytesBefore)
    await writeNothing()
    expect(walBytes()).toBe(bytesAfter)
    expect(await opened.numbers()).toEqual([1])
  })
})

describe('a commit that fails', () => {
  it('rejects its whole batch, and the database is checked before the next write', async () => {
    const stopErrors: unknown[] = []
    using checks = checkLog()
    await using opened = await open({
      onStopped: (error: unknown) => void stopErrors.push(error),
      check: checks.module,
    })
    await opened.db.write(add(1))
    // The foreign key is checked only at COMMIT.
    const batch = [
      opened.db.write(add(2)),
      opened.db.write((tx) => run(tx, 'insert into child values (7)')),
      opened.db.write(add(3)),
    ]
    expect(await Promise.all(batch.map(outcome))).toEqual(['WritesStopped', 'WritesStopped', 'WritesStopped'])
    expect(stopErrors).toHaveLength(1)
    await retryUntilAccepted(() => opened.db.write(add(4)))
    expect(checks.checks()).toEqual([[{ n: 1 }]])
    expect(await opened.numbers()).toEqual([1, 4])
  })

  it('changes the number by which caches are invalidated', async () => {
    await using opened = await open()
    const commitsBefore = opened.db.foreignCommits()
    await outcome(opened.db.write((tx) => run(tx, 'insert into child values (7)')))
    await retryUntilAccepted(() => opened.db.write(add(1)))
    expect(opened.db.foreignCommits()).not.toBe(commitsBefore)
  })

  it('stops writes while the check fails, and reads continue', async () => {
    using checks = checkLog()
    checks.trust(false)
    await using opened = await open({ check: checks.module })
    await opened.db.write(add(1))
    await outcome(opened.db.write((tx) => run(tx, 'insert into child values (7)')))
    for (let failedChecks = 1; failedChecks <= 2; failedChecks++) {
      await until(`check ${failedChecks} fails`, () => checks.checks().length >= failedChecks)
      expect(await outcome(opened.db.write(add(2)))).toBe('WritesStopped')
      expect({ numbers: await opened.numbers(), foreignCommits: opened.db.foreignCommits() }).toEqual({
        numbers: [1],
        foreignCommits: undefined,
      })
    }
    checks.trust(true)
    expect(await retryUntilAccepted(() => opened.db.write(add(2)))).toBeGreaterThan(1)
    expect(await opened.numbers()).toEqual([1, 2])
  })

  it('does not prevent closing', async () => {
    using checks = checkLog()
    checks.trust(false)
    await using opened = await open({ check: checks.module })
    await outcome(opened.db.write((tx) => run(tx, 'insert into child values (7)')))
    expect(await outcome(opened.db.close())).toBe('done')
    expect(await outcome(opened.db.write(add(1)))).toBe('WritesStopped')
    await using otherDatabase = await open()
    expect(await otherDatabase.numbers()).toEqual([])
  })
})

describe('a full disk', () => {
  it('rejects the whole batch like a failed commit', async () => {
    await using opened = await open()
    await opened.db.write(add(1))
    await opened.db.write((tx) => run(tx, 'PRAGMA max_page_count = 10'))
    const batch = Array.from({ length: 20 }, (_, index) => outcome(opened.db.write(add(index + 2))))
    expect(new Set(await Promise.all(batch))).toEqual(new Set(['WritesStopped']))
    expect(await opened.numbers()).toEqual([1])
    // The new connection has no page limit.
    await retryUntilAccepted(() => opened.db.write(add(50)))
    expect(await opened.numbers()).toEqual([1, 50])
  })
})

describe('the number of foreign commits', () => {
  it('changes with commits of other connections, and not with our own', async () => {
    await using opened = await open()
    const otherConnection = new SqliteDatabase(opened.file)
    try {
      for (let n = 1; n <= 20; n++) {
        await opened.db.write(add(n))
        const commitsBefore = opened.db.foreignCommits()
        await opened.db.write(add(300 + n))
        await opened.db.read((tx) => run(tx, 'select 1'))
        expect(opened.db.foreignCommits()).toBe(commitsBefore)
        await otherConnection.write(add(100 + n))
        if (n % 3 === 0) await opened.db.write(add(200 + n))
        expect(opened.db.foreignCommits()).not.toBe(commitsBefore)
      }
    } finally {
      await otherConnection.close()
    }
  })
})

describe('a read in progress', () => {
  it('does not count commits of others that its snapshot does not show', async () => {
    await using opened = await open()
    const otherConnection = new SqliteDatabase(opened.file)
    try {
      const commitsBefore = opened.db.foreignCommits()
      const [readInside, shared, shown] = await opened.db.read(async (tx) => {
        await run(tx, 'select n from t')
        await otherConnection.write(add(1))
        const joinedRead = await opened.db.read(
          async (sameTx) => [opened.db.foreignCommits(), await run(sameTx, 'select n from t')] as const,
        )
        return [opened.db.foreignCommits(), ...joinedRead] as const
      })
      expect({ readInside, shared, shown }).toEqual({ readInside: commitsBefore, shared: commitsBefore, shown: [] })
      expect(opened.db.foreignCommits()).not.toBe(commitsBefore)
      expect(await opened.numbers()).toEqual([1])
    } finally {
      await otherConnection.close()
    }
  })
})

it('WritesStopped keeps its cause for the log', () => {
  expect(new WritesStopped('x', { cause: 1 })).toMatchObject({ name: 'WritesStopped', cause: 1 })
})
