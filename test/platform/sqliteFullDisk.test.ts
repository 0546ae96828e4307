import { rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SqliteDatabase } from '../../platform/sql/sqliteDatabase.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { toCompilable } from '../support/database.ts'
import { fillDisk } from '../support/fillDisk.ts'
import { canMountDisks, openSmallDisk } from '../support/smallDisk.ts'
import { until } from '../support/wait.ts'

const SIZE_MB = 40
const MIB = 1024 * 1024
const isMountable = canMountDisks()
const notRun = isMountable ? '' : ' (NOT RUN: a disk of its own cannot be mounted by this user)'

const run = (tx: Tx, text: string): Promise<Record<string, unknown>[]> => tx.query(toCompilable(text))
const add =
  (count: number) =>
  async (tx: Tx): Promise<void> => {
    for (let row = 0; row < count; row++) await run(tx, `insert into sheet (content) values (zeroblob(${MIB}))`)
  }

const outcome = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'done',
    (error: Error) => error.name,
  )

async function open() {
  const disk = openSmallDisk(SIZE_MB)
  const file = join(disk.folder, 'worker.db')
  const failures: unknown[] = []
  const db = new SqliteDatabase(file, { onStopped: (error) => void failures.push(error) })
  await db.write((tx) => run(tx, 'create table sheet (content blob)'))
  await db.write(add(2))
  return {
    ...disk,
    db,
    file,
    failures,
    freeMb: () => {
      const { bavail, bsize } = statfsSync(disk.folder)
      return (bavail * bsize) / MIB
    },
    writes: () =>
      until(
        'the database takes a write',
        async () => (await outcome(db.write((tx) => run(tx, 'pragma user_version = 7')))) === 'done',
      ),
    async [Symbol.asyncDispose]() {
      await db.close()
      disk[Symbol.dispose]()
    },
  }
}

describe.skipIf(!isMountable)(`a disk that a write has filled${notRun}`, () => {
  it('gets the room back that the write had taken', async () => {
    await using opened = await open()
    const freeMb = opened.freeMb()
    expect(await outcome(opened.db.write(add(2 * SIZE_MB)))).toBe('WritesStopped')
    await opened.writes()
    expect(opened.freeMb()).toBeGreaterThan(freeMb - 1)
    expect(await outcome(opened.db.write(add(3)))).toBe('done')
  })

  it('takes writes again when another file makes room, without a check of the whole file', async () => {
    await using opened = await open()
    const filler = join(opened.folder, 'filler')
    fillDisk(filler)
    expect(await outcome(opened.db.write(add(4)))).toBe('WritesStopped')
    for (let round = 0; round < 3; round++) {
      fillDisk(filler)
      expect(await outcome(opened.db.write(add(1)))).toBe('WritesStopped')
    }
    rmSync(filler)
    await opened.writes()
    expect(await outcome(opened.db.write(add(4)))).toBe('done')
    expect(opened.failures).toHaveLength(1)
    const [row] = await opened.db.read((tx) => run(tx, 'select count(*) as n from sheet'))
    expect(row).toEqual({ n: 6 })
  })
})
