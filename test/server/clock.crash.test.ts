import { describe, expect, it } from 'vitest'
import { createAccount } from '../support/account.ts'
import { createApi, type Api, type Item } from '../support/api.ts'
import { canInjectFaults, prepareFaults, noFaultsSuffix } from '../support/faults/faults.ts'
import { checkInvariants } from '../support/invariants.ts'
import { startServer, createDataFolder, type ChildServer } from '../support/server.ts'
import { createSettings } from '../support/settings.ts'
import { startReceiver } from '../support/webhooks.ts'
import { databaseUrl, dropDatabase, hasPostgres, newDatabaseUrl, withoutPostgres } from '../support/testDatabase.ts'
import { until } from '../support/wait.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Clocks of databases and records may differ so much from the real time. */
const PRECISION_MS = 2000

/**
 * How far a time that a server states is ahead of the real time. 0 between its request and its answer, however long
 * that takes.
 */
async function aheadMs(readTime: () => Promise<string>): Promise<number> {
  const fromMs = Date.now()
  const statedMs = Date.parse(await readTime())
  const toMs = Date.now()
  if (statedMs < fromMs - PRECISION_MS) return statedMs - fromMs
  return statedMs > toMs + PRECISION_MS ? statedMs - toMs : 0
}

const createdAt = async (api: Api, model?: string): Promise<string> =>
  (await api.createItem(model === undefined ? {} : { model })).created_at
/** Rounded to a hundredth, a quarter of an hour. */
const inDays = (ms: number): number => Math.round((ms / DAY_MS) * 100) / 100

/** Warnings and errors, except the one about the rate limits that the tests switch off. */
const alarms = (server: ChildServer): unknown[] =>
  server.log.filter((line) => Number(line['level']) >= 40 && !String(line['msg']).startsWith('rate limits are off'))

describe.skipIf(!canInjectFaults)(`a server whose machine has a wrong clock${noFaultsSuffix}`, () => {
  it('reports a jump of 200 days in log and metrics, and gives records the right time', async () => {
    using folder = createDataFolder()
    const faults = prepareFaults(folder.dataDir)
    // The machine has been up for a day: one that has just started may set its clock.
    faults.moveBootClock(DAY_MS)
    await using server = await startServer(folder.dataDir, { env: { ...faults.env, KITROOM_METRICS_PORT: '0' } })
    const api = createApi(server.url, (await createAccount(folder.dataDir, 'Clock')).api_key)
    const lines = (): unknown[] =>
      server.log
        .filter((line) => String(line['msg']).startsWith('the clock of this machine'))
        .map((line) => line['aheadHours'])
    const metricsUrl = String(server.log.find((line) => line['msg'] === 'metrics')?.['url'])
    const metric = async (): Promise<number> =>
      Number(/^kitroom_clock_ahead_seconds (.*)$/m.exec(await (await fetch(metricsUrl)).text())?.[1])
    expect({ aheadMs: await aheadMs(() => createdAt(api, 'Before')), metric: await metric() }).toEqual({
      aheadMs: 0,
      metric: 0,
    })
    faults.moveWallClock(200 * DAY_MS)
    expect(await aheadMs(() => createdAt(api, 'During'))).toBe(0)
    // A worker on this machine compares its clock with this header.
    expect(await aheadMs(async () => String((await api.get('/gear')).headers['date']))).toBe(0)
    expect(Math.round((await metric()) / 86_400)).toBe(200)
    await until('the jump is logged', () => lines().length === 1)
    expect(lines()).toEqual([200 * 24])
    faults.moveWallClock(0)
    expect(await aheadMs(() => createdAt(api, 'After'))).toBe(0)
    await until('the return is logged', () => lines().length === 2)
    expect(lines()).toEqual([200 * 24, undefined])
    expect(await metric()).toBe(0)
    await server.stop()
    await checkInvariants(folder.databaseFile)
  })

  it('follows the clock of a laptop that slept for a week, without an alarm', async () => {
    using folder = createDataFolder()
    const faults = prepareFaults(folder.dataDir)
    faults.moveBootClock(DAY_MS)
    await using server = await startServer(folder.dataDir, { env: faults.env })
    const api = createApi(server.url, (await createAccount(folder.dataDir, 'Laptop')).api_key)
    await api.createItem()
    faults.moveBootClock(8 * DAY_MS)
    faults.moveWallClock(7 * DAY_MS)
    expect(inDays(await aheadMs(() => createdAt(api)))).toBe(7)
    expect(alarms(server)).toEqual([])
    await server.stop()
  })

  it('starts after three months without an alarm, and logs that nothing is pruned by age yet', async () => {
    using folder = createDataFolder()
    const faults = prepareFaults(folder.dataDir)
    const account = await createAccount(folder.dataDir, 'Rested')
    {
      await using server = await startServer(folder.dataDir, { env: faults.env })
      await createApi(server.url, account.api_key).createItem()
    }
    faults.moveWallClock(90 * DAY_MS)
    await using server = await startServer(folder.dataDir, { env: faults.env })
    const api = createApi(server.url, account.api_key)
    expect(inDays(await aheadMs(() => createdAt(api)))).toBe(90)
    const notes = () => server.log.filter((line) => line['msg'] === 'nothing is pruned by age yet')
    await until('the log says that nothing is pruned', () => notes().length > 0)
    expect(notes().map((line) => [line['restedDays'], line['waitHours']])).toEqual([[90, 24]])
    expect(alarms(server)).toEqual([])
    await server.stop()
  })

  it.skipIf(!hasPostgres)(
    `follows PostgreSQL when its own clock is wrong, also from the start${withoutPostgres}`,
    async () => {
      const database = await databaseUrl(newDatabaseUrl())
      using folder = createDataFolder(database)
      const faults = prepareFaults(folder.dataDir)
      const account = await createAccount(folder.dataDir, 'Off')
      for (const ms of [200 * DAY_MS, HOUR_MS, -HOUR_MS]) {
        faults.moveWallClock(ms)
        await using server = await startServer(folder.dataDir, { env: faults.env })
        const api = createApi(server.url, account.api_key)
        expect(await aheadMs(() => createdAt(api))).toBe(0)
        const lines = server.log
          .filter((line) => String(line['msg']).startsWith('the clock of this machine'))
          .map((line) => line['aheadHours'])
        expect(lines).toEqual([ms / HOUR_MS])
      }
      await checkInvariants(database)
      await dropDatabase(database)
    },
  )

  it.skipIf(!hasPostgres)(
    `leaves a delivery to the server that sends it, though its own clock is 90 s ahead of that one’s${withoutPostgres}`,
    async () => {
      const database = await databaseUrl(newDatabaseUrl())
      using folder = createDataFolder(database)
      const faults = prepareFaults(folder.dataDir)
      faults.moveWallClock(90_000)
      const held = Promise.withResolvers<void>()
      await using receiver = await startReceiver(
        (_arrival, response) => void held.promise.then(() => response.writeHead(200).end()),
      )
      const env = {
        KITROOM_WEBHOOK_ALLOW: '127.0.0.0/8:*',
        KITROOM_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      }
      const account = await createAccount(folder.dataDir, 'Two')
      await using behind = await startServer(folder.dataDir, { env })
      const endpoint = { url: `${receiver.url}/`, events: ['gear.created'] }
      expect((await createSettings(behind.url, account.owner_key).post('/webhooks', endpoint)).status).toBe(201)
      const models = (): unknown[] =>
        receiver.arrivals
          .map(({ body }) => (JSON.parse(body) as { data: { record: Item } }).data.record.model)
          .toSorted()
      await createApi(behind.url, account.api_key).createItem({ model: 'First' })
      await until('the first has arrived', () => models().length === 1)
      expect(models()).toEqual(['First'])
      await using ahead = await startServer(folder.dataDir, { env: { ...faults.env, ...env } })
      await createApi(ahead.url, account.api_key).createItem({ model: 'Second' })
      await until('the second has arrived', () => models().length > 1)
      expect(models()).toEqual(['First', 'Second'])
      held.resolve()
      await Promise.all([behind.stop(), ahead.stop()])
      await checkInvariants(database)
      await dropDatabase(database)
    },
  )

  for (const ms of [HOUR_MS, -HOUR_MS])
    it(`refuses a key that was revoked while the clock was ${ms / HOUR_MS} h off, before and after`, async () => {
      using folder = createDataFolder()
      const faults = prepareFaults(folder.dataDir)
      const account = await createAccount(folder.dataDir, 'Keys')
      await using server = await startServer(folder.dataDir, { env: faults.env })
      const owner = createSettings(server.url, account.owner_key)
      const madeKeys = await Promise.all(
        [1, 2].map(async () => (await owner.post('/keys', { name: 'Robot', scopes: ['gear:read'] })).item()),
      )
      const status = (): Promise<number[]> =>
        Promise.all(madeKeys.map(async (key) => (await createApi(server.url, String(key['key'])).get('/gear')).status))
      expect(await status()).toEqual([200, 200])
      faults.moveWallClock(ms)
      await createApi(server.url, account.api_key).createItem()
      await owner.delete(`/keys/${madeKeys[0]?.id}`)
      await owner.post(`/keys/${madeKeys[1]?.id}/rotate`, { overlap_seconds: 0 })
      expect(await status()).toEqual([401, 401])
      for (const offsetMs of [0, -ms]) {
        faults.moveWallClock(offsetMs)
        expect(await status()).toEqual([401, 401])
      }
      await server.stop()
      await checkInvariants(folder.databaseFile)
    })
})
