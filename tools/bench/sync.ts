// `npm run bench:sync`: syncs a rental house's sheet with all processes of `npm start`.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, Connection } from '@temporalio/client'
import type { Client as ControlClient } from '../../client/client.ts'
import { approveRun, startRun } from '../../contract/control/control.ts'
import { workflowNames } from '../../contract/temporal.ts'
import { readFlags } from './flags.ts'
import { describeMaximum, type Aim } from './goals.ts'
import { watchMemory, readProcessTreeMb } from './memory.ts'
import { measureReading } from './reading.ts'
import { createRentalSheet } from './rental.ts'
import { followRun, startRentalHouse } from './rentalHouse.ts'
import { computeMedian } from './statistics.ts'
import { toWorkbook } from './workbook.ts'

const values = readFlags(
  "npm run bench:sync -- [flags]: syncs a rental house's sheet with all processes of npm start",
  {
    rows: { type: 'string', default: '10000', about: 'rows of the sheet' },
    changed: { type: 'string', default: '150', about: 'rows that the last file changes' },
    format: { type: 'string', default: 'csv', about: 'csv or xlsx' },
    'plan-only': { type: 'boolean', default: false, about: 'end after the first plan' },
    json: { type: 'boolean', default: false, about: 'print figures as JSON' },
  },
)
const rows = Number(values.rows)
const changed = Math.min(Number(values.changed), rows)
const folder = mkdtempSync(join(tmpdir(), 'kitroom-bench-sync-'))
const sheetName = values.format === 'xlsx' ? 'rental.xlsx' : 'rental.csv'

async function writeSheet(changedRows: number): Promise<Uint8Array> {
  const text = Buffer.from(createRentalSheet(rows, changedRows))
  const bytes = sheetName === 'rental.xlsx' ? await toWorkbook(text) : text
  writeFileSync(join(folder, sheetName), bytes)
  return bytes
}

interface SyncPass {
  planSeconds: number
  applySeconds: number
  counts: Record<string, number>
  results: Record<string, number>
  status: string
}

async function measurePass(control: ControlClient): Promise<SyncPass> {
  const startedAtMs = performance.now()
  const { run_id: id } = (await control.call(startRun, { body: { source: 'main', decide: 'wait' } })).body.data
  const plannedRun = await followRun(control, id)
  const plannedAtMs = performance.now()
  if (plannedRun.status === 'waiting') await control.call(approveRun, { params: { id }, body: {} })
  const endedRun = await followRun(control, id)
  const seconds = (from: number, to: number): number => (to - from) / 1000
  return {
    planSeconds: seconds(startedAtMs, plannedAtMs),
    applySeconds: seconds(plannedAtMs, performance.now()),
    counts: endedRun.counts,
    results: endedRun.results,
    status: endedRun.status,
  }
}

interface Workflows {
  syncs: number
  /** Number of workflow runs that are no syncs, by type. */
  others: Record<string, number>
}

async function countWorkflows(address: string): Promise<Workflows> {
  const connection = await Connection.connect({ address })
  // Temporal's counts are eventually consistent.
  await sleep(2000)
  const { workflow } = new Client({ connection, namespace: 'kitroom' })
  const counts: Record<string, number> = {}
  for await (const { type } of workflow.list()) counts[type] = (counts[type] ?? 0) + 1
  await connection.close()
  const { [workflowNames.inventorySync]: syncs = 0, ...others } = counts
  return { syncs, others }
}

/** The targets are defined for this number of rows. */
const TARGET_ROWS = 10_000
const PLAN_REASON =
  'a plan also lists the inventory, compares and stores each row, and waits for Temporal between its steps'
/** Seconds, by number of rows. */
const PLAN_SECONDS: Record<number, Aim> = {
  10_000: { target: 5, goal: 2, reason: PLAN_REASON },
  100_000: { goal: 12, reason: PLAN_REASON },
}
const AGAIN_SECONDS: Record<number, Aim> = { 10_000: { target: 3, goal: 1.5, reason: PLAN_REASON } }
/** Multiples of the time that reading the file alone takes in the same run. */
const PLAN_OF_READING: Aim = { goal: 4, reason: PLAN_REASON }
const AGAIN_OF_READING: Aim = { goal: 3, reason: PLAN_REASON }

const describeSeconds = (seconds: number, aims: Record<number, Aim>): string => {
  const aim = aims[rows]
  return `${seconds.toFixed(2)} s${aim ? `: ${describeMaximum(seconds, aim, ' s')}` : ''}`
}
const describeMultiple = (seconds: number, readingSeconds: number, aim: Aim): string =>
  `${(seconds / readingSeconds).toFixed(1)} × reading alone: ${describeMaximum(seconds / readingSeconds, aim, ' ×')}`
const describeTarget = (isMet: boolean, target: string): string => {
  if (rows > TARGET_ROWS) return `(${target} is wanted of ${TARGET_ROWS} rows)`
  return isMet ? `meets ${target}` : `MISSES ${target}`
}

function printPass(name: string, result: SyncPass, line: string): void {
  console.log(
    `${name}: plan ${result.planSeconds.toFixed(2)} s, apply ${result.applySeconds.toFixed(2)} s; planned ${JSON.stringify(result.counts)}, came of it ${JSON.stringify(result.results)}, ${result.status}\n  ${line}`,
  )
}

interface Measurement {
  /** Time of reading the first file alone: the median before the first sync and after the last one. */
  readingSeconds: number
  first: SyncPass
  again: SyncPass
  next: SyncPass
  idleMb: number
  peakMb: number
  workflows: Workflows
}

async function measurePlan(control: ControlClient, worker: number, bytes: Uint8Array): Promise<void> {
  const readingSeconds = await measureReading(bytes, sheetName)
  const memory = watchMemory(worker)
  const startedAtMs = performance.now()
  const { run_id: id } = (await control.call(startRun, { body: { source: 'main', decide: 'wait' } })).body.data
  const { counts, status, reason } = await followRun(control, id)
  const seconds = (performance.now() - startedAtMs) / 1000
  memory.stop()
  const measurements = {
    rows,
    format: values.format,
    planSeconds: seconds,
    readingSeconds,
    peakMb: memory.peakMb(),
    counts,
    status,
    reason,
  }
  if (values.json) console.log(JSON.stringify(measurements, null, 2))
  else
    console.log(
      `${rows} rows of ${values.format}: plan ${describeSeconds(seconds, PLAN_SECONDS)}; ${describeMultiple(seconds, readingSeconds, PLAN_OF_READING)}\n  worker with its parsing child at most ${measurements.peakMb.toFixed(0)} MB, ${JSON.stringify(counts)}, ${status}${reason ? ` [${reason.code}] ${reason.detail}` : ''}`,
    )
}

async function measure(
  control: ControlClient,
  worker: number,
  temporal: string,
  bytes: Uint8Array,
): Promise<Measurement> {
  await sleep(5000)
  const idleMb = readProcessTreeMb(worker)
  const readingSeconds = [await measureReading(bytes, sheetName)]
  const memory = watchMemory(worker)
  const first = await measurePass(control)
  const again = await measurePass(control)
  await writeSheet(changed)
  const next = await measurePass(control)
  memory.stop()
  readingSeconds.push(await measureReading(bytes, sheetName))
  return {
    readingSeconds: computeMedian(readingSeconds),
    first,
    again,
    next,
    idleMb,
    peakMb: memory.peakMb(),
    workflows: await countWorkflows(temporal),
  }
}

function printMeasurement({ readingSeconds, first, again, next, idleMb, peakMb, workflows }: Measurement): void {
  const created = first.results['created'] === rows
  const againSeconds = again.planSeconds + again.applySeconds
  console.log(`reading the file alone: ${readingSeconds.toFixed(2)} s`)
  printPass(
    'first',
    first,
    `plan ${describeSeconds(first.planSeconds, PLAN_SECONDS)}\n  ${describeMultiple(first.planSeconds, readingSeconds, PLAN_OF_READING)}\n  ${describeTarget(first.applySeconds <= 60 && created, `apply ≤ 60 s with ${rows} created`)}`,
  )
  printPass(
    'again',
    again,
    `${describeSeconds(againSeconds, AGAIN_SECONDS)}\n  ${describeMultiple(againSeconds, readingSeconds, AGAIN_OF_READING)}\n  ${describeTarget(again.counts['unchanged'] === rows, `${rows} unchanged`)}`,
  )
  const isExact = next.counts['update'] === changed && next.results['updated'] === changed
  printPass(`${changed} changed`, next, describeTarget(isExact, `exactly ${changed} updates`))
  console.log(
    `worker with its parsing child: idle ${idleMb.toFixed(0)} MB, peak ${peakMb.toFixed(0)} MB: ${describeTarget(peakMb <= 550, '≤ 550 MB')}`,
  )
  const { syncs, others: counts } = workflows
  const others = Object.values(counts).reduce((sum, count) => sum + count, 0)
  console.log(
    `sync workflows started for three runs: ${syncs}: ${describeTarget(syncs <= 5, '≤ 5')}; others: ${JSON.stringify(counts)}: ${describeTarget(others <= 5, '≤ 5')}`,
  )
}

async function runScenario(): Promise<void> {
  writeFileSync(join(folder, 'kitroom.yaml'), `sources:\n  - id: main\n    file: ./${sheetName}\n    key: asset_tag\n`)
  const bytes = await writeSheet(0)
  const { studio, control, worker } = await startRentalHouse(folder)
  try {
    if (values['plan-only']) return await measurePlan(control, worker, bytes)
    const measured = await measure(control, worker, studio.temporalAddress, bytes)
    if (values.json) console.log(JSON.stringify({ rows, changed, ...measured }, null, 2))
    else printMeasurement(measured)
  } finally {
    await control.close()
    await studio.stop()
  }
}

try {
  await runScenario()
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
