import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWebhookSecret } from '../../platform/webhookSignature.ts'
import type { Item } from '../support/api.ts'
import { createSeededRandom } from '../support/random.ts'
import { testTemporal } from '../support/temporal.ts'
import { openDays, type Days } from './support/days.ts'
import { deliver, openNewEvents, type SentEvent } from './support/events.ts'
import { until } from '../support/wait.ts'
import { openStudio, type Studio } from './support/studio.ts'

// Gear status follows its services by events, and by the daily run alone when no events arrive.

const secret = createWebhookSecret()
const random = createSeededRandom(7)

let studio: Studio
let days: Days
let ingress = ''
let readNewEvents: () => Promise<SentEvent[]>

beforeAll(async () => {
  studio = await openStudio(testTemporal(), { config: '', workerEnv: { KITROOM_WEBHOOK_SECRET: secret } })
  readNewEvents = openNewEvents(studio)
  ingress = String((await studio.worker.waitForLog('ready'))['ingress'])
  days = await openDays(testTemporal(), studio)
})
afterAll(async () => {
  await days[Symbol.asyncDispose]()
  await studio[Symbol.asyncDispose]()
})

/** Delivers each new event twice, in random order, and waits until the worker has handled them. */
async function deliverEvents(): Promise<void> {
  const events = await readNewEvents()
  const repeatedEvents = [...events, ...events]
    .map((event) => ({ event, order: random.next() }))
    .toSorted((a, b) => a.order - b.order)
  for (const { event } of repeatedEvents)
    expect((await deliver(ingress, event, { secrets: [secret] })).status).toBeLessThan(300)
  await until(
    'the inbox is empty',
    async () => (await studio.stateSql(`select * from inbox_todo where topic = 'service'`)).length === 0,
  )
}

const runDaily = async (): Promise<unknown> => (await days.runDay('2027-03-01'))['followService']

const lens = (status: string): Promise<Item> => studio.api.createItem({ gear_type: 'lens', status })
const statusOf = async ({ id }: Item): Promise<string> => (await studio.api.get(`/gear/${id}`)).item().status
const patchGear = ({ id }: Item, updates: object): Promise<unknown> => studio.api.patch(`/gear/${id}`, { updates })

async function begin(item: Item, status = 'in_progress'): Promise<Item> {
  const service = { item_type: 'lens', item_id: item.id, service_type: 'Repair', service_date: '2027-03-01', status }
  return (await studio.api.post('/maintenance', service)).item()
}
const move = ({ id }: Item, status: string): Promise<unknown> =>
  studio.api.patch(`/maintenance/${id}`, { updates: { status } })
const expectNoHolds = async (): Promise<void> => {
  expect(await studio.stateSql('select * from service_hold')).toEqual([])
  expect(await studio.stateSql('select * from seen_service')).toEqual([])
}

type Expected = readonly (readonly [Item, string])[]

/** Changes by people. Each `yield` lists the statuses of the items once the events so far are delivered. */
const stories: Readonly<Record<string, () => AsyncGenerator<Expected, void, undefined>>> = {
  async *'a service in progress sets maintenance, and its completion restores the status, with other edits meanwhile'() {
    const [item, otherItem] = [await lens('ready'), await lens('available')]
    const service = await begin(item)
    yield [
      [item, 'maintenance'],
      [otherItem, 'available'],
    ]
    await patchGear(item, { notes: 'Ticket 4711' })
    await move(service, 'completed')
    yield [[item, 'ready']]
    await move(service, 'in_progress')
    yield [[item, 'maintenance']]
    await move(service, 'scheduled')
    yield [[item, 'ready']]
  },
  async *'a scheduled service changes nothing; a cancelled one restores the status'() {
    const item = await lens('in_use')
    const service = await begin(item, 'scheduled')
    yield [[item, 'in_use']]
    await move(service, 'in_progress')
    yield [[item, 'maintenance']]
    await move(service, 'cancelled')
    yield [[item, 'in_use']]
  },
  async *'a deleted service restores the status, even retired'() {
    const item = await lens('retired')
    const service = await begin(item)
    yield [[item, 'maintenance']]
    await studio.api.delete(`/maintenance/${service.id}`)
    yield [[item, 'retired']]
  },
  async *'a status that a person sets during the service stays'() {
    const item = await lens('ready')
    const service = await begin(item)
    yield [[item, 'maintenance']]
    await patchGear(item, { status: 'available' })
    await studio.api.patch(`/maintenance/${service.id}`, { updates: { notes: 'Waits for a part' } })
    yield [[item, 'available']]
    await move(service, 'completed')
    yield [[item, 'available']]
  },
  async *'a status that a person sets stays, even when the service ends before the worker sees it'() {
    const item = await lens('ready')
    const service = await begin(item)
    yield [[item, 'maintenance']]
    await patchGear(item, { status: 'in_use' })
    await move(service, 'completed')
    yield [[item, 'in_use']]
  },
  async *'an item that a person set to maintenance stays there'() {
    const item = await lens('maintenance')
    const service = await begin(item)
    yield [[item, 'maintenance']]
    await move(service, 'completed')
    yield [[item, 'maintenance']]
  },
  async *'a new service sets maintenance again after a person had changed the status'() {
    const item = await lens('ready')
    const firstService = await begin(item)
    yield [[item, 'maintenance']]
    await patchGear(item, { status: 'available' })
    const secondService = await begin(item)
    yield [[item, 'maintenance']]
    for (const service of [firstService, secondService]) await move(service, 'completed')
    yield [[item, 'available']]
  },
  async *'the last of two concurrent services to end restores the status'() {
    const item = await lens('ready')
    const [firstService, secondService] = [await begin(item), await begin(item)]
    yield [[item, 'maintenance']]
    await move(firstService, 'completed')
    yield [[item, 'maintenance']]
    await move(secondService, 'completed')
    yield [[item, 'ready']]
  },
  async *'a service that moves to another item restores the status of the first'() {
    const [item, otherItem] = [await lens('ready'), await lens('available')]
    const service = await begin(item)
    yield [[item, 'maintenance']]
    await studio.api.patch(`/maintenance/${service.id}`, { updates: { item_id: otherItem.id } })
    yield [
      [item, 'ready'],
      [otherItem, 'maintenance'],
    ]
    await move(service, 'cancelled')
    yield [[otherItem, 'available']]
  },
}

it('an item follows its services and people by events, which arrive twice and in any order', async () => {
  let runningStories = Object.entries(stories).map(([name, start]) => ({ name, story: start() }))
  while (runningStories.length > 0) {
    const rounds = await Promise.all(runningStories.map(async (one) => ({ ...one, round: await one.story.next() })))
    await deliverEvents()
    const expectedStatuses = rounds.map(({ name, round }) => ({
      name,
      statuses: round.done ? [] : round.value.map(([, status]) => status),
    }))
    const found = rounds.map(async ({ name, round }) => ({
      name,
      statuses: round.done ? [] : await Promise.all(round.value.map(([item]) => statusOf(item))),
    }))
    expect(await Promise.all(found)).toEqual(expectedStatuses)
    runningStories = rounds.filter(({ round }) => !round.done)
  }
  await expectNoHolds()
})

it('gear status follows its services by the daily run alone, also for a deleted item', async () => {
  const [item, deletedItem] = [await lens('ready'), await lens('ready')]
  const [service] = [await begin(item), await begin(deletedItem)]
  expect(await runDaily()).toMatchObject({ set: 2, returned: 0 })
  expect(await runDaily()).toMatchObject({ set: 0, same: 2 })
  expect(await statusOf(item)).toBe('maintenance')
  await move(service, 'completed')
  await studio.api.delete(`/gear/${deletedItem.id}`)
  expect(await runDaily()).toMatchObject({ set: 0, returned: 1 })
  expect(await statusOf(item)).toBe('ready')
  await deliverEvents()
  await expectNoHolds()
})

/** Inserts a hold in the state after a crash: the change is recorded but may not have been made. */
const insertHold = (
  item: Item,
  doing: string,
  version: string,
  sinceTime = new Date().toISOString(),
): Promise<unknown> =>
  studio.stateSql('insert into service_hold values (?, ?, ?, ?, ?)', item.id, 'ready', doing, version, sinceTime)

it('a crash around a request is recovered: the change is made once, and a change by a person stays', async () => {
  const items = await Promise.all(Array.from({ length: 5 }, () => lens('ready')))
  const [doneItem, undoneItem, itemOfPerson, oldItem, oldItemOfPerson] = items as [Item, Item, Item, Item, Item]
  const services = await Promise.all(items.map((item) => begin(item)))
  expect(await runDaily()).toMatchObject({ set: 5 })
  // A crash before the reply was recorded. The API keeps the idempotency key for a day.
  await studio.stateSql(
    `update service_hold set doing = 'setting', version = ? where gear_id = ?`,
    doneItem.updated_at,
    doneItem.id,
  )
  await patchGear(doneItem, { notes: 'Edited while the worker was down' })
  // A crash before the request. The item is unchanged since the worker read it.
  await patchGear(undoneItem, { status: 'ready' })
  const { updated_at: version } = (await studio.api.get(`/gear/${undoneItem.id}`)).item()
  await studio.stateSql(
    `update service_hold set doing = 'setting', version = ? where gear_id = ?`,
    version,
    undoneItem.id,
  )
  // A person changed the item first, so the API refused the request.
  await patchGear(itemOfPerson, { status: 'in_use' })
  await studio.stateSql(
    `update service_hold set doing = 'returning', version = ? where gear_id = ?`,
    itemOfPerson.created_at,
    itemOfPerson.id,
  )
  // These holds are too old: the API no longer has their idempotency keys.
  await patchGear(oldItemOfPerson, { status: 'available' })
  const longAgo = `update service_hold set doing = 'setting', version = 'long ago', since = '2026-01-01T00:00:00.000Z' where gear_id in (?, ?)`
  await studio.stateSql(longAgo, oldItem.id, oldItemOfPerson.id)
  expect(await runDaily()).toMatchObject({ set: 1, left: 2, same: 2 })
  expect(await Promise.all(items.map(statusOf))).toEqual([
    'maintenance',
    'maintenance',
    'in_use',
    'maintenance',
    'available',
  ])
  for (const service of services) await move(service, 'completed')
  expect(await runDaily()).toMatchObject({ returned: 3 })
  expect(await Promise.all(items.map(statusOf))).toEqual(['ready', 'ready', 'in_use', 'ready', 'available'])
  await expectNoHolds()
})

it('a crash while a status is restored: it is restored once, and a later status by a person stays', async () => {
  const [recentItem, expiredItem] = [await lens('ready'), await lens('ready')]
  const services = [await begin(recentItem), await begin(expiredItem)]
  expect(await runDaily()).toMatchObject({ set: 2 })
  const inService = (await studio.api.get(`/gear/${recentItem.id}`)).item().updated_at
  for (const service of services) await move(service, 'completed')
  const cutVersion = (await studio.api.get(`/gear/${expiredItem.id}`)).item().updated_at
  expect(await runDaily()).toMatchObject({ returned: 2 })
  await insertHold(recentItem, 'returning', inService)
  await patchGear(recentItem, { status: 'maintenance' })
  await insertHold(expiredItem, 'returning', cutVersion, '2026-01-01T00:00:00.000Z')
  await patchGear(expiredItem, { status: 'maintenance' })
  expect(await runDaily()).toMatchObject({ returned: 0 })
  expect(await Promise.all([recentItem, expiredItem].map(statusOf))).toEqual(['maintenance', 'maintenance'])
  await expectNoHolds()
})
