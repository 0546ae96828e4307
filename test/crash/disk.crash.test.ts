import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { createAccount } from '../support/account.ts'
import { camera, createApi, type Api, type Reply } from '../support/api.ts'
import { runSql } from '../support/database.ts'
import { canInjectFaults, prepareFaults, noFaultsSuffix, type Faults } from '../support/faults/faults.ts'
import { minDelayMs, MAX_DELAY_MS } from '../support/faults/minDelay.ts'
import { checkInvariants } from '../support/invariants.ts'
import { startServer, createDataFolder, type ChildServer, type DataFolder } from '../support/server.ts'
import { HANG_GUARD_MS, pause, startTimer, until } from '../support/wait.ts'
import { waitUntilAudited } from '../support/audited.ts'

/** A write waits ten seconds for the lock. */
const MIN_LOCK_WAIT_MS = 9000
/** Enough rows for a check of the database to take longer than the event loop may be blocked. */
const FILLING_ROWS = 20_000

interface Studio extends AsyncDisposable {
  folder: DataFolder
  server: ChildServer
  api: Api
  faults: Faults
}

async function startStudio(): Promise<Studio> {
  const folder = createDataFolder()
  const faults = prepareFaults(folder.dataDir)
  const server = await startServer(folder.dataDir, { env: faults.env })
  const { api_key: key } = await createAccount(folder.dataDir, 'Disk')
  return {
    folder,
    server,
    api: createApi(server.url, key),
    faults,
    async [Symbol.asyncDispose]() {
      faults.failWrites(undefined)
      faults.failSyncs(undefined)
      await server.stop()
      folder[Symbol.dispose]()
    },
  }
}

/** Makes the database large, with stored responses. */
const fill = (folder: DataFolder): Promise<unknown> =>
  runSql(
    folder.databaseFile,
    `insert into idempotency (account_id, key, fingerprint, answer, at_ms)
     with recursive number(n) as (select 1 union all select n + 1 from number where n < ${FILLING_ROWS})
     select (select id from account), 'filling-' || n, '', hex(randomblob(2000)), ${Date.now()} from number`,
  )

const untilStatus = (status: number, send: () => Promise<Reply>): Promise<Reply> =>
  until(`the answer is ${status}`, async () => {
    const reply = await send()
    return reply.status === status ? reply : undefined
  })

const readyStatus = async (api: Api): Promise<number> => (await api.get('//readyz')).status
const count = async (folder: DataFolder, model: string): Promise<unknown> =>
  (await runSql(folder.databaseFile, 'select count(*) as n from gear where record like ?', `%${model}%`))[0]?.['n']

describe.skipIf(!canInjectFaults)(`a disk that is full${noFaultsSuffix}`, () => {
  it('fails writes and /readyz with 503, leaves reads, /healthz and the event loop fast, and recovers automatically', async () => {
    await using studio = await startStudio()
    const { api, faults, folder } = studio
    await fill(folder)
    const itemBefore = await api.createItem({ model: 'Before' })
    expect(await readyStatus(api)).toBe(200)
    const delayMs = await minDelayMs(faults, async () => {
      faults.failWrites('ENOSPC')
      const refusedReplies = await Promise.all([
        api.post('/gear', camera({ model: 'Full' })),
        api.delete(`/gear/${itemBefore.id}`),
      ])
      expect(refusedReplies.map((reply) => [reply.status, reply.problem().code])).toEqual([
        [503, 'overloaded'],
        [503, 'overloaded'],
      ])
      expect(refusedReplies[0]?.problem().detail).toBe(
        'The database takes no writes right now. Nothing was changed; try again in a moment.',
      )
      for (let round = 0; round < 20; round++) {
        const replies = await Promise.all([
          api.get(`/gear/${itemBefore.id}`),
          api.get('/gear?limit=1'),
          api.get('//healthz'),
          api.post('/gear', camera()),
        ])
        expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200, 503])
        await pause(50, 'the disk fails for a while')
      }
      await expect.poll(() => readyStatus(api)).toBe(503)
      faults.failWrites(undefined)
      await untilStatus(201, () => api.post('/gear', camera({ model: 'After' })))
      await expect.poll(() => readyStatus(api)).toBe(200)
    })
    expect(faults.failedWrites()).toBeGreaterThan(0)
    expect(delayMs).toBeLessThanOrEqual(MAX_DELAY_MS)
    expect(await count(folder, 'Full')).toBe(0)
    // One log line per outage, however many writes fail.
    expect(
      studio.server.log.filter((line) => String(line['msg']).startsWith('the database failed')).length,
    ).toBeLessThanOrEqual(3)
    await studio.server.stop()
    await checkInvariants(folder.databaseFile)
  })
})

describe.skipIf(!canInjectFaults)(`a disk that fails${noFaultsSuffix}`, () => {
  it('is checked off the event loop after a failed write, and the server recovers automatically', async () => {
    await using studio = await startStudio()
    const { api, faults, folder } = studio
    await fill(folder)
    const itemBefore = await api.createItem({ model: 'Before' })
    const delayMs = await minDelayMs(faults, async () => {
      faults.failWrites('EIO')
      expect((await api.post('/gear', camera({ model: 'Failed' }))).status).toBe(503)
      faults.failWrites(undefined)
      const reads = untilStatus(201, () => api.post('/gear', camera({ model: 'After' })))
      for (let round = 0; round < 20; round++)
        expect((await api.get(`/gear/${itemBefore.id}`)).item()).toEqual(itemBefore)
      await reads
    })
    expect(delayMs).toBeLessThanOrEqual(MAX_DELAY_MS)
    await studio.server.stop()
    await checkInvariants(folder.databaseFile)
  })

  it('reports an unconfirmed commit after a failed fsync, and a repeat with the Idempotency-Key makes one item', async () => {
    await using studio = await startStudio()
    const { api, faults, folder } = studio
    await api.createItem({ model: 'Before' })
    await waitUntilAudited(api, folder.databaseFile)
    const send = (): Promise<Reply> =>
      api.post('/gear', camera({ model: 'Unconfirmed' }), { 'idempotency-key': 'unconfirmed' })
    faults.failSyncs('EIO')
    const reply = await send()
    expect(reply).toBeProblem(503, 'overloaded')
    expect(reply.headers['retry-after']).toBe('2')
    expect(reply.problem().detail).toMatch(/may have been made or not.*same Idempotency-Key/)
    // Writes that arrive later are refused before their transaction begins.
    expect((await api.post('/gear', camera({ model: 'Behind' }))).problem().detail).toMatch(/Nothing was changed/)
    expect(await readyStatus(api)).toBe(503)
    const failedBefore = faults.failedSyncs()
    await until('the server tries the disk again', async () => {
      expect(await readyStatus(api)).toBe(503)
      return faults.failedSyncs() > failedBefore + 1
    })
    faults.failSyncs(undefined)
    const repeatReply = await untilStatus(201, send)
    expect(repeatReply.item()['model']).toBe('Unconfirmed')
    expect(await count(folder, 'Unconfirmed')).toBe(1)
    expect(await count(folder, 'Behind')).toBe(0)
    await expect.poll(() => readyStatus(api)).toBe(200)
    await studio.server.stop()
    await checkInvariants(folder.databaseFile)
  })

  for (const moment of ['at once', 'after the disk works again'] as const) {
    it(`loses no acknowledged write when it is killed ${moment} after a failed fsync, and the repeat makes one item`, async () => {
      await using studio = await startStudio()
      const { api, faults, folder } = studio
      const acknowledgedItems = [
        await api.createItem({ model: 'Acknowledged' }),
        await api.createItem({ model: 'Acknowledged' }),
      ]
      await waitUntilAudited(api, folder.databaseFile)
      const key = { 'idempotency-key': 'killed' }
      faults.failSyncs('EIO')
      expect((await api.post('/gear', camera({ model: 'Killed' }), key)).problem().detail).toMatch(
        /may have been made or not/,
      )
      if (moment === 'after the disk works again') {
        faults.failSyncs(undefined)
        acknowledgedItems.push(
          (await untilStatus(201, () => api.post('/gear', camera({ model: 'Acknowledged' })))).item(),
        )
      }
      await studio.server.kill()
      await using nextServer = await startServer(folder.dataDir)
      const nextApi = createApi(nextServer.url, api.key)
      for (const item of acknowledgedItems) expect((await nextApi.get(`/gear/${item.id}`)).item()).toEqual(item)
      expect((await nextApi.post('/gear', camera({ model: 'Killed' }), key)).status).toBe(201)
      expect(await count(folder, 'Killed')).toBe(1)
      await nextServer.stop()
      await checkInvariants(folder.databaseFile)
    })
  }
})

describe.skipIf(!canInjectFaults)(`a file system that has become read-only${noFaultsSuffix}`, () => {
  it('fails writes and /readyz with 503, leaves reads and the event loop fast, and recovers automatically', async () => {
    await using studio = await startStudio()
    const { api, faults, folder } = studio
    await fill(folder)
    const itemBefore = await api.createItem({ model: 'Before' })
    expect(await readyStatus(api)).toBe(200)
    const delayMs = await minDelayMs(faults, async () => {
      faults.failWrites('EROFS')
      expect((await api.post('/gear', camera({ model: 'Refused' }))).status).toBe(503)
      for (let round = 0; round < 20; round++) {
        const replies = await Promise.all([
          api.get(`/gear/${itemBefore.id}`),
          api.get(`/gear?limit=1&offset=${round}`),
          api.get('//healthz'),
          api.patch(`/gear/${itemBefore.id}`, { updates: { notes: 'Refused' } }),
        ])
        expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200, 503])
        await pause(50, 'the disk fails for a while')
      }
      await expect.poll(() => readyStatus(api)).toBe(503)
      faults.failWrites(undefined)
      await untilStatus(201, () => api.post('/gear', camera({ model: 'After' })))
      await expect.poll(() => readyStatus(api)).toBe(200)
    })
    expect(faults.failedWrites()).toBeGreaterThan(0)
    expect(delayMs).toBeLessThanOrEqual(MAX_DELAY_MS)
    expect((await api.get(`/gear/${itemBefore.id}`)).item()).toEqual(itemBefore)
    expect(await count(folder, 'Refused')).toBe(0)
    await studio.server.stop()
    await checkInvariants(folder.databaseFile)
  })
})

describe.skipIf(!canInjectFaults)(`a database lock of another process${noFaultsSuffix}`, () => {
  it('delays writes, which fail while it lasts, but neither reads nor the event loop', async () => {
    await using studio = await startStudio()
    const { api, faults, folder } = studio
    const itemBefore = await api.createItem({ model: 'Before' })
    const otherConnection = new DatabaseSync(folder.databaseFile)
    // The server may write audit rows at the moment in which the lock is taken.
    otherConnection.exec(`PRAGMA busy_timeout = ${HANG_GUARD_MS}`)
    const delayMs = await minDelayMs(faults, async () => {
      otherConnection.exec('BEGIN IMMEDIATE')
      const waitingWrite = api.post('/gear', camera({ model: 'Waits' }))
      for (let round = 0; round < 20; round++) {
        const replies = await Promise.all([
          api.get(`/gear/${itemBefore.id}`),
          api.get('/gear?limit=1'),
          api.get('//healthz'),
        ])
        expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200])
        await pause(25, 'the lock is held for a while')
      }
      await expect.poll(() => readyStatus(api)).toBe(503)
      otherConnection.exec('COMMIT')
      expect((await waitingWrite).status).toBe(201)
      await expect.poll(() => readyStatus(api)).toBe(200)
    })
    expect(delayMs).toBeLessThanOrEqual(MAX_DELAY_MS)
    otherConnection.exec('BEGIN IMMEDIATE')
    const isOver = startTimer(MIN_LOCK_WAIT_MS)
    const refusedReply = await api.post('/gear', camera({ model: 'Refused' }))
    expect(refusedReply).toHaveStatus(503)
    expect(refusedReply.problem().detail).toBe(
      'The database takes no writes right now. Nothing was changed; try again in a moment.',
    )
    expect(isOver(), 'not before its time').toBe(true)
    // The server stops while the lock is held.
    process.kill(studio.server.pid, 'SIGTERM')
    await studio.server.exited
    otherConnection.exec('COMMIT')
    otherConnection.close()
    expect(await count(folder, 'Refused')).toBe(0)
    await checkInvariants(folder.databaseFile)
  })
})
