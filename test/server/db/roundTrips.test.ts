import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { createSilentLog } from '../../../platform/log.ts'
import type { Database } from '../../../platform/sql/types.ts'
import { buildApp, type App } from '../../../server/app.ts'
import { openApiDatabase } from '../../../server/db/open.ts'
import { createAccount } from '../../support/account.ts'
import { camera, createApi, type Api, type Reply } from '../../support/api.ts'
import { startCountingProxy, type CountingProxy } from '../../support/countingProxy.ts'
import { createSettings } from '../../support/settings.ts'
import { testSecretBox } from '../../support/secrets.ts'
import { createDataFolder, type DataFolder } from '../../support/server.ts'
import { databaseUrl, dropDatabase, newDatabaseUrl, onPostgres, postgresOnly } from '../../support/testDatabase.ts'

const MANY = 40
/** Lists that share a query. */
const LISTS = 16

describe.skipIf(!onPostgres)(`round trips to PostgreSQL${postgresOnly}`, () => {
  let folder: DataFolder
  let proxy: CountingProxy
  let db: Database
  let app: App
  let api: Api
  let settings: Api
  let holder: Client

  beforeAll(async () => {
    folder = createDataFolder(newDatabaseUrl())
    proxy = await startCountingProxy(await databaseUrl(folder.databaseFile))
    const log = createSilentLog()
    db = await openApiDatabase(proxy.url, systemClock, log)
    app = buildApp({ db, clock: systemClock, log, secrets: testSecretBox, auditReads: true, rateLimit: false })
    const [url, account] = [await app.listen('127.0.0.1', 0), await createAccount(folder.dataDir, 'Rounds')]
    api = createApi(url, account.api_key)
    settings = createSettings(url, account.owner_key)
    holder = new Client({ connectionString: folder.databaseFile })
    await holder.connect()
  })
  afterAll(async () => {
    await holder.end()
    await app.drain()
    await db.close()
    await proxy[Symbol.asyncDispose]()
    await dropDatabase(folder.databaseFile)
    folder[Symbol.dispose]()
  })

  /**
   * Sends one request, and the others while it waits for the account's row: they become one batch.
   * @returns the round trips of that batch
   */
  async function countBatch(send: readonly (() => Promise<Reply>)[], marker: string): Promise<number> {
    await holder.query('begin')
    await holder.query('select 1 from account_state for update')
    const first = api.post('/shoots', { title: 'First', shoot_date: '2026-05-01' })
    await expect.poll(() => app.metrics.writesUnderWay()).toBeGreaterThanOrEqual(1)
    const others = send.map((one) => one())
    await expect.poll(() => app.metrics.writesUnderWay()).toBeGreaterThanOrEqual(send.length + 1)
    proxy.reset()
    await holder.query('commit')
    const replies = await Promise.all([first, ...others])
    expect(replies.map(({ status }) => status).filter((status) => status >= 300)).toEqual([])
    const batches = proxy.transactions().filter(({ text }) => text.includes(marker))
    expect(batches, 'one batch has them all').toHaveLength(1)
    return batches[0]?.roundTrips ?? Infinity
  }

  const times = (send: (index: number) => Promise<Reply>): (() => Promise<Reply>)[] =>
    Array.from({ length: MANY }, (_, index) => () => send(index))
  const keyOf = (name: string): Record<string, string> => ({ 'idempotency-key': name })
  const itemsOf = (name: string) =>
    Promise.all(
      times((index) => api.post('/gear', camera({ model: name, asset_tag: `${name} ${index}` }))).map(async (send) =>
        (await send()).item(),
      ),
    )

  it(`${MANY} creations with keys, tags and warranties take at most 4`, async () => {
    const fields = (index: number) =>
      camera({ model: `Batch ${index}`, asset_tag: `Tag ${index}`, warranty_expires_on: '2031-01-01' })
    expect(
      await countBatch(
        times((index) => api.post('/gear', fields(index), keyOf(`create-${index}`))),
        'Batch 7',
      ),
    ).toBeLessThanOrEqual(4)
  })

  it(`${MANY} changes of names, tags and warranties take at most 4`, async () => {
    const items = await itemsOf('Old')
    const updates = (index: number) => ({
      model: `Renamed ${index}`,
      asset_tag: `New ${index}`,
      warranty_expires_on: '2031-02-01',
      status: 'retired',
    })
    const send = times((index) =>
      api.patch(`/gear/${items[index]?.id}`, { updates: updates(index) }, keyOf(`patch-${index}`)),
    )
    expect(await countBatch(send, 'Renamed 7')).toBeLessThanOrEqual(4)
  })

  it(`${MANY} deletions take at most 4`, async () => {
    const items = await itemsOf('Gone')
    expect(
      await countBatch(
        times((index) => api.delete(`/gear/${items[index]?.id}`)),
        'gear.deleted',
      ),
    ).toBeLessThanOrEqual(4)
  })

  it(`${MANY} maintenance records take at most 4, and so do their changes`, async () => {
    const { id } = await api.createItem()
    const body = (index: number) => ({
      item_type: 'camera',
      item_id: id,
      service_type: `Service ${index}`,
      service_date: '2026-05-01',
    })
    const records: string[] = []
    const create = times(async (index) => {
      const reply = await api.post('/maintenance', body(index))
      records.push(reply.item().id)
      return reply
    })
    expect(await countBatch(create, 'Service 7')).toBeLessThanOrEqual(4)
    const change = times((index) =>
      api.patch(`/maintenance/${records[index]}`, { updates: { notes: `Note ${index}` } }),
    )
    expect(await countBatch(change, 'Note 7')).toBeLessThanOrEqual(4)
  })

  const shootOf = (index: number) => ({ title: `Shoot ${index}`, shoot_date: '2026-06-01', shoot_time: '10:00' })
  const documentOf = (itemId: string) => (index: number) => ({
    type: 'insurance',
    gear_id: itemId,
    title: `Policy ${index}`,
    expires_on: '2031-03-01',
  })

  it.each([
    { noun: 'shoots', path: '/shoots', plane: () => api, body: () => shootOf },
    { noun: 'documents', path: '/documents', plane: () => settings, body: documentOf },
  ])(`${MANY} $noun take at most 4, and so do their changes and deletions`, async ({ noun, path, plane, body }) => {
    const records = plane()
    const newBody = body((await api.createItem()).id)
    const ids: string[] = []
    const create = times(async (index) => {
      const reply = await records.post(path, newBody(index), keyOf(`${noun}-${index}`))
      ids.push(reply.item().id)
      return reply
    })
    expect(await countBatch(create, newBody(7).title)).toBeLessThanOrEqual(4)
    const change = times((index) =>
      records.patch(
        `${path}/${ids[index]}`,
        { updates: { title: `Moved ${noun} ${index}` } },
        keyOf(`move-${noun}-${index}`),
      ),
    )
    expect(await countBatch(change, `Moved ${noun} 7`)).toBeLessThanOrEqual(4)
    const remove = times((index) => records.delete(`${path}/${ids[index]}`))
    expect(await countBatch(remove, noun === 'shoots' ? 'shoot.deleted' : 'document.deleted')).toBeLessThanOrEqual(4)
  })

  /** Round trips of requests sent together. Others, such as the audit's, are few. */
  async function countTogether(send: readonly (() => Promise<Reply>)[]): Promise<number> {
    await app.flushAudit()
    proxy.reset()
    const replies = await Promise.all(send.map((one) => one()))
    expect(replies.map(({ status }) => status).filter((status) => status !== 200)).toEqual([])
    return proxy.roundTrips()
  }

  it(`${MANY} cached reads share round trips, and so do uncached records and lists`, async () => {
    const items = await itemsOf('Read')
    const readOne = times((index) => api.get(`/gear/${items[index]?.id}`))
    const uncached = await countTogether(readOne)
    const cached = await countTogether(readOne)
    await api.get('/gear')
    await api.get('/gear')
    const lists = await countTogether(times(() => api.get('/gear')))
    // Opens the connections and prepares the statement on each.
    for (const limit of [7, 8]) await countTogether(times((index) => api.get(`/gear?limit=${limit}&offset=${index}`)))
    const pages = await countTogether(times((index) => api.get(`/gear?offset=${index}`)))
    console.log(
      `${MANY} requests together: ${uncached} round trips for records, ${cached} for cached ones, ${lists} for a cached list, ${pages} for different pages`,
    )
    expect(pages).toBeLessThan(MANY / 4 + Math.ceil(MANY / LISTS))
    expect(cached).toBeLessThan(MANY / 4)
    expect(lists).toBeLessThan(MANY / 4)
    expect(uncached).toBeLessThan(MANY / 2)
  })
})
