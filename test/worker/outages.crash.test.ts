import { afterAll, beforeAll, expect, it } from 'vitest'
import { testTemporal } from '../support/temporal.ts'
import { cameras, csv } from './support/sheets.ts'
import { until } from '../support/wait.ts'
import { openStudio, type Studio } from './support/studio.ts'

// An outage does not count as a failed attempt. An unexpected failure does.

let studio: Studio

beforeAll(async () => {
  studio = await openStudio(testTemporal())
})
afterAll(() => studio[Symbol.asyncDispose]())

const linesOf = (message: RegExp): number => studio.worker.log.filter(({ msg }) => message.test(String(msg))).length

it('a fault after a long API outage is retried as often as any other', async () => {
  studio.writeSheet('sheet.csv', csv(cameras(3)))
  const { run_id: runId } = await studio.sync.start()
  await studio.sync.follow(runId)
  await studio.server.stop()
  await studio.sync.approve(runId)
  await until(
    'six attempts meet no API',
    async () => linesOf(/^applySlice will be retried: The API server cannot be reached/) >= 6,
  )
  const [row] = await studio.stateSql<{ body: string }>(
    'select body from plan_row where run_id = ? and position = 1',
    runId,
  )
  await studio.stateSql("update plan_row set body = 'broken' where run_id = ? and position = 1", runId)
  await studio.restartServer()
  await until('an attempt meets the broken row', async () => linesOf(/^applySlice did not succeed/) >= 1)
  await studio.stateSql('update plan_row set body = ? where run_id = ? and position = 1', row?.body ?? '', runId)
  expect(await studio.sync.follow(runId)).toMatchObject({ status: 'completed', results: { created: 3 } })
})

it('a permanent fault stops the run after five attempts', async () => {
  studio.writeSheet('sheet.csv', csv(cameras(5)))
  const { run_id: runId } = await studio.sync.start()
  await studio.sync.follow(runId)
  const linesBefore = linesOf(/^applySlice did not succeed/)
  await studio.stateSql("update plan_row set body = 'broken' where run_id = ? and action = 0", runId)
  await studio.sync.approve(runId)
  expect(await studio.sync.follow(runId)).toMatchObject({ status: 'stopped', reason: { code: 'internal_error' } })
  expect(linesOf(/^applySlice did not succeed/) - linesBefore).toBe(5)
})
