// `npm run bench:day`: daily runs and a plan in a large inventory, with all processes of `npm start`.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type Client } from '../client/client.ts'
import { startRun } from '../contract/control.ts'
import { API_BASE } from '../contract/operations.ts'
import { createGear } from '../contract/gear.ts'
import { DayResult, runReminders } from '../contract/reminders.ts'
import { readFlags } from './flags.ts'
import { watchMemory } from './memory.ts'
import { followRun, startRentalHouse, type RentalHouse } from './rentalHouse.ts'

const values = readFlags('npm run bench:day -- [flags]: daily runs and a plan in a large inventory', {
  items: { type: 'string', default: '20000', about: 'gear items in the inventory' },
  rows: { type: 'string', default: '10000', about: 'rows of the planned sheet' },
  json: { type: 'boolean', default: false, about: 'print figures as JSON' },
})
const items = Number(values.items)
const rows = Number(values.rows)
const CONCURRENCY = 64
/** One item in so many has a service due in the first daily run. */
const DUE_EVERY = 250
const DAY_MS = 86_400_000
const SETTINGS = `sources:
  - { id: main, file: ./rental.csv, key: asset_tag }
maintenance:
  plans:
    - { id: sensor, applies_to: { type: camera }, service_type: Sensor cleaning, every: 6 months, from: purchase }
`

const isoDay = (daysAgo: number): string => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10)

/** Tags as in the sheet. Lenses have no plan; one camera in DUE_EVERY items was bought half a year ago. */
const itemOf = (index: number) => ({
  gear_type: index % DUE_EVERY === 0 ? ('camera' as const) : ('lens' as const),
  brand: 'Canon',
  model: `Model ${index % 400}`,
  asset_tag: `RH-${String(index + 1).padStart(6, '0')}`,
  serial_number: String(1_000_000 + index),
  purchase_date: isoDay(index % DUE_EVERY === 0 ? 178 : 30 + (index % 140)),
})

/** The first items as a sheet; one row in a hundred has another model. */
function createSheet(): string {
  const lines = Array.from({ length: rows }, (_, index) => {
    const { asset_tag: tag, gear_type: type, brand, model, serial_number: serial, purchase_date: bought } = itemOf(index)
    return [tag, type, brand, index % 100 === 0 ? `${model} II` : model, serial, bought].join(',')
  })
  return ['Asset Tag,Type,Brand,Model,Serial Number,Purchase Date', ...lines, ''].join('\n')
}

async function fill(api: Client): Promise<void> {
  let next = 0
  const client = async (): Promise<void> => {
    while (next < items) {
      await api.call(createGear, { body: itemOf(next++) })
      if (next % 50_000 === 0 && next < items) console.error(`${next} of ${items} items`)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, client))
}

interface Measurement {
  seconds: number
  /** Peak of the worker with its parsing child, and of the API server. */
  workerMb: number
  serverMb: number
  counts: unknown
}

async function measure({ worker, server }: RentalHouse, work: () => Promise<unknown>): Promise<Measurement> {
  const [workerMemory, serverMemory] = [watchMemory(worker), watchMemory(server)]
  const startMs = performance.now()
  const counts = await work()
  const seconds = (performance.now() - startMs) / 1000
  workerMemory.stop()
  serverMemory.stop()
  return { seconds, workerMb: workerMemory.peakMb(), serverMb: serverMemory.peakMb(), counts }
}

/** Executes the daily run; a call joins the one that runs. */
async function runDay(control: Client): Promise<unknown> {
  for (;;) {
    const { outcome, counts, error } = DayResult.parse((await control.call(runReminders, { body: {} })).body.data)
    if (outcome === 'failed') throw new Error(`the daily run failed: ${error}`)
    if (outcome === 'completed') return counts
  }
}

async function plan(control: Client): Promise<unknown> {
  const { run_id: id } = (await control.call(startRun, { body: { source: 'main', decide: 'wait' } })).body.data
  const { counts, status, reason } = await followRun(control, id)
  if (status !== 'waiting') throw new Error(`the plan is ${status}: ${JSON.stringify(reason)}`)
  return counts
}

function print(name: string, { seconds, workerMb, serverMb, counts }: Measurement): void {
  console.log(
    `${name}: ${seconds.toFixed(1)} s, worker at most ${workerMb.toFixed(0)} MB, server ${serverMb.toFixed(0)} MB\n  ${JSON.stringify(counts)}`,
  )
}

async function runScenario(folder: string): Promise<void> {
  writeFileSync(join(folder, 'kitroom.yaml'), SETTINGS)
  writeFileSync(join(folder, 'rental.csv'), createSheet())
  const house = await startRentalHouse(folder, { KITROOM_RATE_LIMIT: 'off' })
  const api = createClient({ url: house.studio.apiUrl + API_BASE, token: house.key })
  try {
    await fill(api)
    const results = {
      [`the first daily run, ${items} items, ${Math.ceil(items / DUE_EVERY)} services due`]: await measure(house, () => runDay(house.control)),
      'another, nothing due': await measure(house, () => runDay(house.control)),
      [`a plan of ${rows} rows`]: await measure(house, () => plan(house.control)),
    }
    if (values.json) console.log(JSON.stringify({ items, rows, results }, null, 2))
    else for (const [name, result] of Object.entries(results)) print(name, result)
  } finally {
    await Promise.all([api.close(), house.control.close()])
    await house.studio.stop()
  }
}

const folder = mkdtempSync(join(tmpdir(), 'kitroom-bench-day-'))
try {
  await runScenario(folder)
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
