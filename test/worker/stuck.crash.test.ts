import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { abortRun } from '../../contract/control/control.ts'
import { listProblems } from '../../contract/control/problems.ts'
import { runCli } from '../support/cli.ts'
import { startHoldingProxy } from '../support/holdingProxy.ts'
import { testTemporal } from '../support/temporal.ts'
import { codeOf } from './support/codes.ts'
import { cameras, csv } from './support/sheets.ts'
import { until } from '../support/wait.ts'
import { openStudio, type Studio } from './support/studio.ts'

// A run whose history does not match the workflow code of a new version, and the abort that frees its source.

const ROWS = 1000
/** Writes after which the API holds, so that the run cannot end before its abort. */
const HELD_AFTER = 500
let studio: Studio

beforeEach(async () => {
  studio = await openStudio(testTemporal(), { ownProcess: 'worker' })
  studio.writeSheet('sheet.csv', csv(cameras(3)))
})
afterEach(() => studio[Symbol.asyncDispose]())

const abort = (source = 'main'): Promise<unknown> => studio.sync.client.call(abortRun, { params: { source }, body: {} })

/** Restarts the worker with workflow code that calls other activities. @returns the code before */
async function upgrade(): Promise<string> {
  await studio.worker.stop()
  const folder = join(studio.folder.dataDir, 'cache')
  const [name = ''] = readdirSync(folder).filter((file) => file.startsWith('workflows-'))
  const text = readFileSync(join(folder, name), 'utf8')
  expect(text).toContain('.stageSource.')
  writeFileSync(join(folder, name), text.replaceAll('.stageSource.', '.finishRun.'))
  await studio.startWorker()
  return text
}

it('a workflow that keeps failing after an upgrade is reported, and an abort frees its source', async () => {
  const { run_id: runId } = await studio.sync.start()
  await studio.sync.follow(runId)
  const bundle = await upgrade()
  // The mismatch shows only when the workflow gets something to do.
  const approving = studio.sync.approve(runId).catch(() => undefined)
  const problem = await until('it is a problem', async () => (await studio.sync.client.call(listProblems)).body.data[0])
  expect(problem).toMatchObject({
    code: 'workflow_stuck',
    title: 'Sync of main cannot go on',
    detail: expect.stringMatching(/Nondeterminism error: .*\nEnd its run: npm run kitroom -- sync abort main$/s),
  })
  await approving
  const url = String((await studio.worker.waitForLog('ready'))['url'])
  expect((await fetch(`${url}/readyz`)).status).toBe(503)
  await studio.worker.waitForLog(/^Sync of main cannot go on:/)
  const status = await runCli(['sync', 'status'], { KITROOM_DATA_DIR: studio.folder.dataDir })
  expect(status.out).toMatch(/^! Sync of main cannot go on, since .*\n {2}Its workflow fails again and again/)

  const aborted = await runCli(['sync', 'abort', 'main'], { KITROOM_DATA_DIR: studio.folder.dataDir })
  expect(aborted).toMatchObject({ code: 0, out: expect.stringContaining('[aborted]') })
  expect(await studio.sync.get(runId)).toMatchObject({ status: 'failed', reason: { code: 'aborted' } })
  await studio.worker.stop()
  const [name = ''] = readdirSync(join(studio.folder.dataDir, 'cache')).filter((file) => file.startsWith('workflows-'))
  writeFileSync(join(studio.folder.dataDir, 'cache', name), bundle)
  await studio.startWorker()
  expect(await studio.sync.syncAll()).toMatchObject({ status: 'completed', results: { created: 3 } })
})

it('an abort also ends a sound run, waiting or in the middle of its rows', async () => {
  const waitingRun = await studio.sync.start()
  await studio.sync.follow(waitingRun.run_id)
  await abort()
  expect(await studio.sync.get(waitingRun.run_id)).toMatchObject({ status: 'failed', reason: { code: 'aborted' } })
  expect(await codeOf(abort())).toBe('no_run')

  studio.writeSheet('sheet.csv', csv(cameras(ROWS)))
  const { run_id: runId } = await studio.sync.start()
  await studio.sync.follow(runId)
  await studio.worker.stop()
  await using proxy = await startHoldingProxy(() => studio.server.url)
  proxy.holdAfter(HELD_AFTER)
  await studio.startWorker(proxy.env)
  await studio.sync.approve(runId)
  await until('a hundred rows are done', async () => (await studio.sync.get(runId)).progress.done >= 100)
  await abort()
  const run = await studio.sync.get(runId)
  expect(run).toMatchObject({ status: 'stopped', reason: { code: 'aborted' } })
  proxy.release()
  // A worker that stops waits for the answers of the API to the rows in progress.
  await studio.worker.stop()
  await studio.startWorker()
  const writtenCount = (await studio.apiSql('select id from gear')).length
  expect((await studio.sync.get(runId)).results).toEqual({ created: writtenCount, not_reached: ROWS - writtenCount })
  expect((await studio.stateSql('select * from binding')).length).toBe(writtenCount)
  const again = await runCli(['sync', 'abort', runId], { KITROOM_DATA_DIR: studio.folder.dataDir })
  expect(again, 'a run that has ended').toMatchObject({ code: 0, out: expect.stringContaining('was stopped') })
  expect(again.out).toContain(`To undo what it has written: npm run kitroom -- sync undo ${runId}`)
  expect(await studio.sync.syncAll()).toMatchObject({
    status: 'completed',
    results: { created: ROWS - writtenCount, unchanged: writtenCount },
  })
})
