import { afterAll, beforeAll, expect, it } from 'vitest'
import { ForecastService, readForecast } from '../../contract/control/forecast.ts'
import { createWebhookSecret } from '../../platform/webhookSignature.ts'
import type { Item } from '../support/api.ts'
import { testTemporal } from '../support/temporal.ts'
import { daysLater } from '../activities/maintenance/oracle.ts'
import { openDays, type Days } from './support/days.ts'
import { deliver, openNewEvents, type SentEvent } from './support/events.ts'
import { until } from '../support/wait.ts'
import { openStudio, type Studio } from './support/studio.ts'

// Plans by use create records when a meter rises far enough: by events, and by the daily run alone.

const config = `maintenance:
  plans:
    - { id: shutter, applies_to: { type: camera }, service_type: Shutter check, every: { shutter_count: 100000 }, lead: 5000, provider: Camera Service }
    - { id: rotors, title: Rotor blades, applies_to: { type: drone }, service_type: Propellers, every: { flight_hours: 50 }, or: 12 months, lead_days: 10 }
`
const secret = createWebhookSecret()
const today = new Date().toISOString().slice(0, 10)

let studio: Studio
let days: Days
let ingress = ''
let readNewEvents: () => Promise<SentEvent[]>

beforeAll(async () => {
  studio = await openStudio(testTemporal(), { config, workerEnv: { KITROOM_WEBHOOK_SECRET: secret } })
  readNewEvents = openNewEvents(studio)
  ingress = String((await studio.worker.waitForLog('ready'))['ingress'])
  days = await openDays(testTemporal(), studio)
})
afterAll(async () => {
  await days[Symbol.asyncDispose]()
  await studio[Symbol.asyncDispose]()
})

/** Delivers the new events twice, newest first. */
async function deliverEvents(): Promise<void> {
  const events = await readNewEvents()
  for (const event of [...events, ...events].toReversed())
    expect((await deliver(ingress, event, { secrets: [secret] })).status).toBeLessThan(300)
}

const make = (fields: Record<string, unknown>): Promise<Item> =>
  studio.api.createItem({ brand: 'Canon', model: 'R5', ...fields })
const setReading = async ({ id }: Item, updates: object): Promise<void> => {
  expect((await studio.api.patch(`/gear/${id}`, { updates })).status).toBe(200)
}
const recordsOf = async ({ id }: Item): Promise<Item[]> =>
  (await studio.api.get(`/maintenance?item_id=${id}&limit=200`)).items()
const notesOf = async (item: Item): Promise<string[]> =>
  (await recordsOf(item)).map((record) => String(record['notes']).split('\n').at(-1) ?? '')
const complete = ({ id }: Item): Promise<unknown> =>
  studio.api.patch(`/maintenance/${id}`, { updates: { status: 'completed' } })
const planOn = async (day: string): Promise<Record<string, number>> => (await days.runDay(day))['planMaintenance'] ?? {}
const retire = ({ id }: Item): Promise<unknown> => studio.api.patch(`/gear/${id}`, { updates: { status: 'retired' } })

/** Reports of an item's meter that were queued. */
async function reportsOf(tag: string): Promise<string[]> {
  const rows = await studio.stateSql<{ payload: string }>(
    `select payload from reminder where kind = 'meter' order by created_at`,
  )
  return rows
    .map(({ payload }) => (JSON.parse(payload) as { title: string }).title)
    .filter((title) => title.includes(`(${tag})`))
}

/** Gives a meter a usual rate per day, by readings of earlier days. */
const addRecent = ({ id }: Item, value: number, rate = 100): Promise<unknown> =>
  studio.stateSql(
    'update meter set reading = ?, read_at = ?, recent = ? where gear_id = ?',
    value,
    `${daysLater(today, 0)}T00:00:00.000Z`,
    JSON.stringify(
      [5, 4, 3, 2].map((ago) => [
        Temporal.PlainDate.from(today).subtract({ days: ago }).toString(),
        value - rate * (ago - 2),
      ]),
    ),
    id,
  )

it('events of readings create one record a lead before the due reading, and remind of it; a completion starts the next one', async () => {
  const camera = await make({ gear_type: 'camera', asset_tag: 'USE-1', shutter_count: 1000 })
  expect(await planOn(today)).toMatchObject({ made: 0 })
  await setReading(camera, { shutter_count: 95_999 })
  await deliverEvents()
  await until(
    'the reading is stored',
    async () => (await studio.stateSql('select * from meter where reading = 95999')).length === 1,
  )
  expect(await recordsOf(camera)).toEqual([])
  await setReading(camera, { shutter_count: 96_000 })
  await deliverEvents()
  const [record] = await until('the record is created', async () => {
    const records = await recordsOf(camera)
    return records.length > 0 && records
  })
  expect(record).toMatchObject({
    service_type: 'Shutter check',
    service_date: today,
    service_provider: 'Camera Service',
    status: 'scheduled',
    notes: `every 100000 shutter releases.\nMaintenance plan shutter, due at 101000 shutter releases, counted from 1000 on ${today}.`,
  })
  const sent = (): Promise<unknown[]> =>
    studio.stateSql(`select * from reminder where state = 'sent' and subject = ?`, record?.id ?? '')
  await until('the reminder is sent', async () => (await sent()).length === 1)
  await setReading(camera, { shutter_count: 97_000 })
  await deliverEvents()
  await until(
    'the reading is stored',
    async () => (await studio.stateSql('select * from meter where reading = 97000')).length === 1,
  )
  expect(await planOn(today)).toMatchObject({ made: 0 })
  await complete(record as Item)
  await deliverEvents()
  await until(
    'a new baseline',
    async () => (await studio.stateSql('select * from meter_baseline where reading = 97000')).length === 1,
  )
  await setReading(camera, { shutter_count: 191_999 })
  expect(await planOn(daysLater(today, 1))).toMatchObject({ made: 0 })
  await setReading(camera, { shutter_count: 192_000 })
  expect(await planOn(daysLater(today, 2))).toMatchObject({ made: 1 })
  expect(await planOn(daysLater(today, 3))).toMatchObject({ made: 0 })
  expect((await notesOf(camera)).toSorted().at(-1)).toBe(
    `Maintenance plan shutter, due at 197000 shutter releases, counted from 97000 on ${today}.`,
  )
  await retire(camera)
})

it('a reading and a completion within one batch of events: the reading that was there counts, in either order', async () => {
  const [before, after] = [
    await make({ gear_type: 'camera', asset_tag: 'USE-2', shutter_count: 1000 }),
    await make({ gear_type: 'camera', asset_tag: 'USE-3', shutter_count: 1000 }),
  ]
  await planOn(today)
  const service = (item: Item): Promise<unknown> =>
    studio.api.post('/maintenance', {
      item_type: 'camera',
      item_id: item.id,
      service_type: 'SHUTTER check',
      service_date: today,
      status: 'completed',
    })
  await setReading(before, { shutter_count: 3000 })
  await service(before)
  await service(after)
  await setReading(after, { shutter_count: 3000 })
  await setReading(before, { notes: 'Edited otherwise' })
  await deliverEvents()
  const baselineOf = async ({ id }: Item): Promise<unknown> =>
    (await studio.stateSql('select reading from meter_baseline where gear_id = ?', id))[0]?.['reading']
  await until(
    'both are counted',
    async () => (await studio.stateSql('select * from meter_baseline where completed_at is not null')).length >= 3,
  )
  expect(await baselineOf(before)).toBe(3000)
  expect(await baselineOf(after)).toBe(1000)
  for (const item of [before, after]) await retire(item)
})

it('whichever is first, use or time, creates the record, and the other waits for it', async () => {
  const dueOn = daysLater(today, 5)
  const purchase_date = Temporal.PlainDate.from(dueOn).subtract({ months: 12 }).toString()
  const [byTime, byUse, unread] = [
    await make({ gear_type: 'drone', purchase_date, flight_hours: 10.5 }),
    await make({ gear_type: 'drone', purchase_date: today, flight_hours: 10.5 }),
    await make({ gear_type: 'drone', purchase_date }),
  ]
  expect(await planOn(today)).toMatchObject({ made: 2 })
  await setReading(byUse, { flight_hours: 60.5 })
  expect(await planOn(today)).toMatchObject({ made: 1, waits: 0 })
  const marker = `Maintenance plan rotors, due ${dueOn}.`
  const useMarker = `Maintenance plan rotors, due at 60.5 flight hours, counted from 10.5 on ${today}.`
  expect(await notesOf(byTime)).toEqual([marker])
  expect(await notesOf(byUse)).toEqual([useMarker])
  expect(await notesOf(unread)).toEqual([marker])
  expect((await recordsOf(byUse))[0]?.['notes']).toContain('Rotor blades: every 50 flight hours, or every 12 months.\n')
  await setReading(byTime, { flight_hours: 61 })
  expect(await planOn(daysLater(today, 1))).toMatchObject({ made: 0, waits: 1 })
  await complete((await recordsOf(byTime))[0] as Item)
  expect(await planOn(daysLater(today, 2))).toMatchObject({ made: 0, waits: 0 })
  await setReading(byTime, { flight_hours: 111 })
  expect(await planOn(daysLater(today, 3))).toMatchObject({ made: 1 })
  for (const item of [byTime, byUse, unread]) await retire(item)
})

it('a falling meter is reported once, and use counts from it', async () => {
  const camera = await make({ gear_type: 'camera', asset_tag: 'USE-4', shutter_count: 90_000 })
  await planOn(today)
  await setReading(camera, { shutter_count: 10 })
  expect(await planOn(today)).toMatchObject({ made: 0, reported: 1 })
  expect((await planOn(daysLater(today, 1)))['reported']).toBeUndefined()
  expect(await reportsOf('USE-4')).toEqual(['The meter of Canon R5 (USE-4) fell from 90000 to 10 shutter releases'])
  await setReading(camera, { shutter_count: 95_009 })
  expect(await planOn(daysLater(today, 1))).toMatchObject({ made: 0 })
  await setReading(camera, { shutter_count: 95_010 })
  expect(await planOn(daysLater(today, 1))).toMatchObject({ made: 1 })
  await retire(camera)
})

it('a jump is reported once and creates nothing, until a later reading confirms it', async () => {
  const [wrong, right] = [
    await make({ gear_type: 'camera', asset_tag: 'USE-5', shutter_count: 50_000 }),
    await make({ gear_type: 'camera', asset_tag: 'USE-6', shutter_count: 50_000 }),
  ]
  await planOn(today)
  for (const item of [wrong, right]) {
    await addRecent(item, 50_000)
    await setReading(item, { shutter_count: 500_000 })
  }
  expect(await planOn(today)).toMatchObject({ made: 0, reported: 2 })
  expect((await planOn(daysLater(today, 1)))['reported']).toBeUndefined()
  await setReading(wrong, { shutter_count: 50_100 })
  await setReading(right, { shutter_count: 500_100 })
  const counts = await planOn(daysLater(today, 2))
  expect({ made: counts['made'], reported: counts['reported'] }).toEqual({ made: 1, reported: undefined })
  expect({ records: await recordsOf(wrong), noteCount: (await notesOf(right)).length }).toEqual({
    records: [],
    noteCount: 1,
  })
  expect(await reportsOf('USE-5')).toEqual([
    'The meter of Canon R5 (USE-5) rose from 50000 to 500000 shutter releases, unusually fast',
  ])
  for (const item of [wrong, right]) await retire(item)
})

it('a forecast estimates work by use from the usual rate, and has only time without one', async () => {
  const [camera, unknown, drone] = [
    await make({ gear_type: 'camera', shutter_count: 0 }),
    await make({ gear_type: 'camera', shutter_count: 0 }),
    await make({ gear_type: 'drone', purchase_date: today, flight_hours: 1 }),
  ]
  await planOn(today)
  for (const item of [camera, unknown]) await setReading(item, { shutter_count: 50_000 })
  await planOn(today)
  await addRecent(camera, 50_000, 1000)
  const lines: unknown[] = await Array.fromAsync(studio.sync.client.stream(readForecast, { query: { months: 12 } }))
  const services = lines.slice(1, -1).map((line) => ForecastService.parse(line))
  const ofItem = ({ id }: Item): unknown[] =>
    services
      .filter(({ item_id: itemId }) => itemId === id)
      .map(({ due_on: dueOn, created_on: createdOn, is_estimated: isEstimated, is_assumed: isAssumed }) => [
        dueOn,
        createdOn,
        isEstimated,
        isAssumed,
      ])
  const onDay = (count: number, isAssumed: boolean): unknown[] => [
    daysLater(today, count),
    daysLater(today, count),
    true,
    isAssumed,
  ]
  expect(ofItem(camera)).toEqual([onDay(45, false), onDay(140, true), onDay(235, true), onDay(330, true)])
  expect(ofItem(unknown)).toEqual([])
  expect(ofItem(drone)).toEqual([])
  await setReading(unknown, { shutter_count: 95_000 })
  const now: unknown[] = await Array.fromAsync(studio.sync.client.stream(readForecast, { query: { months: 1 } }))
  expect(now.slice(1, -1)).toMatchObject([
    { item_id: unknown.id, plan: 'shutter', due_on: today, created_on: today, is_estimated: false },
  ])
  for (const item of [camera, unknown, drone]) await retire(item)
})

it('a record whose creation a crash left unrecorded is found on a later day; the daily run and an event create one together', async () => {
  const camera = await make({ gear_type: 'camera', asset_tag: 'USE-7', shutter_count: 0 })
  await planOn(today)
  await setReading(camera, { shutter_count: 95_000 })
  await Promise.all([planOn(today), planOn(daysLater(today, 1)), deliverEvents()])
  expect(await recordsOf(camera)).toHaveLength(1)
  await until('the events are handled', async () => (await studio.stateSql('select * from inbox_todo')).length === 0)
  await studio.stateSql('delete from planned_service where gear_id = ?', camera.id)
  // The crash came before the item's next check was stored, too.
  const isDue =
    "insert into maintenance_check (gear_id, check_on) values (?, '') on conflict (gear_id) do update set check_on = ''"
  await studio.stateSql(isDue, camera.id)
  await studio.apiSql('delete from idempotency')
  // The workflow of the events may find it first.
  expect(await planOn(daysLater(today, 2))).toMatchObject({ made: 0 })
  expect(await studio.stateSql('select * from planned_service where gear_id = ?', camera.id)).toHaveLength(1)
  expect(await planOn(daysLater(today, 3))).toMatchObject({ made: 0, found: 0 })
  // A cancelled record is not created again; the next one is due at the next multiple.
  await studio.api.patch(`/maintenance/${(await recordsOf(camera))[0]?.id}`, { updates: { status: 'cancelled' } })
  expect(await planOn(daysLater(today, 4))).toMatchObject({ made: 0 })
  await setReading(camera, { shutter_count: 195_000 })
  expect(await planOn(daysLater(today, 5))).toMatchObject({ made: 1 })
  await retire(camera)
})

it('the rows of a deleted item are removed, and events of other changes are not stored', async () => {
  const camera = await make({ gear_type: 'camera', shutter_count: 5 })
  await planOn(today)
  const rows = async (): Promise<number> =>
    (await studio.stateSql('select gear_id from meter where gear_id = ?', camera.id)).length +
    (await studio.stateSql('select gear_id from meter_baseline where gear_id = ?', camera.id)).length
  expect(await rows()).toBe(2)
  await deliverEvents()
  await setReading(camera, { notes: 'Nothing of use' })
  const count = async (): Promise<unknown> => (await studio.stateSql('select count(*) as n from inbox'))[0]?.['n']
  const before = await count()
  await deliverEvents()
  expect(await count()).toBe(before)
  await studio.api.delete(`/gear/${camera.id}`)
  await planOn(daysLater(today, 1))
  expect(await rows()).toBe(0)
})
