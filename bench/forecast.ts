// `node bin/run.mjs bench/forecast.ts`: the forecast of maintenance of a large inventory, with all processes of `npm start`.
// Flags: --items 20000, --records 2 (completed ones per item), --months 12
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createClient, type Client } from '../client/client.ts'
import { ForecastSums, readForecast } from '../contract/forecast.ts'
import { createGear } from '../contract/gear.ts'
import { createMaintenance } from '../contract/maintenance.ts'
import { API_BASE } from '../contract/operations.ts'
import { watchMemory } from './memory.ts'
import { startRentalHouse } from './rentalHouse.ts'

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '20000' },
    records: { type: 'string', default: '2' },
    months: { type: 'string', default: '12' },
  },
})
const items = Number(values.items)
const CONCURRENCY = 64
const DAY_MS = 86_400_000
const SETTINGS = `maintenance:
  plans:
    - { id: sensor, applies_to: { type: camera }, service_type: Sensor cleaning, every: 6 months, from: purchase }
    - { id: check, applies_to: { brand: Canon }, service_type: Check, every: 4 months, from: last_completed }
`

const isoDay = (daysAgo: number): string => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10)

const TICKS_PER_SECOND = 100

/** CPU time of a process; 0 where /proc does not say. A busy machine stretches only the other time. */
function readCpuSeconds(pid: number): number {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return 0
  const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

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
    const service = { service_type: record % 2 === 0 ? 'Check' : 'Sensor cleaning', service_date: isoDay(index % 400), cost: 80 + (index % 50) }
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

async function runScenario(folder: string): Promise<void> {
  writeFileSync(join(folder, 'kitroom.yaml'), SETTINGS)
  const house = await startRentalHouse(folder, { KITROOM_RATE_LIMIT: 'off' })
  const api = createClient({ url: house.studio.apiUrl + API_BASE, token: house.key })
  try {
    await fill(api)
    for (let round = 0; round < 3; round++) {
      const memory = watchMemory(house.worker)
      const startMs = performance.now()
      const cpuBefore = [house.worker, house.server].map(readCpuSeconds)
      let firstMs: number | undefined
      let last: unknown
      for await (const line of house.control.stream(readForecast, { query: { months: values.months } })) {
        firstMs ??= performance.now() - startMs
        last = line
      }
      const seconds = (performance.now() - startMs) / 1000
      memory.stop()
      const cpu = [house.worker, house.server].map((pid, index) => (readCpuSeconds(pid) - (cpuBefore[index] ?? 0)).toFixed(1))
      const { total } = ForecastSums.parse(last)
      console.log(
        `${items} items, ${total.services} services: ${seconds.toFixed(1)} s, of these ${((firstMs ?? 0) / 1000).toFixed(1)} s reading (CPU of worker and server: ${cpu.join(' and ')} s); worker at most ${memory.peakMb().toFixed(0)} MB`,
      )
    }
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
