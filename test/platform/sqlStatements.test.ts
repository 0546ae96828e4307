import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { silentLog } from '../../platform/log.ts'
import { openApiDatabase } from '../../server/db/open.ts'
import { runFile } from '../support/run.ts'
import { tempFolder } from '../support/server.ts'
import { hasPostgres, postgresUrl, TEMPLATE, withoutPostgres } from '../support/testDatabase.ts'

interface Compiled {
  name: string
  text: string
  names: readonly string[]
}
let statements: readonly { sqlite: Compiled; postgres: Compiled }[]

/** Prepares each text. @returns the error and the text of each refused one */
async function refusals(texts: readonly string[], prepare: (text: string, index: number) => unknown): Promise<string[]> {
  const refused: string[] = []
  for (const [index, text] of texts.entries()) {
    try {
      await prepare(text, index)
    } catch (error) {
      refused.push(`${(error as Error).message}: ${text}`)
    }
  }
  return refused
}

describe('every statement that the server defines', () => {
  beforeAll(async () => {
    statements = JSON.parse((await runFile('test/platform/serverStatements.ts', [], process.env)).out) as typeof statements
    if (statements.length < 30) throw new Error('the statements were not found')
  })

  it('can be prepared by SQLite', async () => {
    using folder = tempFolder()
    const made = await openApiDatabase(`sqlite:${folder.dataDir}/all.db`, systemClock, silentLog())
    await made.close()
    const db = new DatabaseSync(`${folder.dataDir}/all.db`)
    const texts = statements.map(({ sqlite }) => sqlite.text)
    expect(await refusals(texts, (text) => db.prepare(text))).toEqual([])
    expect(await refusals(['select nothing from nowhere'], (text) => db.prepare(text))).toHaveLength(1)
    db.close()
  })

  it.skipIf(!hasPostgres)(`can be prepared by PostgreSQL${withoutPostgres}`, async () => {
    const client = new Client({ connectionString: postgresUrl(TEMPLATE) })
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
