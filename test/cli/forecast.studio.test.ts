import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ForecastService, ForecastSum } from '../../contract/control/forecast.ts'
import { readIcalJs } from '../calendars/readers.ts'
import { createApi, type Api, type Item } from '../support/api.ts'
import { runCli } from '../support/cli.ts'
import { startLocalStudio, type LocalStudio } from '../support/localStudio.ts'
import type { CommandResult } from '../support/run.ts'
import { createSettings } from '../support/settings.ts'

const PLANS = `maintenance:
  plans:
    - { id: sensor, applies_to: { type: camera }, service_type: Sensor cleaning, every: 2 months, from: purchase, lead_days: 10, provider: "=Service" }
    - { id: rotors, applies_to: { type: drone }, service_type: Propellers, every: 100 days, lead_days: 5 }
    - { id: none, applies_to: { brand: Leica }, service_type: Check, every: 1 year }
`

let studio: LocalStudio
let api: Api
const forecast = (...args: string[]): Promise<CommandResult> => runCli(['maintenance', 'forecast', ...args], studio.env)

interface Forecast {
  day: string
  until: string
  plans: number
  creates_records: boolean
  data: ForecastService[]
  overdue: ForecastSum
  months: ForecastSum[]
  total: ForecastSum
}

const readJson = async (...args: string[]): Promise<Forecast> =>
  JSON.parse((await forecast(...args, '--json')).out) as Forecast

beforeAll(async () => {
  studio = await startLocalStudio('', 'EUR')
  api = createApi(studio.apiUrl, studio.account.api_key)
})
afterAll(() => studio.stop())

const today = Temporal.Now.plainDateISO('UTC')
const dayIn = (duration: Temporal.DurationLike): string => today.add(duration).toString()

const makeRecord = async (item: Item, fields: Record<string, unknown>): Promise<Item> =>
  (await api.post('/maintenance', { item_type: item['gear_type'], item_id: item.id, ...fields })).item()

it('without plans and records the command says so', async () => {
  const { code, out, err } = await forecast()
  expect({ code, out }).toEqual({
    code: 0,
    out: `No maintenance is due until ${today.add({ months: 12 }).subtract({ days: 1 }).toString()}.\n`,
  })
  expect(err).toContain('kitroom.yaml has no maintenance plans')
  for (const months of ['0', '61', 'x'])
    expect((await forecast('--months', months)).err).toContain('must be a whole number from 1 to 60 [invalid_request]')
  expect((await forecast('--out', 'x')).err).toContain('Say what to write: --csv or --ics.')
  expect((await forecast('--csv', '--ics')).code).toBe(1)
})

it('open records come first, then what plans will create, with costs and their basis', async () => {
  // Without an end-of-month day, so that the months are the same days here as in the plan.
  const bought = today.subtract({ days: 20, months: 24 }).with({ day: Math.min(today.subtract({ days: 20 }).day, 28) })
  const [camera, other] = [
    await api.createItem({
      gear_type: 'camera',
      brand: 'Canon',
      model: 'EOS R5',
      asset_tag: 'CAM-1',
      purchase_date: bought.toString(),
    }),
    await api.createItem({
      gear_type: 'camera',
      brand: 'Sony',
      model: '=A1',
      asset_tag: 'CAM-2',
      purchase_date: today.toString(),
    }),
  ]
  const drone = await api.createItem({
    gear_type: 'drone',
    brand: 'DJI',
    model: 'Mavic 3',
    asset_tag: null,
    purchase_date: dayIn({ days: -90 }),
  })
  for (const cost of [900, 100, 110.01, 120])
    await makeRecord(camera, {
      service_type: 'sensor CLEANING',
      service_date: today.toString(),
      status: 'completed',
      cost,
    })
  await makeRecord(camera, { service_type: 'Sensor cleaning', service_date: today.toString(), status: 'completed' })
  const overdue = await makeRecord(drone, { service_type: 'Firmware', service_date: dayIn({ days: -3 }), cost: 12.5 })
  writeFileSync(join(studio.dataFolder, 'kitroom.yaml'), PLANS)

  const {
    data,
    day,
    until,
    total,
    overdue: sumOfOverdue,
    months,
    plans,
    creates_records: createsRecords,
  } = await readJson('--months', '6')
  expect({ day, until, plans, createsRecords }).toEqual({
    day: today.toString(),
    until: today.add({ months: 6 }).subtract({ days: 1 }).toString(),
    plans: 3,
    createsRecords: true,
  })
  expect(data[0]).toEqual({
    kind: 'open',
    due_on: dayIn({ days: -3 }),
    is_overdue: true,
    is_assumed: false,
    is_estimated: false,
    item_id: drone.id,
    item_type: 'drone',
    item: 'DJI Mavic 3',
    asset_tag: null,
    service_type: 'Firmware',
    service_provider: null,
    plan: null,
    created_on: null,
    maintenance_id: overdue.id,
    status: 'scheduled',
    cost: 12.5,
    cost_from: 'record',
    cost_records: 0,
  })
  const dates = (id: string, service: string): string[] =>
    data
      .filter(({ item_id: item, service_type: type }) => item === id && type === service)
      .map(({ due_on: dueOn }) => dueOn)
  // The day of the month stays that of the purchase. The date before today was done: a service was completed today.
  const cameraDates = Array.from({ length: 6 }, (_, index) => bought.add({ months: 24 + 2 * index }).toString())
  expect(dates(camera.id, 'Sensor cleaning')).toEqual(cameraDates.filter((date) => date >= day && date <= until))
  expect(dates(other.id, 'Sensor cleaning')).toEqual([dayIn({ months: 2 }), dayIn({ months: 4 })])
  expect(dates(drone.id, 'Propellers')).toEqual([dayIn({ days: 10 }), dayIn({ days: 110 })])
  const byItem = (id: string): Partial<ForecastService>[] =>
    data.filter((one) => one.item_id === id && one.kind === 'planned')
  expect(byItem(camera.id)[0]).toMatchObject({
    cost: 110,
    cost_from: 'item',
    cost_records: 3,
    is_assumed: false,
    plan: 'sensor',
  })
  expect(byItem(other.id)[0]).toMatchObject({
    cost: 110,
    cost_from: 'gear_type',
    cost_records: 3,
    service_provider: '=Service',
  })
  expect(byItem(drone.id)).toMatchObject([
    { cost: null, cost_from: 'unknown', is_assumed: false, created_on: dayIn({ days: 5 }) },
    { cost: null, is_assumed: true, created_on: dayIn({ days: 105 }) },
  ])
  const priced = data.filter(({ cost }) => cost !== null)
  expect(total).toEqual({
    month: 'total',
    services: data.length,
    cost: 12.5 + (priced.length - 1) * 110,
    currency: 'EUR',
    unknown: 2,
  })
  expect(sumOfOverdue).toEqual({ month: 'overdue', services: 1, cost: 12.5, currency: 'EUR', unknown: 0 })
  for (const { month, services } of months)
    expect(services).toBe(data.filter((one) => !one.is_overdue && one.due_on.startsWith(month)).length)
  expect(months[0]?.month).toBe(day.slice(0, 7))
  expect(months.at(-1)?.month).toBe(until.slice(0, 7))
})

it('the text shows states, costs, sums and what is missing', async () => {
  const { out, err } = await forecast('--months', '6')
  expect(out).toMatch(
    /^due on +state +item +service +plan +cost +cost from\n\S+ +overdue, scheduled +DJI Mavic 3 +Firmware +- +12\.50 EUR +the record\n/,
  )
  expect(out).toMatch(/planned +Canon EOS R5 \(CAM-1\) +Sensor cleaning +sensor +110\.00 EUR +the last 3 of the item\n/)
  expect(out).toMatch(/planned, assumed +DJI Mavic 3 +Propellers +rotors +- +unknown\n/)
  expect(out).toMatch(/\nmonth +services +cost +cost unknown\noverdue +1 +12\.50 EUR +-\n/)
  expect(err).toContain('No item matches the maintenance plan none.')
  expect(err).toContain('"assumed": if every service before is completed on its date')
})

it('a table and a calendar have the same services', async () => {
  const { data } = await readJson()
  const csv = (await forecast('--csv')).out.split('\r\n')
  expect(csv[0]).toMatch(/^\ufeffdue_on,kind,status,overdue,assumed,estimated,/)
  expect(csv).toHaveLength(data.length + 2)
  expect(csv.join('\n')).toContain(",'=Service,sensor,110,EUR,gear_type,3,")
  expect(csv.join('\n')).not.toContain(',=')
  const path = join(studio.dataFolder, 'forecast.ics')
  expect(await forecast('--ics', '--out', path)).toMatchObject({ code: 0, err: `Written: ${path}\n` })
  const text = readFileSync(path, 'utf8')
  const events = readIcalJs(text)
  expect(events.map(({ start }) => start).toSorted()).toEqual(data.map(({ due_on: dueOn }) => dueOn))
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(data.length)
  expect(events.map(({ summary }) => summary)).toContain('Firmware: DJI Mavic 3')
  expect(text).not.toMatch(/EUR|cost/i)
  expect((await forecast('--ics')).out).toMatch(/^BEGIN:VCALENDAR\r\n[^]*END:VCALENDAR\r\n$/)
})

it('a paused daily run, a subscription without maintenance and a stopped worker are reported', async () => {
  expect((await runCli(['automations', 'pause', 'daily'], studio.env)).code).toBe(0)
  expect((await forecast()).err).toContain(
    'The daily run is paused: it creates no records until somebody resumes it: kitroom automations resume daily',
  )
  const settings = createSettings(studio.apiUrl, studio.account.owner_key)
  await settings.patch('/subscription', { updates: { tier: 'free' } })
  expect((await forecast()).err).toContain(
    'The subscription does not include maintenance: the daily run creates no records until it does.',
  )
  const { code, err } = await runCli(['maintenance', 'forecast'], {
    ...studio.env,
    KITROOM_DATA_DIR: join(studio.dataFolder, 'other'),
  })
  expect(code).toBe(1)
  expect(err).toContain('The worker is not running on the data folder')
})
