import type { Compilable, Kysely } from 'kysely'
import { describe, expect, it } from 'vitest'
import { getQueryBuilder } from '../../platform/sql/dialects.ts'
import { migrate, type Migration } from '../../platform/sql/migrate.ts'
import { openDatabase } from '../../platform/sql/open.ts'
import { readOwnVersion } from '../../platform/version.ts'
import { migrations } from '../../server/db/migrations/index.ts'
import { toCompilable, runSql } from '../support/database.ts'
import { createDataFolder } from '../support/server.ts'

const MIGRATED_AT = '2026-01-01T00:00:00.000Z'
const step = (name: string, ...texts: string[]): Migration => ({
  name,
  up: () => texts.map((text) => toCompilable(text)),
})
const one = step('0001_one', 'create table a (id integer)')
const secondMigration = step('0002_two', 'create table b (id integer)', 'insert into b values (1)')

describe('migrations', () => {
  it('run each once, in order', async () => {
    using folder = createDataFolder()
    const db = await openDatabase(`sqlite:${folder.databaseFile}`)
    await migrate(db, [one], MIGRATED_AT)
    await migrate(db, [one, secondMigration], MIGRATED_AT)
    await migrate(db, [one, secondMigration], MIGRATED_AT)
    await db.close()
    expect(await runSql(folder.databaseFile, 'select name from migration order by name')).toEqual([
      { name: '0001_one' },
      { name: '0002_two' },
    ])
    expect(await runSql(folder.databaseFile, 'select count(*) as n from b')).toEqual([{ n: 1 }])
  })

  it('change nothing when one fails', async () => {
    using folder = createDataFolder()
    const db = await openDatabase(`sqlite:${folder.databaseFile}`)
    await migrate(db, [one], MIGRATED_AT)
    await expect(
      migrate(
        db,
        [one, secondMigration, step('0003_bad', 'create table c (id integer)', 'create table c (id integer)')],
        MIGRATED_AT,
      ),
    ).rejects.toThrow('already exists')
    await db.close()
    const tables = await runSql<{ name: string }>(
      folder.databaseFile,
      "select name from sqlite_master where type = 'table' order by name",
    )
    expect(tables.map((table) => table.name)).toEqual(['a', 'migration', 'migration_rule'])
  })

  it('refuse a database of a newer Kitroom', async () => {
    using folder = createDataFolder()
    const db = await openDatabase(`sqlite:${folder.databaseFile}`)
    await migrate(db, [one, secondMigration], MIGRATED_AT)
    await expect(migrate(db, [one], MIGRATED_AT)).rejects.toThrow(
      `newer Kitroom (it has 0002_two). Start version ${readOwnVersion()} or a newer one`,
    )
    await db.close()
  })

  it('refuse steps whose version stored no rule', async () => {
    using folder = createDataFolder()
    const db = await openDatabase(`sqlite:${folder.databaseFile}`)
    await migrate(db, [one, secondMigration], MIGRATED_AT)
    await runSql(folder.databaseFile, 'delete from migration_rule')
    await expect(migrate(db, [one], MIGRATED_AT)).rejects.toThrow('newer Kitroom (it has 0002_two). Start that version')
    await db.close()
  })

  it('refuse a database that was made before their first step', async () => {
    using folder = createDataFolder()
    const db = await openDatabase(`sqlite:${folder.databaseFile}`)
    await migrate(db, [one, secondMigration], MIGRATED_AT)
    await expect(migrate(db, [step('0001_baseline', 'create table d (id integer)')], MIGRATED_AT)).rejects.toThrow(
      'This database was made before the release of Kitroom 0.1.0 (its last step is 0002_two).',
    )
    await db.close()
    expect(await runSql(folder.databaseFile, "select name from sqlite_master where name = 'd'")).toEqual([])
  })

  it('of the API have ordered names and the same statements for both databases', () => {
    const names = migrations.map((migration) => migration.name)
    expect(names).toEqual(names.toSorted())
    expect(new Set(names).size).toBe(names.length)
    const texts = (builder: Kysely<unknown>): string[] =>
      migrations.flatMap((migration) => migration.up(builder).map((query: Compilable) => query.compile().sql))
    const postgresTexts = texts(getQueryBuilder('postgres'))
    const isForBoth = (text: string): boolean => !text.startsWith('create index "gear_order_')
    expect(
      postgresTexts
        .filter(isForBoth)
        .map((text) => text.replaceAll(' text collate "C"', ' text').replaceAll(/\$\d+/g, '?')),
    ).toEqual(texts(getQueryBuilder('sqlite')).map((text) => text.replace(/ without rowid$/, '')))
    for (const text of postgresTexts) expect(text).not.toMatch(/ text(?! collate "C")/)
  })
})
