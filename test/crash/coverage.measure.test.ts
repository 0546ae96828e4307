import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, Connection } from '@temporalio/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountPrefix, dailyWorkflowId, taskQueue, workflowNames } from '../../contract/temporal.ts'
import { runSql } from '../support/database.ts'
import { startLocalStudio, type LocalStudio } from '../support/localStudio.ts'
import { testTemporal } from '../support/temporal.ts'
import { cameras, csv } from '../worker/support/sheets.ts'
import { openSync } from '../worker/support/sync.ts'
import { fullOrSmall } from '../support/counts.ts'

const ITEM_COUNT = fullOrSmall(20_000, 5000)
const INSIDE_COUNT = 600
const ENDED_COUNT = 400
const SETTLE_TIMEOUT_MS = 150_000
const MAX_DAILY_MS = 10_000
const MAX_RSS_MB = 550

let studio: LocalStudio
let connection: Connection
let temporal: Client
let account = ''

const today = Temporal.Now.plainDateISO('UTC')
/** The end date of an item's warranty: inside the watch window, before today, or years after the window. */
function endOf(index: number): string {
  const days = index < INSIDE_COUNT ? 2 + (index % 88) : index < INSIDE_COUNT + ENDED_COUNT ? -1 - index : 91 + (index % 2000)
  return today.add({ days }).toString()
}

const stateSql = <Row>(text: string): Promise<Row[]> => runSql<Row>(join(studio.dataFolder, 'worker.db'), text)
const countOf = async (text: string): Promise<number> => (await stateSql<{ n: number }>(`select count(*) as n from ${text}`))[0]?.n ?? 0
const openRuns = async (): Promise<number> =>
  (await temporal.workflow.count(`TaskQueue = '${taskQueue(account)}' AND ExecutionStatus = 'Running'`)).count

beforeAll(async () => {
  studio = await startLocalStudio('sources:\n  - id: main\n    file: sheet.csv\n')
  studio.write('sheet.csv', csv(cameras(ITEM_COUNT).map((row, index) => ({ ...row, 'Warranty Expires': endOf(index) }))))
  const { address, namespace } = testTemporal()
  connection = await Connection.connect({ address })
  temporal = new Client({ connection, namespace })
  account = accountPrefix(studio.account.account_id)
}, 60_000)
afterAll(async () => {
  await connection.close()
  await studio.stop()
})

function peakMb(): number {
  const { processes } = JSON.parse(readFileSync(join(studio.dataFolder, 'run.json'), 'utf8')) as { processes: Record<string, { pid: number }> }
  const status = readFileSync(`/proc/${processes['worker']?.pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024
}

async function until(description: string, condition: () => Promise<boolean>): Promise<void> {
  const deadlineMs = Date.now() + SETTLE_TIMEOUT_MS
  while (!(await condition())) {
    if (Date.now() > deadlineMs) throw new Error(`it took too long until ${description}`)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

async function runDaily(name: string): Promise<{ tookMs: number; counts: unknown }> {
  const startedAtMs = performance.now()
  const options = { workflowId: `${dailyWorkflowId(account)}:${name}`, taskQueue: taskQueue(account), args: [{}] }
  const stepCounts = (await temporal.workflow.execute(workflowNames.daily, options)) as Record<string, unknown>
  return { tookMs: performance.now() - startedAtMs, counts: stepCounts['reconcileWarranties'] }
}

it(`${ITEM_COUNT} items with warranties need one workflow, one message, a short daily run and bounded memory`, { timeout: 400_000 }, async () => {
  const startedAtMs = performance.now()
  expect(await openSync(studio.dataFolder).syncAll()).toMatchObject({ status: 'completed', results: { created: ITEM_COUNT } })
  const synced = performance.now()
  await until('every event is in the inbox', async () => (await countOf("inbox where type = 'document.created'")) === ITEM_COUNT)
  await until('every event is handled', async () => (await countOf('inbox_todo')) === 0)
  await until('every due reminder is sent', async () => (await countOf("reminder where state = 'sent'")) === INSIDE_COUNT + ENDED_COUNT)
  const settledAtMs = performance.now()
  expect(await countOf('coverage')).toBe(INSIDE_COUNT + ENDED_COUNT)
  expect(await countOf('(select distinct mail_id from reminder)'), 'the first sync is one message').toBe(1)
  await until('only one workflow is open', async () => (await openRuns()) === 1)
  const { tookMs, counts } = await runDaily('quiet')
  expect(counts).toEqual({ covers: INSIDE_COUNT + ENDED_COUNT, queued: 0, opened: 0, woken: 0 })
  expect(tookMs).toBeLessThan(MAX_DAILY_MS)
  expect(await openRuns()).toBe(1)
  const hasMemory = existsSync('/proc/self/status')
  const memory = hasMemory ? `${peakMb().toFixed(0)} MB at most` : 'memory NOT MEASURED: there is no /proc here'
  console.log(
    `${ITEM_COUNT} items: synced in ${((synced - startedAtMs) / 1000).toFixed(1)} s, events settled ${((settledAtMs - synced) / 1000).toFixed(1)} s later, ` +
      `${INSIDE_COUNT} ends inside the window, a daily run with nothing due ${(tookMs / 1000).toFixed(1)} s, worker ${memory}`,
  )
  expect(hasMemory ? peakMb() : 0).toBeLessThan(MAX_RSS_MB)
})
