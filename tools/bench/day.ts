// `npm run bench:day`: daily runs and a plan in a large inventory, with all processes of `npm start` and a mail server.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type Client } from '../../client/client.ts'
import { startRun } from '../../contract/control/control.ts'
import { API_BASE } from '../../contract/api/operations.ts'
import { createGear } from '../../contract/api/gear.ts'
import { createMaintenance } from '../../contract/api/maintenance.ts'
import { DayResult, runReminders } from '../../contract/control/reminders.ts'
import { readCpuSeconds } from './cpu.ts'
import { readFlags } from './flags.ts'
import { watchMemory } from './memory.ts'
import { followRun, startRentalHouse, type RentalHouse } from './rentalHouse.ts'
import { startMailServer, type MailServer } from '../../test/support/mail/mailServer.ts'

const values = readFlags('npm run bench:day -- [flags]: daily runs and a plan in a large inventory', {
  items: { type: 'string', default: '20000', about: 'gear items in the inventory' },
  due: { type: 'string', default: '2000', about: 'services due in the first daily run' },
  rows: { type: 'string', default: '10000', about: 'rows of the planned sheet' },
  json: { type: 'boolean', default: false, about: 'print figures as JSON' },
})
const items = Number(values.items)
const rows = Number(values.rows)
const due = Number(values.due)
const CONCURRENCY = 64
/** One item in so many has a service due in the first daily run. */
const DUE_EVERY = Math.max(1, Math.round(items / due))
/**
 * One item in so many has a warranty that ends within the watch window, and one in so many others one that ends later.
 */
const ENDING_EVERY = 500
const COVERED_EVERY = 2
/** One item in so many was serviced before. */
const SERVICED_EVERY = 4
const SERVICE_DAYS_AGO = 40
const DAY_MS = 86_400_000
const createSettings = (mailPort: number): string => `sources:
  - { id: main, file: ./rental.csv, key: asset_tag }
reminders:
  channels:
    - { id: mail, type: email, from: kit@studio.example, to: [gear@studio.example], smtp: { host: 127.0.0.1, port: ${mailPort}, security: none } }
maintenance:
  plans:
    - { id: sensor, applies_to: { type: camera }, service_type: Sensor cleaning, every: 6 months, from: purchase }
    - { id: check, applies_to: { type: lens }, service_type: Check, every: 1 year, from: last_completed }
`

/** The end of an item's warranty: within the window, long after it, or none. */
function warrantyOf(index: number): { warranty_expires_on?: string } {
  if (index % ENDING_EVERY === 1) return { warranty_expires_on: isoDay(-5 - (index % 80)) }
  return index % COVERED_EVERY === 1 ? { warranty_expires_on: isoDay(-200 - (index % 900)) } : {}
}

const isoDay = (daysAgo: number): string => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10)

/** Tags as in the sheet. One camera in DUE_EVERY items was bought half a year ago. */
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
    const {
      asset_tag: tag,
      gear_type: type,
      brand,
      model,
      serial_number: serial,
      purchase_date: bought,
    } = itemOf(index)
    return [tag, type, brand, index % 100 === 0 ? `${model} II` : model, serial, bought].join(',')
  })
  return ['Asset Tag,Type,Brand,Model,Serial Number,Purchase Date', ...lines, ''].join('\n')
}

async function fill(api: Client): Promise<void> {
  let next = 0
  const client = async (): Promise<void> => {
    while (next < items) {
      const index = next++
      const { id, gear_type: type } = (await api.call(createGear, { body: { ...itemOf(index), ...warrantyOf(index) } }))
        .body.data
      if (index % SERVICED_EVERY === 2) {
        const service = { service_type: 'Check', service_date: isoDay(SERVICE_DAYS_AGO), status: 'completed' as const }
        await api.call(createMaintenance, { body: { item_type: type, item_id: id, ...service } })
      }
      if (next % 50_000 === 0 && next < items) console.error(`${next} of ${items} items`)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, client))
}

interface Measurement {
  seconds: number
  workerCpuSeconds: number
  serverCpuSeconds: number
  /** Peak of the worker with its parsing child, and of the API server. */
  workerMb: number
  serverMb: number
  counts: unknown
}

async function measure({ worker, server }: RentalHouse, work: () => Promise<unknown>): Promise<Measurement> {
  const [workerMemory, serverMemory] = [watchMemory(worker), watchMemory(server)]
  const startMs = performance.now()
  const [workerBefore, serverBefore] = [readCpuSeconds(worker), readCpuSeconds(server)]
  const counts = await work()
  const seconds = (performance.now() - startMs) / 1000
  workerMemory.stop()
  serverMemory.stop()
  return {
    seconds,
    workerCpuSeconds: readCpuSeconds(worker) - workerBefore,
    serverCpuSeconds: readCpuSeconds(server) - serverBefore,
    workerMb: workerMemory.peakMb(),
    serverMb: serverMemory.peakMb(),
    counts,
  }
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

function print(
  name: string,
  { seconds, workerCpuSeconds, serverCpuSeconds, workerMb, serverMb, counts }: Measurement,
): void {
  const cpu = `CPU of worker and server ${workerCpuSeconds.toFixed(1)} and ${serverCpuSeconds.toFixed(1)} s`
  const memory = `worker at most ${workerMb.toFixed(0)} MB, server ${serverMb.toFixed(0)} MB`
  console.log(`${name}: ${seconds.toFixed(1)} s; ${cpu}; ${memory}\n  ${JSON.stringify(counts)}`)
}

async function runScenario(folder: string, mailServer: MailServer): Promise<void> {
  writeFileSync(join(folder, 'kitroom.yaml'), createSettings(mailServer.port))
  writeFileSync(join(folder, 'rental.csv'), createSheet())
  const house = await startRentalHouse(folder, { KITROOM_RATE_LIMIT: 'off' })
  const api = createClient({ url: house.studio.apiUrl + API_BASE, token: house.key })
  try {
    await fill(api)
    const results = {
      [`the first daily run, ${items} items, ${Math.ceil(items / DUE_EVERY)} services due (≤ 60 s)`]: await measure(
        house,
        () => runDay(house.control),
      ),
      'another, nothing due, after the events of the first (≤ 10 s)': await measure(house, () => runDay(house.control)),
      'a third, nothing due': await measure(house, () => runDay(house.control)),
      [`a plan of ${rows} rows`]: await measure(house, () => plan(house.control)),
    }
    const mails = mailServer.mails.length
    const load = loadavg()[0]?.toFixed(1)
    if (values.json) console.log(JSON.stringify({ items, rows, load, mails, results }, null, 2))
    else {
      for (const [name, result] of Object.entries(results)) print(name, result)
      console.log(`mails received: ${mails}; load average at the end: ${load}`)
    }
  } finally {
    await Promise.all([api.close(), house.control.close()])
    await house.studio.stop()
  }
}

const folder = mkdtempSync(join(tmpdir(), 'kitroom-bench-day-'))
const mailServer = await startMailServer()
try {
  await runScenario(folder, mailServer)
} finally {
  await mailServer.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
