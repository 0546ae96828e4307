import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Run } from '../../contract/control/control.ts'
import { runOperatorCommand } from '../support/account.ts'
import { fullOrSmall } from '../support/counts.ts'
import { startHoldingProxy } from '../support/holdingProxy.ts'
import { testTemporal } from '../support/temporal.ts'
import { cameras, csv } from './support/sheets.ts'
import { openStudio, type Studio } from './support/studio.ts'
import { until } from '../support/wait.ts'

const STOPPED_ROWS = fullOrSmall(1500, 600)
const REFUSED_ROWS = fullOrSmall(2000, 300)
let studio: Studio

beforeAll(async () => {
  studio = await openStudio(testTemporal())
})
afterAll(() => studio[Symbol.asyncDispose]())

const sum = (counts: Record<string, number>): number => Object.values(counts).reduce((total, count) => total + count, 0)

/** Checks a stopped run: each row has one result, and the API holds exactly what the report says. */
async function checkStopped(run: Run, rows: number): Promise<void> {
  expect(run.status).toBe('stopped')
  expect(sum(run.results)).toBe(rows)
  expect(run.results['not_reached']).toBeGreaterThan(0)
  const report = await studio.sync.report(run.run_id)
  const writtenRows = report.rows.filter((row) => row.result === 'created')
  expect(writtenRows).toHaveLength(run.results['created'] ?? 0)
  const boundItems = await studio.stateSql<{ gear_id: string }>(
    'select gear_id from binding where last_seen_run = ?',
    run.run_id,
  )
  expect(new Set(boundItems.map((row) => row.gear_id))).toEqual(new Set(writtenRows.map((row) => row.gear_id)))
}

it('a run whose rows the API refuses one after another stops, and says why', async () => {
  const rows = cameras(300)
  studio.writeSheet('sheet.csv', csv(rows))
  const { run_id: runId } = await studio.sync.start()
  await studio.sync.follow(runId)
  for (const row of rows.slice(10, 120)) await studio.api.createItem({ asset_tag: row['Asset Tag'] })
  await studio.sync.approve(runId)
  const run = await studio.sync.follow(runId)
  expect(run.reason?.code).toBe('too_many_failures')
  expect(run.results['failed']).toBeGreaterThanOrEqual(20)
  await checkStopped(run, 300)
  expect((await studio.sync.report(runId)).rows.find((row) => row.result === 'failed')?.error?.code).toBe(
    'asset_tag_taken',
  )

  // Items that the test created before the approval are adopted or in conflict. The others are created.
  const nextRun = await studio.sync.syncAll()
  expect(nextRun.finished_at).not.toBeNull()
  expect((nextRun.results['created'] ?? 0) + (run.results['created'] ?? 0)).toBe(190)
})

it('a worker stopped during a run ends in order, and the next worker continues the run', async () => {
  studio.writeSheet(
    'sheet.csv',
    csv(cameras(STOPPED_ROWS).map((row) => ({ ...row, 'Asset Tag': `S-${row['Asset Tag']}` }))),
  )
  const { run_id: runId } = await studio.sync.start()
  await studio.sync.follow(runId)
  await studio.sync.approve(runId)
  await until('a hundred rows are done', async () => (await studio.sync.get(runId)).progress.done >= 100)
  expect(await studio.worker.stop()).toBe(0)
  await studio.startWorker()
  const run = await studio.sync.follow(runId)
  expect(run).toMatchObject({ status: 'completed', results: { created: STOPPED_ROWS } })
})

it('a key that no longer works stops the run', async () => {
  await using proxy = await startHoldingProxy(() => studio.server.url)
  studio.writeSheet(
    'sheet.csv',
    csv(cameras(REFUSED_ROWS).map((row) => ({ ...row, 'Asset Tag': `T-${row['Asset Tag']}` }))),
  )
  const { run_id: runId } = await studio.sync.start()
  await studio.sync.follow(runId)
  await studio.worker.stop()
  await studio.startWorker(proxy.env)
  proxy.holdAfter(REFUSED_ROWS / 4)
  await studio.sync.approve(runId)
  await until('some rows are done', async () => (await studio.sync.get(runId)).progress.done > 0)
  await runOperatorCommand(studio.folder.dataDir, 'workerKey', '--account', studio.accountId)
  proxy.release()
  const run = await studio.sync.follow(runId)
  expect(run.reason?.code).toBe('invalid_api_key')
  await checkStopped(run, REFUSED_ROWS)
})
