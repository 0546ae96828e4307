import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { createSilentLog } from '../../platform/log.ts'
import { openApiDatabase } from '../../server/db/open.ts'
import { openState } from '../../state/database/open.ts'
import { runFile } from '../support/run.ts'
import { createDataFolder } from '../support/server.ts'
import { emptyDatabaseUrl, hasPostgres, withoutPostgres } from '../support/testDatabase.ts'

interface Compiled {
  name: string
  text: string
  names: readonly string[]
}
/** Prepares each text. @returns the error and the text of each refused one */
async function refusals(
  texts: readonly string[],
  prepare: (text: string, index: number) => unknown,
): Promise<string[]> {
  const refusedTexts: string[] = []
  for (const [index, text] of texts.entries()) {
    try {
      await prepare(text, index)
    } catch (error) {
      refusedTexts.push(`${(error as Error).message}: ${text}`)
    }
  }
  return refusedTexts
}

const open = {
  server: (url: string) => openApiDatabase(url, systemClock, createSilentLog()),
  state: (url: string) => openState(url, systemClock),
}

/** A new PostgreSQL database with the tables of a folder. */
async function createPostgres(folder: keyof typeof open): Promise<string> {
  const url = await emptyDatabaseUrl()
  const database = await open[folder](url)
  await database.close()
  return url
}

describe.each(['server', 'state'] as const)('every statement in %s/', (folder) => {
  let statements: readonly { sqlite: Compiled; postgres: Compiled }[]

  beforeAll(async () => {
    statements = JSON.parse(
      (await runFile('test/platform/statementsOf.ts', [folder], process.env)).out,
    ) as typeof statements
    if (statements.length < 30) throw new Error('the statements were not found')
  })

  it('can be prepared by SQLite', async () => {
    using data = createDataFolder()
    const database = await open[folder](`sqlite:${data.dataDir}/all.db`)
    await database.close()
    const db = new DatabaseSync(`${data.dataDir}/all.db`)
    const texts = statements.map(({ sqlite }) => sqlite.text)
    expect(await refusals(texts, (text) => db.prepare(text))).toEqual([])
    expect(await refusals(['select nothing from nowhere'], (text) => db.prepare(text))).toHaveLength(1)
    db.close()
  })

  it.skipIf(!hasPostgres)(`can be prepared by PostgreSQL${withoutPostgres}`, async () => {
    const client = new Client({ connectionString: await createPostgres(folder) })
    await client.connect()
    const texts = statements.map(({ postgres }) => postgres.text)
    const prepare = (text: string, index: number) => client.query(`prepare s${index} as ${text}`)
    expect(await refusals(texts, prepare)).toEqual([])
    expect(await refusals(['select nothing from nowhere'], (text) => prepare(text, texts.length))).toHaveLength(1)
    await client.end()
  })

  it('has the same arguments on both, and a name that depends on its text', () => {
    const names = new Map<string, string>()
    for (const { sqlite: one, postgres: two } of statements) {
      expect(two.names).toEqual(one.names)
      expect(two.name.length).toBeLessThan(64)
      expect(names.get(two.name) ?? two.text).toBe(two.text)
      names.set(two.name, two.text)
    }
  })
})
