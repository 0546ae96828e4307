import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Item } from '../support/api.ts'
import { testTemporal } from '../support/temporal.ts'
import { naiveOccurrence } from '../activities/maintenance/oracle.ts'
import { openDays, type Days } from './support/days.ts'
import { openStudio, type Studio } from './support/studio.ts'

// Plans create records, over simulated daily runs of a real server.

const config = `maintenance:
  plans:
    - id: sensor
      title: Twice a year
      applies_to: { type: camera, brand: canon }
      service_type: Sensor cleaning
      every: { months: 6 }
      from: purchase
      lead_days: 14
      provider: Camera Service
    - id: firmware
      applies_to: { asset_tags: [lens-1] }
      service_type: Firmware
      every: 1 year
      from: last_completed
      lead_days: 10
`

let studio: Studio
let days: Days

beforeAll(async () => {
  studio = await openStudio(testTemporal(), { config })
  days = await openDays(testTemporal(), studio)
})
afterAll(async () => {
  await days[Symbol.asyncDispose]()
  await studio[Symbol.asyncDispose]()
})

const camera = (fields: Record<string, unknown> = {}): Promise<Item> =>
  studio.api.createItem({ gear_type: 'camera', brand: 'CANON', ...fields })
const recordsOf = async (item: Item): Promise<Item[]> =>
  (await studio.api.get(`/maintenance?item_id=${item.id}&limit=200`)).items()
const datesOf = async (item: Item): Promise<unknown[]> =>
  (await recordsOf(item)).map((record) => record['service_date'])
const planOn = async (day: string): Promise<unknown> => (await days.runDay(day))['planMaintenance']
const counts = (someCounts: Record<string, number>): Record<string, number> => ({
  made: 0,
  found: 0,
  done: 0,
  waits: 0,
  refused: 0,
  unavailable: 0,
  ...someCounts,
})
/** Retires items, so that later tests do not see them. */
const retire = async (...items: Item[]): Promise<void> => {
  for (const { id } of items) await studio.api.patch(`/gear/${id}`, { updates: { status: 'retired' } })
}

it('a record is created once, when its lead time begins, on the last day of a shorter month', async () => {
  const item = await camera({ purchase_date: '2030-05-31' })
  const otherItem = await studio.api.createItem({ gear_type: 'camera', brand: 'Nikon', purchase_date: '2030-05-31' })
  expect(await planOn('2030-11-15')).toEqual(counts({}))
  expect(await planOn('2030-11-16')).toEqual(counts({ made: 1 }))
  expect(await planOn('2030-11-16')).toEqual(counts({}))
  expect(await planOn('2030-11-17')).toEqual(counts({}))
  expect(await recordsOf(item)).toEqual([
    expect.objectContaining({
      item_type: 'camera',
      item_id: item.id,
      service_type: 'Sensor cleaning',
      service_date: '2030-11-30',
      service_provider: 'Camera Service',
      status: 'scheduled',
      cost: null,
      notes: 'Twice a year: every 6 months.\nMaintenance plan sensor, due 2030-11-30.',
    }),
  ])
  expect(await recordsOf(otherItem)).toEqual([])
  expect(await planOn('2031-05-17')).toEqual(counts({ made: 1 }))
  expect(await datesOf(item)).toEqual(['2030-11-30', '2031-05-31'])
  await retire(item)
})

it('a plan after a long outage creates the last missed record and the next one, and none before', async () => {
  const item = await camera({ purchase_date: '2033-01-31' })
  expect(await planOn('2036-07-20')).toEqual(counts({ made: 2 }))
  expect(await datesOf(item)).toEqual(['2036-01-31', '2036-07-31'])
  expect(await planOn('2036-07-21')).toEqual(counts({}))
  await retire(item)
})

it('a record that a person deleted or moved stays deleted or moved', async () => {
  const [deletedItem, movedItem] = [
    await camera({ purchase_date: '2040-01-15' }),
    await camera({ purchase_date: '2040-01-15' }),
  ]
  expect(await planOn('2040-07-10')).toEqual(counts({ made: 2 }))
  await studio.api.delete(`/maintenance/${(await recordsOf(deletedItem))[0]?.id}`)
  await studio.api.patch(`/maintenance/${(await recordsOf(movedItem))[0]?.id}`, {
    updates: { service_date: '2040-08-20' },
  })
  expect(await planOn('2040-07-11')).toEqual(counts({}))
  expect(await planOn('2040-08-01')).toEqual(counts({}))
  expect(await datesOf(deletedItem)).toEqual([])
  expect(await datesOf(movedItem)).toEqual(['2040-08-20'])
  await retire(deletedItem, movedItem)
})

it('a record whose creation a crash left unrecorded is found, even when its Idempotency-Key is gone', async () => {
  const [item, movedItem] = [
    await camera({ purchase_date: '2041-01-15' }),
    await camera({ purchase_date: '2041-01-15' }),
  ]
  expect(await planOn('2041-07-10')).toEqual(counts({ made: 2 }))
  await studio.api.patch(`/maintenance/${(await recordsOf(movedItem))[0]?.id}`, {
    updates: { service_date: '2041-09-01' },
  })
  await studio.stateSql(`delete from planned_service where due_on = '2041-07-15'`)
  await studio.apiSql('delete from idempotency')
  expect(await planOn('2041-07-12')).toEqual(counts({ found: 2 }))
  expect(await datesOf(item)).toEqual(['2041-07-15'])
  expect(await datesOf(movedItem)).toEqual(['2041-09-01'])
  await retire(item, movedItem)
})

it('a missed date counts as done when the service was done without a record of the plan', async () => {
  const today = new Date().toISOString().slice(0, 10)
  const missedDay =
    [4, 5]
      .map((laterDays) => naiveOccurrence(today, { unit: 'days', count: 1 }, laterDays))
      .find((day) => !day.endsWith('-02-29')) ?? ''
  const item = await camera({ purchase_date: `${Number(missedDay.slice(0, 4)) - 1}${missedDay.slice(4)}` })
  const service = {
    item_type: 'camera',
    item_id: item.id,
    service_type: 'SENSOR cleaning',
    service_date: today,
    status: 'completed',
  }
  expect((await studio.api.post('/maintenance', service)).status).toBe(201)
  expect(await planOn(naiveOccurrence(today, { unit: 'days', count: 1 }, 9))).toEqual(counts({ done: 1 }))
  expect(await datesOf(item)).toEqual([today])
  await retire(item)
})

it('a plan from the last completion waits for open work, and a completion starts the next period', async () => {
  const lens = await studio.api.createItem({ gear_type: 'lens', asset_tag: 'LENS-1', purchase_date: '2020-02-29' })
  // The service was never done, so the last missed date is due now.
  expect(await planOn('2026-03-10')).toEqual(counts({ made: 1 }))
  const [firstRecord] = await recordsOf(lens)
  expect(firstRecord?.['service_date']).toBe('2026-02-28')
  expect(await planOn('2027-02-20')).toEqual(counts({ waits: 1 }))
  await studio.api.patch(`/maintenance/${firstRecord?.id}`, { updates: { status: 'completed' } })
  const completed = String((await recordsOf(lens))[0]?.['completed_at']).slice(0, 10)
  const nextDay = naiveOccurrence(completed, { unit: 'years', count: 1 }, 1)
  expect(await planOn(nextDay)).toEqual(counts({ made: 1 }))
  expect(await datesOf(lens)).toEqual(['2026-02-28', nextDay])
  // A deleted record is not created again; the next one is due a period later.
  await studio.api.delete(`/maintenance/${(await recordsOf(lens))[1]?.id}`)
  const laterDay = naiveOccurrence(completed, { unit: 'years', count: 1 }, 2)
  expect(await planOn(laterDay)).toEqual(counts({ made: 1 }))
  expect(await datesOf(lens)).toEqual(['2026-02-28', laterDay])
  await retire(lens)
})

it('a subscription without maintenance logs one line and the daily run continues; with it the record is created', async () => {
  const item = await camera({ purchase_date: '2050-01-15' })
  await studio.settings.patch('/subscription', { updates: { tier: 'free' } })
  expect(await planOn('2050-07-10')).toEqual(counts({ unavailable: 1 }))
  const lines = studio.worker.log.filter(({ msg }) => String(msg).startsWith('The subscription has no maintenance'))
  expect(lines).toHaveLength(1)
  await studio.settings.patch('/subscription', { updates: { tier: 'pro' } })
  expect(await planOn('2050-07-11')).toEqual(counts({ made: 1 }))
  await retire(item)
})

it('a deleted item loses its records, and no plan creates them again', async () => {
  const item = await camera({ purchase_date: '2070-01-15' })
  expect(await planOn('2070-07-10')).toEqual(counts({ made: 1 }))
  await studio.api.delete(`/gear/${item.id}`)
  expect(await planOn('2070-07-11')).toEqual(counts({}))
})
