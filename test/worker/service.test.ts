import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWebhookSecret } from '../../platform/webhookSignature.ts'
import type { Item } from '../support/api.ts'
import { seededRandom } from '../support/random.ts'
import { testTemporal } from '../support/temporal.ts'
import { openDays, type Days } from './support/days.ts'
import { deliver } from './support/events.ts'
import { until } from './support/schedules.ts'
import { openStudio, type Studio } from './support/studio.ts'

// The status of gear follows its services: by events, and by the day alone where no events come.

const secret = newWebhookSecret()
const random = seededRandom(7)

let studio: Studio
let days: Days
let ingress = ''
let seq = 0

beforeAll(async () => {
  studio = await openStudio(testTemporal(), { config: '', workerEnv: { KITROOM_WEBHOOK_SECRET: secret } })
  ingress = String((await studio.worker.said('ready'))['ingress'])
  days = await openDays(testTemporal(), studio)
})
afterAll(async () => {
  await days[Symbol.asyncDispose]()
  await studio[Symbol.asyncDispose]()
})

/** Delivers all events since the last time as often and in such an order as they may come, and waits until the worker has worked them off. */
async function deliverEvents(): Promise<void> {
  const events = await studio.apiSql<{ seq: number; id: string; body: string }>('select seq, id, body from event where seq > ? order by seq', seq)
  seq = events.at(-1)?.seq ?? seq
  const twice = [...events, ...events].map((event) => ({ event, order: random.next() })).toSorted((a, b) => a.order - b.order)
  for (const { event } of twice) expect((await deliver(ingress, event, { secrets: [secret] })).status).toBeLessThan(300)
  await until('the inbox is empty', async () => (await studio.stateSql(`select * from inbox_todo where topic = 'service'`)).length === 0)
}

/** What the worker does where nobody sends it events. */
const liveDay = async (): Promise<unknown> => (await days.live('2027-03-01'))['followService']

const lens = (status: string): Promise<Item> => studio.api.make({ gear_type: 'lens', status })
const statusOf = async ({ id }: Item): Promise<string> => (await studio.api.get(`/gear/${id}`)).item().status
const patchGear = ({ id }: Item, updates: object): Promise<unknown> => studio.api.patch(`/gear/${id}`, { updates })

async function begin(item: Item, status = 'in_progress'): Promise<Item> {
  const service = { item_type: 'lens', item_id: item.id, service_type: 'Repair', service_date: '2027-03-01', status }
  return (await studio.api.post('/maintenance', service)).item()
}
const move = ({ id }: Item, status: string): Promise<unknown> => studio.api.patch(`/maintenance/${id}`, { updates: { status } })
const noNotes = async (): Promise<void> => {
  expect([await studio.stateSql('select * from service_hold'), await studio.stateSql('select * from seen_service')]).toEqual([[], []])
}

type Expected = readonly (readonly [Item, string])[]

/** What people do, round by round; after each the events are delivered, and the items must have these statuses. */
const stories: Readonly<Record<string, () => AsyncGenerator<Expected, void, undefined>>> = {
  async *'in progress takes an item out of use, completed puts it back, whatever else is edited meanwhile'() {
    const [item, other] = [await lens('ready'), await lens('available')]
    const service = await begin(item)
    yield [
      [item, 'maintenance'],
      [other, 'available'],
    ]
    await patchGear(item, { notes: 'Ticket 4711' })
    await move(service, 'completed')
    yield [[item, 'ready']]
    await move(service, 'in_progress')
    yield [[item, 'maintenance']]
    await move(service, 'scheduled')
    yield [[item, 'ready']]
  },
  async *'a service that is scheduled takes nothing; cancelled puts an item back'() {
    const item = await lens('in_use')
    const service = await begin(item, 'scheduled')
    yield [[item, 'in_use']]
    await move(service, 'in_progress')
    yield [[item, 'maintenance']]
    await move(service, 'cancelled')
    yield [[item, 'in_use']]
  },
  async *'a service that is deleted puts an item back, and what was retired is retired again'() {
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
  async *'a status that a person sets stays, also when the service ends before anybody looked'() {
    const item = await lens('ready')
    const service = await begin(item)
    yield [[item, 'maintenance']]
    await patchGear(item, { status: 'in_use' })
    await move(service, 'completed')
    yield [[item, 'in_use']]
  },
  async *'an item that a person had in maintenance stays there'() {
    const item = await lens('maintenance')
    const service = await begin(item)
    yield [[item, 'maintenance']]
    await move(service, 'completed')
    yield [[item, 'maintenance']]
  },
  async *'a new service of an item that a person took back takes it out of use again'() {
    const item = await lens('ready')
    const first = await begin(item)
    yield [[item, 'maintenance']]
    await patchGear(item, { status: 'available' })
    const second = await begin(item)
    yield [[item, 'maintenance']]
    for (const service of [first, second]) await move(service, 'completed')
    yield [[item, 'available']]
  },
  async *'of two services at once the last to end puts the item back'() {
    const item = await lens('ready')
    const [first, second] = [await begin(item), await begin(item)]
    yield [[item, 'maintenance']]
    await move(first, 'completed')
    yield [[item, 'maintenance']]
    await move(second, 'completed')
    yield [[item, 'ready']]
  },
  async *'a service that goes over to another item lets go of the first'() {
    const [item, other] = [await lens('ready'), await lens('available')]
    const service = await begin(item)
    yield [[item, 'maintenance']]
    await studio.api.patch(`/maintenance/${service.id}`, { updates: { item_id: other.id } })
    yield [
      [item, 'ready'],
      [other, 'maintenance'],
    ]
    await move(service, 'cancelled')
    yield [[other, 'available']]
  },
}

test('by events, which come twice and in any order, an item follows its services and the people who use it', { timeout: 60_000 }, async () => {
  let running = Object.entries(stories).map(([name, tell]) => ({ name, story: tell() }))
  while (running.length > 0) {
    const rounds = await Promise.all(running.map(async (one) => ({ ...one, round: await one.story.next() })))
    await deliverEvents()
    const expected = rounds.map(({ name, round }) => ({ name, statuses: round.done ? [] : round.value.map(([, status]) => status) }))
    const found = rounds.map(async ({ name, round }) => ({
      name,
      statuses: round.done ? [] : await Promise.all(round.value.map(([item]) => statusOf(item))),
    }))
    expect(await Promise.all(found)).toEqual(expected)
    running = rounds.filter(({ round }) => !round.done)
  }
  await noNotes()
})

test('without any events the day does the same, also for an item that is deleted', async () => {
  const [item, deleted] = [await lens('ready'), await lens('ready')]
  const [service] = [await begin(item), await begin(deleted)]
  expect(await liveDay()).toMatchObject({ set: 2, returned: 0 })
  expect(await liveDay()).toMatchObject({ set: 0, same: 2 })
  expect(await statusOf(item)).toBe('maintenance')
  await move(service, 'completed')
  await studio.api.delete(`/gear/${deleted.id}`)
  expect(await liveDay()).toMatchObject({ set: 0, returned: 1 })
  expect(await statusOf(item)).toBe('ready')
  await deliverEvents()
  await noNotes()
})

/** The worker's notes as a crash leaves them: it had written down what it was about to do, and did or did not do it. */
const crashed = (item: Item, doing: string, version: string, since = new Date().toISOString()): Promise<unknown> =>
  studio.stateSql('insert into service_hold values (?, ?, ?, ?, ?)', item.id, 'ready', doing, version, since)

test('a crash between the API and the notes: what was done is known again, what was not is done, what a person did stays', async () => {
  const items = await Promise.all(Array.from({ length: 5 }, () => lens('ready')))
  const [done, undone, byPerson, old, oldByPerson] = items as [Item, Item, Item, Item, Item]
  const services = await Promise.all(items.map((item) => begin(item)))
  expect(await liveDay()).toMatchObject({ set: 5 })
  // Back to the moment before the answer was noted: the API knows the request for a day.
  await studio.stateSql(`update service_hold set doing = 'setting', version = ? where gear_id = ?`, done.updated_at, done.id)
  await patchGear(done, { notes: 'Edited while the worker was down' })
  // Back to the moment before the request: this item is as it was read.
  await patchGear(undone, { status: 'ready' })
  const { updated_at: version } = (await studio.api.get(`/gear/${undone.id}`)).item()
  await studio.stateSql(`update service_hold set doing = 'setting', version = ? where gear_id = ?`, version, undone.id)
  // Somebody was faster than the request, which the API therefore never took.
  await patchGear(byPerson, { status: 'in_use' })
  await studio.stateSql(`update service_hold set doing = 'returning', version = ? where gear_id = ?`, byPerson.created_at, byPerson.id)
  // Nobody can say any more what came of these.
  await patchGear(oldByPerson, { status: 'available' })
  const longAgo = `update service_hold set doing = 'setting', version = 'long ago', since = '2026-01-01T00:00:00.000Z' where gear_id in (?, ?)`
  await studio.stateSql(longAgo, old.id, oldByPerson.id)
  expect(await liveDay()).toMatchObject({ set: 1, left: 2, same: 2 })
  expect(await Promise.all(items.map(statusOf))).toEqual(['maintenance', 'maintenance', 'in_use', 'maintenance', 'available'])
  for (const service of services) await move(service, 'completed')
  expect(await liveDay()).toMatchObject({ returned: 3 })
  expect(await Promise.all(items.map(statusOf))).toEqual(['ready', 'ready', 'in_use', 'ready', 'available'])
  await noNotes()
})

test('a crash while an item is put back: it is done once, and a status that a person sets afterwards is not taken back', async () => {
  const [again, cut] = [await lens('ready'), await lens('ready')]
  const services = [await begin(again), await begin(cut)]
  expect(await liveDay()).toMatchObject({ set: 2 })
  const inService = (await studio.api.get(`/gear/${again.id}`)).item().updated_at
  for (const service of services) await move(service, 'completed')
  const cutVersion = (await studio.api.get(`/gear/${cut.id}`)).item().updated_at
  expect(await liveDay()).toMatchObject({ returned: 2 })
  await crashed(again, 'returning', inService)
  await patchGear(again, { status: 'maintenance' })
  await crashed(cut, 'returning', cutVersion, '2026-01-01T00:00:00.000Z')
  await patchGear(cut, { status: 'maintenance' })
  expect(await liveDay()).toMatchObject({ returned: 0 })
  expect(await Promise.all([again, cut].map(statusOf))).toEqual(['maintenance', 'maintenance'])
  await noNotes()
})
