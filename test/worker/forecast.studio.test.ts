import { expect, it } from 'vitest'
import { ForecastHead, ForecastService, ForecastSums, readForecast } from '../../contract/control/forecast.ts'
import { forEachLimit } from '../../activities/shared/forEachLimit.ts'
import { daysLater } from '../activities/maintenance/oracle.ts'
import type { Item } from '../support/api.ts'
import { fullOrSmall } from '../support/counts.ts'
import { createSeededRandom, type Random } from '../support/random.ts'
import { testTemporal } from '../support/temporal.ts'
import { openDays } from './support/days.ts'
import { openStudio, type Studio } from './support/studio.ts'

// A forecast equals what daily runs then create, for random plans and items.

const DAYS = fullOrSmall(70, 12)
const ITEMS = fullOrSmall(60, 24)
const SEEDS = fullOrSmall(6, 1)
const TYPES = ['camera', 'lens', 'drone'] as const
const SERVICES = ['Check', 'Sensor cleaning', 'Firmware'] as const
const CONCURRENCY = 8

/** A few short periods make many dates within the days that are run. */
function randomPlans(random: Random, today: string): string {
  const plan = (index: number): string => {
    const every = random.pick(['3 days', '1 weeks', '2 weeks', '1 months', '2 months', '1 years'])
    const from = random.pick(['purchase', 'last_completed', 'last_completed', daysLater(today, random.int(30))])
    const filter = random.chance(0.5) ? `type: ${random.pick(TYPES)}` : `brand: ${random.pick(['canon', 'sony'])}`
    return `    - { id: plan-${index}, applies_to: { ${filter} }, service_type: ${random.pick(SERVICES)}, every: ${every}, from: ${from}, lead_days: ${random.int(40)} }`
  }
  // Its readings do not change, so only time counts.
  const byUse = `    - { id: use, applies_to: { type: camera }, service_type: Shutter, every: { shutter_count: 1000 }, or: ${random.pick(['9 days', '1 month'])} }`
  return `maintenance:\n  plans:\n${[...Array.from({ length: 5 }, (_, index) => plan(index)), byUse].join('\n')}\n`
}

const earlier = (day: string, days: number): string => Temporal.PlainDate.from(day).subtract({ days }).toString()

class House implements AsyncDisposable {
  private readonly completedAt = new Map<string, string>()
  readonly studio: Studio
  readonly random: Random
  readonly today: string
  constructor(studio: Studio, random: Random, today: string) {
    this.studio = studio
    this.random = random
    this.today = today
  }

  /** Completes a record as if on this day: the API knows only today. */
  async complete(id: unknown, day: string): Promise<void> {
    const reply = await this.studio.api.patch(`/maintenance/${String(id)}`, { updates: { status: 'completed' } })
    this.completedAt.set(String(id), String(reply.item()['completed_at']))
    await this.setCompletedAt(String(id), `${day}T10:00:00.000Z`)
  }

  private setCompletedAt(id: string, at: string): Promise<unknown> {
    return this.studio.apiSql(
      `update maintenance set record = json_set(record, '$.completed_at', ?) where id = ?`,
      at,
      id,
    )
  }

  /** Makes the records equal their events again. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const [id, at] of this.completedAt) await this.setCompletedAt(id, at)
  }

  /** An item with some earlier and open records. */
  async makeItem(): Promise<Item> {
    const { studio, random, today } = this
    const purchased = random.chance(0.8) ? { purchase_date: earlier(today, random.int(900)) } : {}
    const status = random.chance(0.1) ? 'retired' : 'ready'
    const type = random.pick(TYPES)
    const reading = type === 'camera' && random.chance(0.5) ? { shutter_count: random.int(100_000) } : {}
    const item = await studio.api.createItem({
      gear_type: type,
      brand: random.pick(['Canon', 'Sony']),
      ...purchased,
      status,
      ...reading,
    })
    for (let count = random.int(4); count > 0; count--) {
      const date = daysLater(earlier(today, 60), random.int(90))
      const cost = random.chance(0.5) ? { cost: random.int(100_000) / 100 } : {}
      const body = {
        item_type: item['gear_type'],
        item_id: item.id,
        service_type: random.pick(SERVICES),
        service_date: date,
        ...cost,
      }
      const { id } = (await studio.api.post('/maintenance', body)).item()
      if (random.chance(0.5)) await this.complete(id, date < today ? date : earlier(today, random.int(20)))
      else if (random.chance(0.3)) await studio.api.patch(`/maintenance/${id}`, { updates: { status: 'cancelled' } })
    }
    return item
  }

  async forecast(months: number): Promise<{ head: ForecastHead; services: ForecastService[]; sums: ForecastSums }> {
    const lines: unknown[] = await Array.fromAsync(this.studio.sync.client.stream(readForecast, { query: { months } }))
    const services = lines.slice(1, -1).map((line) => ForecastService.parse(line))
    return { head: ForecastHead.parse(lines[0]), services, sums: ForecastSums.parse(lines.at(-1)) }
  }

  async records(): Promise<Item[]> {
    const records: Item[] = []
    for (let page: Item[] = []; records.length === 0 || page.length === 200; records.push(...page)) {
      page = (await this.studio.api.get(`/maintenance?limit=200&offset=${records.length}`)).items()
      if (page.length === 0) break
    }
    return records
  }
}

const toText = (...parts: unknown[]): string => parts.join(' ')
const markerOf = (record: Item): RegExpExecArray | null =>
  /Maintenance plan (\S+), due (\S+)\./.exec(String(record['notes']))

async function runSeed(seed: number): Promise<void> {
  const random = createSeededRandom(seed)
  const today = Temporal.Now.plainDateISO('UTC').toString()
  const plans = randomPlans(random, today)
  await using studio = await openStudio(testTemporal(), { config: plans })
  await using days = await openDays(testTemporal(), studio)
  await using house = new House(studio, random, today)
  const items: Item[] = []
  await forEachLimit(Array.from({ length: ITEMS }), CONCURRENCY, async () => void items.push(await house.makeItem()))
  /** Services of these items are completed on their dates. */
  const completedItems = new Set(items.filter((_, index) => index % 2 === 0).map(({ id }) => id))
  const existing = new Set((await house.records()).map(({ id }) => id))
  const { services, sums } = await house.forecast(12)
  expect(sums.total.services).toBe(services.length)

  const created: { item: string; service: string; plan: string; dueOn: string; day: string }[] = []
  for (let count = 0, day = today; count < DAYS; count++, day = daysLater(day, 1)) {
    await days.runDay(day)
    for (const record of await house.records()) {
      const item = String(record['item_id'])
      const marker = markerOf(record)
      if (!existing.has(record.id))
        created.push({
          item,
          service: String(record['service_type']),
          plan: marker?.[1] ?? '',
          dueOn: marker?.[2] ?? '',
          day,
        })
      existing.add(record.id)
      const isOpen = record['status'] === 'scheduled' || record['status'] === 'in_progress'
      if (isOpen && completedItems.has(item) && String(record['service_date']) <= day)
        await house.complete(record.id, day)
    }
  }
  const lastDay = daysLater(today, DAYS - 1)
  const until = Temporal.PlainDate.from(today).add({ months: 12 }).subtract({ days: 1 }).toString()
  const planned = services.filter(
    ({ kind, created_on: createdOn }) => kind === 'planned' && (createdOn ?? '') <= lastDay,
  )
  const createdInTime = created.filter(({ dueOn }) => dueOn <= until)

  const forecastOfCompleted = planned
    .filter(({ item_id: id }) => completedItems.has(id))
    .map((one) => toText(one.item_id, one.service_type, one.plan, one.due_on, one.created_on))
  const createdOfCompleted = createdInTime
    .filter(({ item }) => completedItems.has(item))
    .map(({ item, service, plan, dueOn, day }) => toText(item, service, plan, dueOn, day))
  expect(forecastOfCompleted.toSorted(), `seed ${seed}\n${plans}`).toEqual(createdOfCompleted.toSorted())

  const createdOfOthers = createdInTime
    .filter(({ item }) => !completedItems.has(item))
    .map((one) => toText(one.item, one.service, one.dueOn))
  // A date that another plan has anyway is not assumed, but that plan may create the record later than a plan that
  // counts from completions.
  const mayComeLater = ({ plan, due_on: dueOn }: ForecastService): boolean =>
    dueOn > lastDay && new RegExp(`id: ${plan}, .*from: last_completed`).test(plans)
  const forecastOfOthers = planned
    .filter(({ item_id: id, is_assumed: isAssumed }) => !completedItems.has(id) && !isAssumed)
    .map((one) => ({ text: toText(one.item_id, one.service_type, one.due_on), mayComeLater: mayComeLater(one) }))
    .filter((one) => !one.mayComeLater || createdOfOthers.includes(one.text))
    .map(({ text }) => text)
  expect(forecastOfOthers.toSorted(), `seed ${seed}\n${plans}`).toEqual(createdOfOthers.toSorted())
  expect(createdOfCompleted.length + createdOfOthers.length).toBeGreaterThan(ITEMS / 4)
}

const FIRST_SEED = Number(process.env['KITROOM_TEST_SEED'] ?? 21)

it.each(Array.from({ length: SEEDS }, (_, index) => FIRST_SEED + index))(
  'a forecast equals what the daily runs then create (seed %i)',
  runSeed,
)
