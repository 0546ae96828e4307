import { afterAll, beforeAll, expect, it } from 'vitest'
import { ForecastService, readForecast } from '../../contract/control/forecast.ts'
import type { Item } from '../support/api.ts'
import { daysLater } from '../activities/maintenance/oracle.ts'
import { openUsedStudio, type UsedStudio } from './support/byUse.ts'

// The usual rate of a meter: readings that do not fit it are reported, and a forecast estimates by it.

const today = new Date().toISOString().slice(0, 10)

let used: UsedStudio

beforeAll(async () => {
  used = await openUsedStudio()
})
afterAll(() => used[Symbol.asyncDispose]())

/** Reports of an item's meter that were queued. */
async function reportsOf(tag: string): Promise<string[]> {
  const rows = await used.studio.stateSql<{ payload: string }>(
    `select payload from reminder where kind = 'meter' order by created_at`,
  )
  return rows
    .map(({ payload }) => (JSON.parse(payload) as { title: string }).title)
    .filter((title) => title.includes(`(${tag})`))
}

/** Gives a meter a usual rate per day, by readings of earlier days. */
const addRecent = ({ id }: Item, value: number, rate = 100): Promise<unknown> =>
  used.studio.stateSql(
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

it('a falling meter is reported once, and use counts from it', async () => {
  const camera = await used.make({ gear_type: 'camera', asset_tag: 'USE-4', shutter_count: 90_000 })
  await used.planOn(today)
  await used.setReading(camera, { shutter_count: 10 })
  expect(await used.planOn(today)).toMatchObject({ made: 0, reported: 1 })
  expect((await used.planOn(daysLater(today, 1)))['reported']).toBeUndefined()
  expect(await reportsOf('USE-4')).toEqual(['The meter of Canon R5 (USE-4) fell from 90000 to 10 shutter releases'])
  await used.setReading(camera, { shutter_count: 95_009 })
  expect(await used.planOn(daysLater(today, 1))).toMatchObject({ made: 0 })
  await used.setReading(camera, { shutter_count: 95_010 })
  expect(await used.planOn(daysLater(today, 1))).toMatchObject({ made: 1 })
  await used.retire(camera)
})

it('a jump is reported once and creates nothing, until a later reading confirms it', async () => {
  const [wrong, right] = [
    await used.make({ gear_type: 'camera', asset_tag: 'USE-5', shutter_count: 50_000 }),
    await used.make({ gear_type: 'camera', asset_tag: 'USE-6', shutter_count: 50_000 }),
  ]
  await used.planOn(today)
  for (const item of [wrong, right]) {
    await addRecent(item, 50_000)
    await used.setReading(item, { shutter_count: 500_000 })
  }
  expect(await used.planOn(today)).toMatchObject({ made: 0, reported: 2 })
  expect((await used.planOn(daysLater(today, 1)))['reported']).toBeUndefined()
  await used.setReading(wrong, { shutter_count: 50_100 })
  await used.setReading(right, { shutter_count: 500_100 })
  const counts = await used.planOn(daysLater(today, 2))
  expect({ made: counts['made'], reported: counts['reported'] }).toEqual({ made: 1, reported: undefined })
  expect({ records: await used.recordsOf(wrong), noteCount: (await used.notesOf(right)).length }).toEqual({
    records: [],
    noteCount: 1,
  })
  expect(await reportsOf('USE-5')).toEqual([
    'The meter of Canon R5 (USE-5) rose from 50000 to 500000 shutter releases, unusually fast',
  ])
  for (const item of [wrong, right]) await used.retire(item)
})

it('a forecast estimates work by use from the usual rate, and has only time without one', async () => {
  const [camera, unknown, drone] = [
    await used.make({ gear_type: 'camera', shutter_count: 0 }),
    await used.make({ gear_type: 'camera', shutter_count: 0 }),
    await used.make({ gear_type: 'drone', purchase_date: today, flight_hours: 1 }),
  ]
  await used.planOn(today)
  for (const item of [camera, unknown]) await used.setReading(item, { shutter_count: 50_000 })
  await used.planOn(today)
  await addRecent(camera, 50_000, 1000)
  const lines: unknown[] = await Array.fromAsync(
    used.studio.sync.client.stream(readForecast, { query: { months: 12 } }),
  )
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
  await used.setReading(unknown, { shutter_count: 95_000 })
  const now: unknown[] = await Array.fromAsync(used.studio.sync.client.stream(readForecast, { query: { months: 1 } }))
  expect(now.slice(1, -1)).toMatchObject([
    { item_id: unknown.id, plan: 'shutter', due_on: today, created_on: today, is_estimated: false },
  ])
  for (const item of [camera, unknown, drone]) await used.retire(item)
})
