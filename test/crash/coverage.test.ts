import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, Connection } from '@temporalio/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountPrefix, dailyWorkflowId, taskQueue, workflowNames } from '../../contract/temporal.ts'
import { sqlOn } from '../support/database.ts'
import { startLocalStudio, type LocalStudio } from '../support/localStudio.ts'
import { testTemporal } from '../support/temporal.ts'
import { cameras, csv } from '../worker/support/sheets.ts'
import { openSync } from '../worker/support/sync.ts'
import { sized } from '../support/counts.ts'

const ITEMS = sized(20_000, 5000)
const INSIDE = 600
const ENDED = 400
const SETTLED_WITHIN_MS = 150_000
const DAY_WITHIN_MS = 60_000
const RSS_MB = 550

let studio: LocalStudio
let connection: Connection
let temporal: Client
let account = ''

const today = Temporal.Now.plainDateISO('UTC')
/** The end date of an item's warranty: inside the watch window, before today, or years after the window. */
function endOf(index: number): string {
  const days = index < INSIDE ? 2 + (index % 88) : index < INSIDE + ENDED ? -1 - index : 91 + (index % 2000)
  return today.add({ days }).toString()
}

const stateSql = <Row>(text: string): Promise<Row[]> => sqlOn<Row>(join(studio.dataFolder, 'worker.db'), text)
const countOf = async (text: string): Promise<number> => (await stateSql<{ n: number }>(`select count(*) as n from ${text}`))[0]?.n ?? 0
const openRuns = async (): Promise<number> =>
  (await temporal.workflow.count(`TaskQueue = '${taskQueue(account)}' AND ExecutionStatus = 'Running'`)).count

beforeAll(async () => {
  studio = await startLocalStudio('sources:\n  - id: main\n    file: sheet.csv\n')
  studio.write('sheet.csv', csv(cameras(ITEMS).map((row, index) => ({ ...row, 'Warranty Expires': endOf(index) }))))
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

async function until(description: string, isSo: () => Promise<boolean>): Promise<void> {
  const giveUpAtMs = Date.now() + SETTLED_WITHIN_MS
  while (!(await isSo())) {
    if (Date.now() > giveUpAtMs) throw new Error(`it took too long until ${description}`)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

async function runDaily(name: string): Promise<{ tookMs: number; counts: unknown }> {
  const startedAtMs = performance.now()
  const options = { workflowId: `${dailyWorkflowId(account)}:${name}`, taskQueue: taskQueue(account), args: [{}] }
  const stepCounts = (await temporal.workflow.execute(workflowNames.daily, options)) as Record<string, unknown>
  return { tookMs: performance.now() - startedAtMs, counts: stepCounts['reconcileWarranties'] }
}

test(`${ITEMS} items with warranties need one workflow, one message, a short daily run and bounded memory`, { timeout: 400_000 }, async () => {
  const startedAtMs = performance.now()
  expect(await openSync(studio.dataFolder).syncAll()).toMatchObject({ status: 'completed', results: { created: ITEMS } })
  const synced = performance.now()
  await until('every event is in the inbox', async () => (await countOf("inbox where type = 'document.created'")) === ITEMS)
  await until('every event is handled', async () => (await countOf('inbox_todo')) === 0)
  await until('every due reminder is sent', async () => (await countOf("reminder where state = 'sent'")) === INSIDE + ENDED)
  const settled = performance.now()
  expect(await countOf('coverage')).toBe(INSIDE + ENDED)
  expect(await countOf('(select distinct mail_id from reminder)'), 'the first sync is one message').toBe(1)
  await until('only one workflow is open', async () => (await openRuns()) === 1)
  const { tookMs, counts } = await runDaily('quiet')
  expect(counts).toEqual({ covers: INSIDE + ENDED, queued: 0, opened: 0, woken: 0 })
  expect(tookMs).toBeLessThan(DAY_WITHIN_MS)
  expect(await openRuns()).toBe(1)
  const hasMemory = existsSync('/proc/self/status')
  const memory = hasMemory ? `${peakMb().toFixed(0)} MB at most` : 'memory NOT MEASURED: there is no /proc here'
  console.log(
    `${ITEMS} items: synced in ${((synced - startedAtMs) / 1000).toFixed(1)} s, events settled ${((settled - synced) / 1000).toFixed(1)} s later, ` +
      `${INSIDE} ends inside the window, a daily run with nothing due ${(tookMs / 1000).toFixed(1)} s, worker ${memory}`,
  )
  expect(hasMemory ? peakMb() : 0).toBeLessThan(RSS_MB)
})
