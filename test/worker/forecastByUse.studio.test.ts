import { expect, it } from 'vitest'
import { ForecastService } from '../../contract/control/forecast.ts'
import { forecastLines } from '../../worker/control/forecast.ts'
import { daysLater } from '../activities/maintenance/oracle.ts'
import type { Item } from '../support/api.ts'
import { fullOrSmall } from '../support/counts.ts'
import { openInProcessStudio, type InProcessStudio } from '../support/inProcessStudio.ts'
import { createSeededRandom, type Random } from '../support/random.ts'

// At a constant rate of use, a forecast equals what daily runs then create, for random rates, amounts and leads.

const ITEMS = 12
/** A rate is known from the fourth day with a new reading on. */
const DAYS_BEFORE = 6
const DAYS = fullOrSmall(200, 24)
const FIRST_DAY = '2027-02-20'
const ZONE = 'UTC'
const seed = Number(process.env['KITROOM_TEST_SEED'] ?? 7)

const randomPlans = (random: Random): string => {
  const plan = (id: string, type: string, every: string, lead: number, more = ''): string =>
    `    - { id: ${id}, applies_to: { type: ${type} }, service_type: ${id}, every: { ${every} }, lead: ${lead}${more} }`
  const count = 200 + random.int(400)
  return [
    'maintenance:',
    '  plans:',
    plan('shutter', 'camera', `shutter_count: ${count}`, random.int(100)),
    plan('mirror', 'camera', `shutter_count: ${count * 2 + 1}`, 0, `, or: ${20 + random.int(60)} days, lead_days: 0`),
    plan('rotors', 'drone', `flight_hours: ${10 + random.int(40)}`, 0),
    '',
  ].join('\n')
}

interface Used {
  item: Item
  field: 'shutter_count' | 'flight_hours'
  value: number
  perDay: number
  /** Its services are completed on the day on which they fall due. */
  isServiced: boolean
}

async function makeItem(studio: InProcessStudio, random: Random, index: number): Promise<Used> {
  const [gearType, field] =
    index % 3 === 0 ? (['drone', 'flight_hours'] as const) : (['camera', 'shutter_count'] as const)
  const perDay = field === 'flight_hours' ? 1 + random.int(8) / 2 : 3 + random.int(60)
  const value = random.int(5000)
  const item = await studio.api.createItem({
    gear_type: gearType,
    brand: 'B',
    model: `M${index}`,
    purchase_date: FIRST_DAY,
    [field]: value,
  })
  return { item, field, value, perDay, isServiced: index % 2 === 0 }
}

const startOf = (day: string): Temporal.ZonedDateTime =>
  Temporal.PlainDateTime.from(`${day}T07:00`).toZonedDateTime(ZONE)

/** A day on which every item is used as always, and the daily run. */
async function liveDay(studio: InProcessStudio, used: readonly Used[], day: string): Promise<void> {
  studio.moveTo(startOf(day))
  for (const one of used) {
    one.value += one.perDay
    expect((await studio.api.patch(`/gear/${one.item.id}`, { updates: { [one.field]: one.value } })).status).toBe(200)
  }
  studio.clock.move(3_600_000)
  await studio.runDaily()
}

async function listRecords({ api }: InProcessStudio): Promise<Item[]> {
  const first = await api.get('/maintenance?limit=200')
  expect(first.pagination().total).toBeLessThanOrEqual(200)
  return first.items()
}

/** Completes what is open of the items that are serviced. */
async function service(studio: InProcessStudio, used: readonly Used[], records: readonly Item[]): Promise<void> {
  const serviced = new Set(used.filter(({ isServiced }) => isServiced).map(({ item }) => item.id))
  for (const record of records.filter(({ status, item_id: id }) => status === 'scheduled' && serviced.has(String(id))))
    expect((await studio.api.patch(`/maintenance/${record.id}`, { updates: { status: 'completed' } })).status).toBe(200)
}

async function readForecast({ worker }: InProcessStudio): Promise<ForecastService[]> {
  const lines: unknown[] = await Array.fromAsync(forecastLines(worker, 12))
  return lines.slice(1, -1).map((line) => ForecastService.parse(line))
}

const toLine = (...parts: unknown[]): string => parts.join(' ')

it(`at a constant rate a forecast equals what the daily runs then create (seed ${seed})`, async () => {
  const random = createSeededRandom(seed)
  const plans = randomPlans(random)
  await using studio = await openInProcessStudio(plans, startOf(FIRST_DAY))
  const used: Used[] = []
  for (let index = 0; index < ITEMS; index++) used.push(await makeItem(studio, random, index))
  let day = FIRST_DAY
  for (let count = 0; count < DAYS_BEFORE; count++) {
    day = daysLater(day, 1)
    await liveDay(studio, used, day)
  }
  await service(studio, used, await listRecords(studio))
  const forecast = await readForecast(studio)
  const existing = new Set((await listRecords(studio)).map(({ id }) => id))
  const created: { item: string; line: string }[] = []
  for (let count = 0; count < DAYS; count++) {
    day = daysLater(day, 1)
    await liveDay(studio, used, day)
    const records = await listRecords(studio)
    for (const { id, item_id: item, service_type: type, service_date: date } of records)
      if (!existing.has(id)) created.push({ item: String(item), line: toLine(item, type, date, day) })
    for (const { id } of records) existing.add(id)
    await service(studio, used, records)
  }
  const isServiced = (id: string): boolean => used.some(({ item, isServiced: is }) => is && item.id === id)
  // What follows from an assumed service does not happen to an item that nobody services.
  const expected = forecast
    .filter(
      ({ kind, created_on: on, is_assumed: isAssumed, item_id: id }) =>
        kind === 'planned' && (on ?? '') <= day && (isServiced(id) || !isAssumed),
    )
    .map((one) => toLine(one.item_id, one.service_type, one.due_on, one.created_on))
  expect(created.map(({ line }) => line).toSorted(), `created by ${plans}`).toEqual(expected.toSorted())
  expect(expected.length).toBeGreaterThan(ITEMS)
  const estimated = forecast.filter(({ is_estimated: isEstimated }) => isEstimated)
  expect(new Set(estimated.map(({ plan }) => plan)), `estimated of ${plans}`).toEqual(
    new Set(['shutter', 'mirror', 'rotors']),
  )
})
