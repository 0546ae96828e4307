import { expect, it } from 'vitest'
import { openHousekeeper } from '../../../support/housekeeping.ts'
import { useServer } from '../../../support/suite.ts'
import { openDispatcher, startReceiver } from '../../../support/webhooks.ts'
import { createSettings } from '../../../support/settings.ts'

const suite = useServer({ fakeClock: true })
const DAY_MS = 24 * 60 * 60 * 1000

const storedSeqs = async (): Promise<number[]> =>
  (await suite.sql<{ seq: number }>('select seq from event order by seq')).map((row) => row.seq)

async function prune(): Promise<number | undefined> {
  await using housekeeper = await openHousekeeper(suite.folder.databaseFile, suite.clock)
  // A second run within the same minute would be skipped.
  suite.clock.move(60_000)
  return (await housekeeper.housekeeping.run('events')).counts?.['events']
}

it('events are deleted after 90 days, but not before they are sent', async () => {
  await using receiver = await startReceiver()
  await using server = await openDispatcher(suite.folder.databaseFile, {
    account: suite.aliceAccount.account_id,
    clock: suite.clock,
  })
  for (let index = 0; index < 300; index++) await suite.alice.createItem()
  const { id } = await server.endpoint({ url: receiver.url, paused_until_ms: suite.clock.nowMs() + 200 * DAY_MS })
  await suite.alice.createItem()
  await suite.alice.createItem()
  await server.send()
  expect(await prune(), 'all are young').toBe(0)
  suite.clock.move(91 * DAY_MS)
  await suite.alice.createItem()
  expect(await prune()).toBe(300)
  expect(await storedSeqs()).toEqual([301, 302, 303])
  const owner = createSettings(suite.server.url, suite.aliceAccount.owner_key)
  for (const query of ['', '?from=2020-01-01', '?type=gear.*&to=2100-01-01'])
    expect((await owner.get(`/events${query}`)).items()).toHaveLength(3)
  await suite.sql('update webhook_endpoint set paused_until_ms = 0 where id = ?', id)
  await server.send()
  expect(receiver.arrivals).toHaveLength(3)
  expect(await prune()).toBe(2)
  await suite.alice.createItem()
  await server.send()
  expect({ storedSeqs: await storedSeqs(), arrivalCount: receiver.arrivals.length }).toEqual({
    storedSeqs: [303, 304],
    arrivalCount: 4,
  })
})

it('events are deleted after 90 days when there is no endpoint', async () => {
  await suite.sql('delete from webhook_endpoint')
  suite.clock.move(91 * DAY_MS)
  expect(await prune()).toBe(2)
  expect(await storedSeqs()).toEqual([])
  await suite.alice.createItem()
  expect(await storedSeqs()).toEqual([305])
})
