import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccount, type TestAccount } from '../support/account.ts'
import { createApi } from '../support/api.ts'
import { checkInvariants } from '../support/invariants.ts'
import { startServer, createDataFolder, type DataFolder } from '../support/server.ts'
import { runAdminStatement, hasPostgres, newDatabaseUrl, withoutPostgres } from '../support/testDatabase.ts'
import { contentOf, operate, operateJson } from '../server/operator/support.ts'

let folder: DataFolder
let account: TestAccount
const pathIn = (...names: string[]): string => join(folder.dataDir, ...names)

const nameOf = (url: string): string => url.slice(url.lastIndexOf('/') + 1)

/** Text that databases and formats escape in different ways. */
const ODD_TEXT = 'Ä "quoted" \\ back\tslash\n日本 💡 %_ 0123 true null'

beforeAll(async () => {
  folder = createDataFolder()
  account = await createAccount(folder.dataDir, 'Alice')
  await using server = await startServer(folder.dataDir)
  const api = createApi(server.url, account.api_key)
  for (let index = 0; index < 450; index++)
    await api.createItem({
      model: `Mark ${index % 90}`,
      asset_tag: `M-${index}`,
      notes: ODD_TEXT,
      purchase_price: index / 100,
      warranty_expires_on: '2030-01-01',
    })
})
afterAll(() => folder[Symbol.dispose]())

describe.skipIf(!hasPostgres)(`a move between databases${withoutPostgres}`, () => {
  it('from SQLite to PostgreSQL and back keeps every row, and the server runs on each', async () => {
    const url = newDatabaseUrl()
    await runAdminStatement(`create database ${nameOf(url)}`)
    try {
      const env = { KITROOM_DATABASE_URL: url }
      await operateJson(folder.dataDir, ['backup', '--out', pathIn('one')])
      const movedRestore = await operateJson(pathIn('elsewhere'), ['restore', '--from', pathIn('one')], env)
      expect(movedRestore).toMatchObject({
        counters: null,
        accounts: [{ account_id: account.account_id, audit: { fault: null } }],
      })
      expect(readdirSync(pathIn('elsewhere'))).toEqual(['database.json'])
      await operateJson(pathIn('elsewhere'), ['backup', '--out', pathIn('two')], env)
      expect(contentOf(pathIn('two'))).toEqual(contentOf(pathIn('one')))
      {
        await using server = await startServer(pathIn('elsewhere'), { env })
        const api = createApi(server.url, account.api_key)
        expect((await api.get('/gear?limit=1')).pagination().total).toBe(450)
        expect((await api.get('/gear?asset_tag=m-7')).items()[0]).toMatchObject({
          notes: ODD_TEXT,
          purchase_price: 0.07,
        })
        await api.createItem({ model: 'Made on PostgreSQL' })
        // The backup is one snapshot while several clients write.
        const stop = new AbortController()
        const load = Array.from({ length: 6 }, async () => {
          while (!stop.signal.aborted) await api.createItem({ model: 'Busy', warranty_expires_on: '2031-01-01' })
        })
        await operateJson(pathIn('elsewhere'), ['backup', '--out', pathIn('three')], env)
        stop.abort()
        await Promise.all(load)
      }
      await operateJson(pathIn('home'), ['restore', '--from', pathIn('three')])
      await operateJson(pathIn('home'), ['backup', '--out', pathIn('four')])
      expect(contentOf(pathIn('four'))).toEqual(contentOf(pathIn('three')))
      await checkInvariants(pathIn('home', 'kitroom.db'))
    } finally {
      await runAdminStatement(`drop database ${nameOf(url)} with (force)`)
    }
  })

  it('never overwrites a PostgreSQL database that has an account, but restores into one that has only empty tables', async () => {
    const url = newDatabaseUrl()
    await runAdminStatement(`create database ${nameOf(url)}`)
    try {
      const env = { KITROOM_DATABASE_URL: url }
      mkdirSync(pathIn('tables'))
      const server = await startServer(pathIn('tables'), { env })
      await server.stop()
      await operateJson(folder.dataDir, ['backup', '--out', pathIn('five')])
      await operateJson(pathIn('there'), ['restore', '--from', pathIn('five')], env)
      const refusedRun = await operate(
        pathIn('there'),
        ['restore', '--from', pathIn('five'), '--replace', '--yes'],
        env,
      )
      expect(refusedRun.code).toBe(1)
      expect(refusedRun.err).toContain(
        'The database that KITROOM_DATABASE_URL names has accounts and is not overwritten.',
      )
      await operateJson(pathIn('there'), ['backup', '--out', pathIn('six')], env)
      expect(contentOf(pathIn('six'))).toEqual(contentOf(pathIn('five')))
    } finally {
      await runAdminStatement(`drop database ${nameOf(url)} with (force)`)
    }
  })
})
