// `npm run bench:forecast`: the forecast of maintenance of a large inventory, with all processes of `npm start`.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type Client } from '../../client/client.ts'
import { ForecastSums, readForecast } from '../../contract/control/forecast.ts'
import { createGear } from '../../contract/api/gear.ts'
import { createMaintenance } from '../../contract/api/maintenance.ts'
import { API_BASE } from '../../contract/api/operations.ts'
import { readCpuSeconds } from './cpu.ts'
import { readFlags } from './flags.ts'
import { watchMemory } from './memory.ts'
import { startRentalHouse, type RentalHouse } from './rentalHouse.ts'

const values = readFlags('npm run bench:forecast -- [flags]: the forecast of maintenance of a large inventory', {
  items: { type: 'string', default: '20000', about: 'gear items, each with two maintenance plans' },
  records: { type: 'string', default: '2', about: 'completed records of each item' },
  months: { type: 'string', default: '12', about: 'months of the forecast' },
  json: { type: 'boolean', default: false, about: 'print figures as JSON' },
})
const items = Number(values.items)
const CONCURRENCY = 64
const ROUNDS = 3
const DAY_MS = 86_400_000
const SETTINGS = `maintenance:
  plans:
    - { id: sensor, applies_to: { type: camera }, service_type: Sensor cleaning, every: 6 months, from: purchase }
    - { id: check, applies_to: { brand: Canon }, service_type: Check, every: 4 months, from: last_completed }
`

const isoDay = (daysAgo: number): string => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10)

async function fillItem(api: Client, index: number): Promise<void> {
  const gear = {
    gear_type: 'camera' as const,
    brand: 'Canon',
    model: `Model ${index % 400}`,
    asset_tag: `RH-${index}`,
    purchase_date: isoDay(30 + (index % 1800)),
  }
  const { id } = (await api.call(createGear, { body: gear })).body.data
  for (let record = 0; record < Number(values.records); record++) {
    const service = {
      service_type: record % 2 === 0 ? 'Check' : 'Sensor cleaning',
      service_date: isoDay(index % 400),
      cost: 80 + (index % 50),
    }
    await api.call(createMaintenance, { body: { item_type: 'camera', item_id: id, status: 'completed', ...service } })
  }
}

async function fill(api: Client): Promise<void> {
  let next = 0
  const client = async (): Promise<void> => {
    while (next < items) await fillItem(api, next++)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, client))
}

interface Measurement {
  services: number
  seconds: number
  /** Until the first line. */
  readingSeconds: number
  workerCpuSeconds: number
  serverCpuSeconds: number
  workerMb: number
}

async function measure({ worker, server, control }: RentalHouse): Promise<Measurement> {
  const memory = watchMemory(worker)
  const startMs = performance.now()
  const [workerBefore, serverBefore] = [readCpuSeconds(worker), readCpuSeconds(server)]
  let readingSeconds = 0
  let last: unknown
  for await (const line of control.stream(readForecast, { query: { months: values.months } })) {
    if (last === undefined) readingSeconds = (performance.now() - startMs) / 1000
    last = line
  }
  memory.stop()
  return {
    services: ForecastSums.parse(last).total.services,
    seconds: (performance.now() - startMs) / 1000,
    readingSeconds,
    workerCpuSeconds: readCpuSeconds(worker) - workerBefore,
    serverCpuSeconds: readCpuSeconds(server) - serverBefore,
    workerMb: memory.peakMb(),
  }
}

function print({ services, seconds, readingSeconds, workerCpuSeconds, serverCpuSeconds, workerMb }: Measurement): void {
  const cpu = `CPU of worker and server: ${workerCpuSeconds.toFixed(1)} and ${serverCpuSeconds.toFixed(1)} s`
  console.log(
    `${services} services: ${seconds.toFixed(1)} s, of these ${readingSeconds.toFixed(1)} s reading (${cpu}); worker at most ${workerMb.toFixed(0)} MB`,
  )
}

async function runScenario(folder: string): Promise<void> {
  writeFileSync(join(folder, 'kitroom.yaml'), SETTINGS)
  const house = await startRentalHouse(folder, { KITROOM_RATE_LIMIT: 'off' })
  const api = createClient({ url: house.studio.apiUrl + API_BASE, token: house.key })
  try {
    await fill(api)
    const results: Measurement[] = []
    for (let round = 0; round < ROUNDS; round++) results.push(await measure(house))
    if (values.json) console.log(JSON.stringify({ items, results }, null, 2))
    else results.forEach(print)
    console.error(`load average at the end: ${loadavg()[0]?.toFixed(1)}`)
  } finally {
    await Promise.all([api.close(), house.control.close()])
    await house.studio.stop()
  }
}

const folder = mkdtempSync(join(tmpdir(), 'kitroom-bench-forecast-'))
try {
  await runScenario(folder)
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
