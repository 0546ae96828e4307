import { writeXlsx } from 'hucre/xlsx'
import { afterEach, expect, it } from 'vitest'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from '../../local/ports.ts'
import { createProgressPrinter } from '../../local/progressPrinter.ts'
import { findTemporal } from '../../local/temporal/find.ts'
import { startTemporalServer, type TemporalServer } from '../../local/temporal/server.ts'
import { createSeededRandom } from '../support/random.ts'
import { createDataFolder } from '../support/server.ts'
import { cameras, type Row } from '../worker/support/sheets.ts'
import { openStudio, type Studio } from '../worker/support/studio.ts'
import { fullOrSmall } from '../support/counts.ts'
import { pause, until } from '../support/wait.ts'
import { runSeed } from '../support/seed.ts'

const CYCLE_COUNT = Number(process.env['CRASH_CYCLES'] ?? fullOrSmall(30, 2))
const SEED = runSeed
const FIRST_ROWS = fullOrSmall(300, 100)
const CHANGED_ROWS = fullOrSmall(100, 40)
const ADDED_ROWS = fullOrSmall(40, 20)
/** About the duration of a run. The kill happens at a random time within it. */
const MAX_DELAY_MS = fullOrSmall(2500, 1000)

const config =
  'sources:\n  - id: main\n    file: sheet.xlsx\n    approve: auto\n    guard: { changes: 100000, percent: 100 }\n'
const random = createSeededRandom(SEED)
const randomBelow = (limit: number): number => random.int(limit)

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const closeOne of closers.splice(0).toReversed()) await closeOne()
})

async function writeWorkbook(studio: Studio, rows: readonly Row[]): Promise<void> {
  const header = Object.keys(rows[0] ?? {})
  const cells = [['Studio inventory'], [], header, ...rows.map((row) => header.map((name) => row[name] ?? null))]
  writeFileSync(
    join(studio.folder.dataDir, 'sheet.xlsx'),
    await writeXlsx({ sheets: [{ name: 'Inventory', rows: cells }] }),
  )
}

function nextSheet(rows: readonly Row[], cycle: number): Row[] {
  const changedIndexes = new Set(Array.from({ length: CHANGED_ROWS }, () => randomBelow(rows.length)))
  const all = cameras(rows.length + ADDED_ROWS)
  return all.map((row, index) => {
    const rowBefore = rows[index] ?? row
    return changedIndexes.has(index)
      ? { ...rowBefore, 'Storage Location': `Cycle ${cycle} place ${randomBelow(1000)}` }
      : rowBefore
  })
}

function waitUntilEnded(studio: Studio, runId: string): Promise<string> {
  return until(`run ${runId} resumes automatically and ends`, async () => {
    const run = await studio.sync.get(runId).catch(() => undefined)
    return run?.finished_at ? run.status : undefined
  })
}

async function checkState(studio: Studio, rows: readonly Row[]): Promise<void> {
  const items = await studio.apiSql<{ tag: string; place: string; price: number }>(
    "select json_extract(record, '$.asset_tag') as tag, json_extract(record, '$.storage_location') as place, json_extract(record, '$.purchase_price') as price from gear order by tag",
  )
  const expectedItems = rows.map((row) => ({
    tag: row['Asset Tag'],
    place: row['Storage Location'],
    price: row['Purchase Price'],
  }))
  expect(items).toEqual(expectedItems.toSorted((a, b) => (String(a.tag) < String(b.tag) ? -1 : 1)))
}

async function events(studio: Studio): Promise<Record<string, number>> {
  const rows = await studio.apiSql<{ type: string; n: number }>('select type, count(*) as n from event group by type')
  return Object.fromEntries(rows.map((row) => [row.type, row.n]))
}

const differences = (rowsBefore: readonly Row[], rowsAfter: readonly Row[]): number =>
  rowsBefore.filter((row, index) => row['Storage Location'] !== rowsAfter[index]?.['Storage Location']).length

it(`${CYCLE_COUNT} XLSX runs, each with a kill -9 at a random moment, write each change once (seed ${SEED})`, async () => {
  const folder = createDataFolder()
  closers.push(async () => folder[Symbol.dispose]())
  const options = {
    binary: await findTemporal(process.env, createProgressPrinter()),
    port: await findFreePort(),
    namespace: 'default',
    databaseFile: join(folder.dataDir, 'temporal.db'),
    env: process.env,
  }
  let temporal: TemporalServer = await startTemporalServer(options)
  closers.push(() => temporal.stop())
  const studio = await openStudio(temporal, { ownProcess: 'both', config })
  closers.push(async () => studio[Symbol.asyncDispose]())
  const kill = {
    worker: async () => {
      await studio.worker.kill()
      await studio.startWorker()
    },
    server: async () => {
      await studio.serverProcess.kill()
      await studio.restartServer()
    },
    temporal: async () => {
      process.kill(temporal.pid, 'SIGKILL')
      await temporal.exited
      temporal = await startTemporalServer(options)
    },
  }
  const processNames = ['worker', 'server', 'temporal'] as const
  const killCounts = { worker: 0, server: 0, temporal: 0 }
  let rows: Row[] = cameras(FIRST_ROWS)
  let expectedCounts = { created: FIRST_ROWS, updated: 0 }
  await writeWorkbook(studio, rows)
  await waitUntilEnded(studio, (await studio.sync.start({ decide: 'policy' })).run_id)
  for (let cycle = 1; cycle <= CYCLE_COUNT; cycle++) {
    const nextRows = nextSheet(rows, cycle)
    expectedCounts = {
      created: expectedCounts.created + ADDED_ROWS,
      updated: expectedCounts.updated + differences(rows, nextRows),
    }
    rows = nextRows
    await writeWorkbook(studio, rows)
    const { run_id: runId } = await studio.sync.start({ decide: 'policy' })
    await pause(randomBelow(MAX_DELAY_MS), 'the kill comes at a random moment of the run')
    const processName = random.pick(processNames)
    killCounts[processName] += 1
    await kill[processName]()
    expect(await waitUntilEnded(studio, runId), `cycle ${cycle}, ${processName} killed`).toBe('completed')
    await checkState(studio, rows)
    expect(await events(studio)).toEqual({
      'gear.created': expectedCounts.created,
      ...(expectedCounts.updated > 0 && { 'gear.updated': expectedCounts.updated }),
    })
  }
  const lastStart = await studio.sync.start({ decide: 'policy' })
  expect(await waitUntilEnded(studio, lastStart.run_id)).toBe('completed')
  expect((await studio.sync.get(lastStart.run_id)).results).toEqual({ unchanged: rows.length })
  console.log(`${CYCLE_COUNT} runs with ${JSON.stringify(killCounts)} killed, ${rows.length} items, seed ${SEED}`)
})
