import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWebhookSecret } from '../../platform/webhookSignature.ts'
import type { Item } from '../support/api.ts'
import { daysLater } from '../activities/maintenance/oracle.ts'
import { deliver, openNewEvents, type SentEvent } from './support/events.ts'
import { until } from '../support/wait.ts'
import { openUsedStudio, type UsedStudio } from './support/byUse.ts'

// Plans by use create records when a meter rises far enough: by events, and by the daily run alone.

const secret = createWebhookSecret()
const today = new Date().toISOString().slice(0, 10)

let used: UsedStudio
let ingress = ''
let readNewEvents: () => Promise<SentEvent[]>

beforeAll(async () => {
  used = await openUsedStudio({ KITROOM_WEBHOOK_SECRET: secret })
  readNewEvents = openNewEvents(used.studio)
  ingress = String((await used.studio.worker.waitForLog('ready'))['ingress'])
})
afterAll(() => used[Symbol.asyncDispose]())

/** Delivers the new events twice, newest first. */
async function deliverEvents(): Promise<void> {
  const events = await readNewEvents()
  for (const event of [...events, ...events].toReversed())
    expect((await deliver(ingress, event, { secrets: [secret] })).status).toBeLessThan(300)
}

it('events of readings create one record a lead before the due reading, and remind of it; a completion starts the next one', async () => {
  const camera = await used.make({ gear_type: 'camera', asset_tag: 'USE-1', shutter_count: 1000 })
  expect(await used.planOn(today)).toMatchObject({ made: 0 })
  await used.setReading(camera, { shutter_count: 95_999 })
  await deliverEvents()
  await until(
    'the reading is stored',
    async () => (await used.studio.stateSql('select * from meter where reading = 95999')).length === 1,
  )
  expect(await used.recordsOf(camera)).toEqual([])
  await used.setReading(camera, { shutter_count: 96_000 })
  await deliverEvents()
  const [record] = await until('the record is created', async () => {
    const records = await used.recordsOf(camera)
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
    used.studio.stateSql(`select * from reminder where state = 'sent' and subject = ?`, record?.id ?? '')
  await until('the reminder is sent', async () => (await sent()).length === 1)
  await used.setReading(camera, { shutter_count: 97_000 })
  await deliverEvents()
  await until(
    'the reading is stored',
    async () => (await used.studio.stateSql('select * from meter where reading = 97000')).length === 1,
  )
  expect(await used.planOn(today)).toMatchObject({ made: 0 })
  await used.complete(record as Item)
  await deliverEvents()
  await until(
    'a new baseline',
    async () => (await used.studio.stateSql('select * from meter_baseline where reading = 97000')).length === 1,
  )
  await used.setReading(camera, { shutter_count: 191_999 })
  expect(await used.planOn(daysLater(today, 1))).toMatchObject({ made: 0 })
  await used.setReading(camera, { shutter_count: 192_000 })
  expect(await used.planOn(daysLater(today, 2))).toMatchObject({ made: 1 })
  expect(await used.planOn(daysLater(today, 3))).toMatchObject({ made: 0 })
  expect((await used.notesOf(camera)).toSorted().at(-1)).toBe(
    `Maintenance plan shutter, due at 197000 shutter releases, counted from 97000 on ${today}.`,
  )
  await used.retire(camera)
})

it('a reading and a completion within one batch of events: the reading that was there counts, in either order', async () => {
  const [before, after] = [
    await used.make({ gear_type: 'camera', asset_tag: 'USE-2', shutter_count: 1000 }),
    await used.make({ gear_type: 'camera', asset_tag: 'USE-3', shutter_count: 1000 }),
  ]
  await used.planOn(today)
  const service = (item: Item): Promise<unknown> =>
    used.studio.api.post('/maintenance', {
      item_type: 'camera',
      item_id: item.id,
      service_type: 'SHUTTER check',
      service_date: today,
      status: 'completed',
    })
  await used.setReading(before, { shutter_count: 3000 })
  await service(before)
  await service(after)
  await used.setReading(after, { shutter_count: 3000 })
  await used.setReading(before, { notes: 'Edited otherwise' })
  await deliverEvents()
  const baselineOf = async ({ id }: Item): Promise<unknown> =>
    (await used.studio.stateSql('select reading from meter_baseline where gear_id = ?', id))[0]?.['reading']
  await until(
    'both are counted',
    async () => (await used.studio.stateSql('select * from meter_baseline where completed_at is not null')).length >= 3,
  )
  expect(await baselineOf(before)).toBe(3000)
  expect(await baselineOf(after)).toBe(1000)
  for (const item of [before, after]) await used.retire(item)
})

it('whichever is first, use or time, creates the record, and the other waits for it', async () => {
  const dueOn = daysLater(today, 5)
  const purchase_date = Temporal.PlainDate.from(dueOn).subtract({ months: 12 }).toString()
  const [byTime, byUse, unread] = [
    await used.make({ gear_type: 'drone', purchase_date, flight_hours: 10.5 }),
    await used.make({ gear_type: 'drone', purchase_date: today, flight_hours: 10.5 }),
    await used.make({ gear_type: 'drone', purchase_date }),
  ]
  expect(await used.planOn(today)).toMatchObject({ made: 2 })
  await used.setReading(byUse, { flight_hours: 60.5 })
  expect(await used.planOn(today)).toMatchObject({ made: 1, waits: 0 })
  const marker = `Maintenance plan rotors, due ${dueOn}.`
  const useMarker = `Maintenance plan rotors, due at 60.5 flight hours, counted from 10.5 on ${today}.`
  expect(await used.notesOf(byTime)).toEqual([marker])
  expect(await used.notesOf(byUse)).toEqual([useMarker])
  expect(await used.notesOf(unread)).toEqual([marker])
  expect((await used.recordsOf(byUse))[0]?.['notes']).toContain(
    'Rotor blades: every 50 flight hours, or every 12 months.\n',
  )
  await used.setReading(byTime, { flight_hours: 61 })
  expect(await used.planOn(daysLater(today, 1))).toMatchObject({ made: 0, waits: 1 })
  await used.complete((await used.recordsOf(byTime))[0] as Item)
  expect(await used.planOn(daysLater(today, 2))).toMatchObject({ made: 0, waits: 0 })
  await used.setReading(byTime, { flight_hours: 111 })
  expect(await used.planOn(daysLater(today, 3))).toMatchObject({ made: 1 })
  for (const item of [byTime, byUse, unread]) await used.retire(item)
})

it('a record whose creation a crash left unrecorded is found on a later day; the daily run and an event create one together', async () => {
  const camera = await used.make({ gear_type: 'camera', asset_tag: 'USE-7', shutter_count: 0 })
  await used.planOn(today)
  await used.setReading(camera, { shutter_count: 95_000 })
  await Promise.all([used.planOn(today), used.planOn(daysLater(today, 1)), deliverEvents()])
  expect(await used.recordsOf(camera)).toHaveLength(1)
  await until(
    'the events are handled',
    async () => (await used.studio.stateSql('select * from inbox_todo')).length === 0,
  )
  await used.studio.stateSql('delete from planned_service where gear_id = ?', camera.id)
  // The crash came before the item's next check was stored, too.
  const isDue =
    "insert into maintenance_check (gear_id, check_on) values (?, '') on conflict (gear_id) do update set check_on = ''"
  await used.studio.stateSql(isDue, camera.id)
  await used.studio.apiSql('delete from idempotency')
  // The workflow of the events may find it first.
  expect(await used.planOn(daysLater(today, 2))).toMatchObject({ made: 0 })
  expect(await used.studio.stateSql('select * from planned_service where gear_id = ?', camera.id)).toHaveLength(1)
  expect(await used.planOn(daysLater(today, 3))).toMatchObject({ made: 0, found: 0 })
  // A cancelled record is not created again; the next one is due at the next multiple.
  await used.studio.api.patch(`/maintenance/${(await used.recordsOf(camera))[0]?.id}`, {
    updates: { status: 'cancelled' },
  })
  expect(await used.planOn(daysLater(today, 4))).toMatchObject({ made: 0 })
  await used.setReading(camera, { shutter_count: 195_000 })
  expect(await used.planOn(daysLater(today, 5))).toMatchObject({ made: 1 })
  await used.retire(camera)
})

it('the rows of a deleted item are removed, and events of other changes are not stored', async () => {
  const camera = await used.make({ gear_type: 'camera', shutter_count: 5 })
  await used.planOn(today)
  const rows = async (): Promise<number> =>
    (await used.studio.stateSql('select gear_id from meter where gear_id = ?', camera.id)).length +
    (await used.studio.stateSql('select gear_id from meter_baseline where gear_id = ?', camera.id)).length
  expect(await rows()).toBe(2)
  await deliverEvents()
  await used.setReading(camera, { notes: 'Nothing of use' })
  const count = async (): Promise<unknown> => (await used.studio.stateSql('select count(*) as n from inbox'))[0]?.['n']
  const before = await count()
  await deliverEvents()
  expect(await count()).toBe(before)
  await used.studio.api.delete(`/gear/${camera.id}`)
  await used.planOn(daysLater(today, 1))
  expect(await rows()).toBe(0)
})
