import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Client, Connection, WorkflowNotFoundError } from '@temporalio/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Run } from '../../contract/control/control.ts'
import { createBulkEdit } from '../../contract/control/controlBulkEdit.ts'
import { accountPrefix, syncWorkflowId } from '../../contract/temporal.ts'
import { fullOrSmall } from '../support/counts.ts'
import { startHoldingProxy } from '../support/holdingProxy.ts'
import { testTemporal } from '../support/temporal.ts'
import { until } from '../support/wait.ts'
import { cameras, csv } from '../worker/support/sheets.ts'
import { openStudio, type Studio } from '../worker/support/studio.ts'

/** Rows of the run that is being applied when worker and history are lost. */
const ROWS = fullOrSmall(1500, 200)
const DAY_MS = 24 * 60 * 60 * 1000
let studio: Studio
let connection: Connection
let client: Client

beforeAll(async () => {
  const { address, namespace } = testTemporal()
  studio = await openStudio({ address, namespace }, { ownProcess: 'worker' })
  connection = await Connection.connect({ address })
  client = new Client({ connection, namespace })
})
afterAll(async () => {
  await connection.close()
  await studio[Symbol.asyncDispose]()
})

const workflowIdOf = (source: string): string => syncWorkflowId(accountPrefix(studio.accountId), source)

/** Deletes the workflow and its history, as if Temporal had restarted with an empty database. */
async function loseHistory(source = 'main'): Promise<void> {
  const workflowId = workflowIdOf(source)
  const handle = client.workflow.getHandle(workflowId)
  await connection.workflowService.deleteWorkflowExecution({
    namespace: testTemporal().namespace,
    workflowExecution: { workflowId },
  })
  const isThere = (): Promise<boolean> =>
    handle.describe().then(
      () => true,
      (error: unknown) => {
        if (error instanceof WorkflowNotFoundError) return false
        throw error
      },
    )
  await until('Temporal has lost the workflow', async () => !(await isThere()))
}

const waitUntilEnded = (runId: string): Promise<unknown> =>
  until('the run ends', async () => (await studio.sync.get(runId)).finished_at)

const waitingRun = async (): Promise<string> => {
  const { run_id: runId } = await studio.sync.start()
  expect(await studio.sync.follow(runId)).toMatchObject({ status: 'waiting' })
  return runId
}

it('an undecided plan expires after seven days, even when Temporal lost its workflow meanwhile', async () => {
  studio.writeSheet('sheet.csv', csv(cameras(5)))
  const runId = await waitingRun()
  await studio.worker.stop()
  await loseHistory()
  const plannedAt = new Date(Date.now() - 7 * DAY_MS + 6000).toISOString()
  await studio.stateSql('update run set planned_at = ? where run_id = ?', plannedAt, runId)
  await studio.startWorker()
  await studio.worker.waitForLog(/Temporal lost the workflow of main; a new one resumes its run/)
  await waitUntilEnded(runId)
  const run = await studio.sync.get(runId)
  expect(run).toMatchObject({ status: 'expired', results: { not_reached: 5 } })
  expect(Date.parse(run.finished_at ?? '') - Date.parse(plannedAt), 'not before its time').toBeGreaterThanOrEqual(
    7 * DAY_MS,
  )
  expect((await studio.api.get('/gear')).pagination().total).toBe(0)
})

it('a waiting plan whose workflow Temporal lost can still be approved', async () => {
  const runId = await waitingRun()
  // Temporal closes a workflow before it deletes it, and a worker that looks in between takes it for ended by a person.
  process.kill(studio.worker.pid, 'SIGSTOP')
  await loseHistory().finally(() => process.kill(studio.worker.pid, 'SIGCONT'))
  expect(await studio.sync.approve(runId)).toMatchObject({ status: 'applying' })
  expect(await studio.sync.follow(runId)).toMatchObject({ status: 'completed', results: { created: 5 } })
})

it('a run that was applying when worker and history were lost resumes and completes', async () => {
  await using proxy = await startHoldingProxy(() => studio.server.url)
  await studio.worker.stop()
  await studio.startWorker(proxy.env)
  studio.writeSheet('sheet.csv', csv(cameras(ROWS)))
  const runId = await waitingRun()
  proxy.holdAfter(ROWS * 0.8)
  await studio.sync.approve(runId)
  await until('a part is written', async () => (await studio.sync.get(runId)).progress.done >= ROWS / 5)
  await studio.worker.kill()
  await loseHistory()
  const [sentRows] = await studio.stateSql<{ n: number }>(
    'select count(*) as n from row_result where run_id = ?',
    runId,
  )
  expect(sentRows?.n).toBeLessThan(ROWS - 5)
  await studio.startWorker()
  await waitUntilEnded(runId)
  expect(await studio.sync.get(runId)).toMatchObject({
    status: 'completed',
    results: { created: ROWS - 5, unchanged: 5 },
  })
  const [events] = await studio.apiSql<{ n: number; records: number }>(
    'select count(*) as n, count(distinct record_id) as records from event',
  )
  expect(events).toEqual({ n: ROWS, records: ROWS })
})

it('a run whose workflow was terminated by hand fails, and the next run can start', async () => {
  const [moved, ...others] = cameras(6)
  studio.writeSheet('sheet.csv', csv([{ ...moved, 'Storage Location': 'Attic' }, ...others]))
  const runId = await waitingRun()
  await client.workflow.getHandle(workflowIdOf('main')).terminate('by hand')
  const nextRun = await waitingRun()
  expect(await studio.sync.get(runId)).toMatchObject({ status: 'failed', reason: { code: 'workflow_closed' } })
  await studio.sync.reject(nextRun)
})

it('a workflow whose run was lost with the worker’s database does not block its source', async () => {
  await waitingRun()
  await studio.worker.stop()
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(studio.folder.dataDir, `worker.db${suffix}`), { force: true })
  await studio.startWorker()
  studio.writeSheet('sheet.csv', csv(cameras(6)))
  const run = await studio.sync.syncAll()
  expect(run).toMatchObject({ status: 'completed', counts: { unchanged: 6 } })
  expect(await studio.stateSql('select * from binding'), 'items are bound again').toHaveLength(6)
})

it('a plan older than 23 hours is compared with the inventory before it is applied', async () => {
  const rows = cameras(8)
  for (const row of rows.slice(1, 4)) row['Storage Location'] = 'Attic'
  const newRow = { Type: 'camera', Brand: 'Leica', Model: 'Q3' }
  studio.writeSheet(
    'sheet.csv',
    csv([
      ...rows,
      { 'Asset Tag': 'Z-1', ...newRow },
      { 'Asset Tag': 'Z-2', ...newRow },
      { 'Asset Tag': 'Z-3', ...newRow },
    ]),
  )
  const runId = await waitingRun()
  const item = async (tag: string): Promise<Record<string, unknown>> =>
    (await studio.api.get(`/gear?asset_tag=${tag}`)).items()[0] ?? {}
  const moveTo = async (tag: string, location: string): Promise<unknown> =>
    studio.api.patch(`/gear/${String((await item(tag))['id'])}`, { updates: { storage_location: location } })
  // K-0002 moves to another location, K-0003 to the planned one. Z-1 is created with other fields, Z-2 as planned.
  await moveTo('K-0002', 'Cellar')
  await moveTo('K-0003', 'Attic')
  await studio.api.createItem({ brand: 'Leica', model: 'M11', asset_tag: 'z-1' })
  const plannedItem = await studio.api.createItem({ brand: 'Leica', model: 'Q3', asset_tag: 'Z-2' })
  const yesterday = new Date(Date.now() - DAY_MS).toISOString()
  await studio.stateSql('update run set listed_at = ? where run_id = ?', yesterday, runId)
  const approvedAtMs = Date.now()
  await studio.sync.approve(runId)
  const endedRun = await studio.sync.follow(runId)
  expect(endedRun).toMatchObject({ status: 'completed_with_errors', results: { stale: 2, updated: 2, created: 2 } })
  const report = await studio.sync.report(runId)
  expect(report.rows.find((row) => row.key === 'K-0002')).toMatchObject({
    result: 'stale',
    error: { detail: 'The item was changed after the plan was made.' },
  })
  expect(report.rows.find((row) => row.key === 'Z-1')).toMatchObject({
    result: 'stale',
    error: { detail: 'An item with this key was made after the plan was made.' },
  })
  expect(report.rows.find((row) => row.key === 'Z-2')).toMatchObject({ result: 'created', gear_id: plannedItem.id })
  expect(await item('K-0002')).toMatchObject({ storage_location: 'Cellar' })
  expect(await item('K-0004')).toMatchObject({ storage_location: 'Attic' })
  const [{ listed_at: listedAt } = {}] = await studio.stateSql<{ listed_at: string }>(
    'select listed_at from run where run_id = ?',
    runId,
  )
  expect(Date.parse(listedAt ?? '')).toBeGreaterThanOrEqual(approvedAtMs)
})

it('the preview of a bulk edit expires after a day, and can be approved before, when Temporal lost its workflow', async () => {
  const item = await studio.api.createItem({ brand: 'Lost' })
  const preview = async (): Promise<Run> => {
    const body = { items: [{ id: item.id }], updates: { notes: 'Found' } }
    const { run_id: runId } = (await studio.sync.client.call(createBulkEdit, { body })).body.data
    return studio.sync.follow(runId)
  }
  const [old, recent] = [await preview(), await preview()]
  await studio.worker.stop()
  for (const { source } of [old, recent]) await loseHistory(source)
  const plannedAt = new Date(Date.now() - DAY_MS + 6000).toISOString()
  await studio.stateSql('update run set planned_at = ? where run_id = ?', plannedAt, old.run_id)
  // The inventory was listed so long ago that it is compared again.
  await studio.stateSql('update run set listed_at = ? where run_id = ?', plannedAt, recent.run_id)
  await studio.startWorker()
  await waitUntilEnded(old.run_id)
  const expired = await studio.sync.get(old.run_id)
  expect(expired).toMatchObject({ status: 'expired', results: { not_reached: 1 } })
  expect(Date.parse(expired.finished_at ?? '') - Date.parse(plannedAt), 'not before its time').toBeGreaterThanOrEqual(
    DAY_MS,
  )
  expect(await studio.sync.get(recent.run_id)).toMatchObject({ status: 'waiting' })
  await studio.sync.approve(recent.run_id)
  expect(await studio.sync.follow(recent.run_id)).toMatchObject({ status: 'completed', results: { updated: 1 } })
  expect((await studio.api.get(`/gear/${item.id}`)).item()).toMatchObject({ notes: 'Found' })
})
