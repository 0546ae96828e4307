import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { migrations } from '../../../server/db/migrations/index.ts'
import { createAccount, createAccountByCommand } from '../../support/account.ts'
import { camera, createApi } from '../../support/api.ts'
import { runSql } from '../../support/database.ts'
import { checkInvariants } from '../../support/invariants.ts'
import { startServer, createDataFolder, type ChildServer } from '../../support/server.ts'
import { onPostgres, sqliteOnly } from '../../support/testDatabase.ts'
import { until } from '../../support/wait.ts'

describe('another process that writes the same database', () => {
  it('has its changes in the answer to the next request, despite caches', async () => {
    using folder = createDataFolder()
    await using firstServer = await startServer(folder.dataDir)
    await using secondServer = await startServer(folder.dataDir)
    const { api_key: key } = await createAccount(folder.dataDir, 'Both')
    const [firstApi, secondApi] = [createApi(firstServer.url, key), createApi(secondServer.url, key)]
    for (let count = 0; count < 30; count++) {
      const item = await (count % 2 === 0 ? firstApi : secondApi).createItem({ model: `${count}` })
      for (const api of [secondApi, firstApi, secondApi]) {
        const reply = await api.get('/gear?limit=1')
        expect({ id: reply.items()[0]?.id, total: reply.pagination().total }).toEqual({ id: item.id, total: count + 1 })
      }
      const { etag = '' } = (await firstApi.get('/gear')).headers
      await secondApi.patch(`/gear/${item.id}`, { updates: { notes: 'there' } })
      expect((await firstApi.get('/gear', { 'if-none-match': etag })).status).toBe(200)
      expect((await firstApi.get(`/gear/${item.id}`)).item()['notes']).toBe('there')
    }
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        (index % 2 ? firstApi : secondApi).createItem({ model: `at once ${index}` }),
      ),
    )
    expect((await firstApi.get('/gear')).pagination().total).toBe(70)
    await Promise.all([firstServer.stop(), secondServer.stop()])
    await checkInvariants(folder.databaseFile)
  })
})

const canLimit = process.platform === 'linux' && spawnSync('prlimit', ['--version']).status === 0
if (!canLimit) console.log('Skipped: a full disk needs Linux with prlimit.')

describe.skipIf(!canLimit || onPostgres)(`a full disk${sqliteOnly}`, () => {
  const limit = (server: ChildServer, bytes: string): void => {
    const prlimitRun = spawnSync('prlimit', ['--pid', String(server.pid), `--fsize=${bytes}:`])
    if (prlimitRun.status !== 0) throw new Error(prlimitRun.stderr.toString())
  }

  it('fails writes with 503, loses no acknowledged one, and allows writes again once there is space', async () => {
    using folder = createDataFolder()
    await using server = await startServer(folder.dataDir)
    const api = createApi(server.url, (await createAccount(folder.dataDir, 'Full')).api_key)
    const itemBefore = await api.createItem()
    limit(server, '300000')
    const madeIds: string[] = [itemBefore.id]
    const refusedCodes: string[] = []
    for (let round = 0; round < 20; round++) {
      const replies = await Promise.all(
        Array.from({ length: 10 }, () => api.post('/gear', camera({ notes: 'n'.repeat(2000) }))),
      )
      for (const reply of replies) {
        if (reply.status === 201) madeIds.push(reply.item().id)
        else refusedCodes.push(`${reply.status} ${reply.problem().code}`)
      }
    }
    expect(new Set(refusedCodes)).toEqual(new Set(['503 overloaded']))
    expect((await api.get(`/gear/${itemBefore.id}`)).item()).toEqual(itemBefore)
    expect((await api.get('/gear?limit=1')).pagination().total).toBe(madeIds.length)
    expect((await api.get('//healthz')).status).toBe(200)
    limit(server, 'unlimited')
    const replyAfter = await until('a write is accepted', async () => {
      const reply = await api.post('/gear', camera())
      return reply.status === 201 && reply
    })
    madeIds.push(replyAfter.item().id)
    await server.stop()
    const storedRows = await runSql<{ id: string }>(folder.databaseFile, 'select id from gear order by id')
    expect(storedRows.map((row) => row.id)).toEqual(madeIds.toSorted())
    await checkInvariants(folder.databaseFile)
  })
})

describe('a database that several processes open for the first time', () => {
  it('is created once', async () => {
    using folder = createDataFolder()
    const startedServers = await Promise.all(Array.from({ length: 3 }, () => startServer(folder.dataDir)))
    const accounts = await Promise.all(['A', 'B'].map((name) => createAccountByCommand(folder.dataDir, name)))
    expect(new Set(accounts.map((account) => account.account_id)).size).toBe(2)
    await Promise.all(startedServers.map((server) => server.stop()))
    expect(await runSql(folder.databaseFile, 'select name from migration order by name')).toEqual(
      migrations.map(({ name }) => ({ name })),
    )
  })
})
