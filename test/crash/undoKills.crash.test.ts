import { expect, it } from 'vitest'
import { fullOrSmall } from '../support/counts.ts'
import { startHoldingProxy } from '../support/holdingProxy.ts'
import { testTemporal } from '../support/temporal.ts'
import { until } from '../support/wait.ts'
import { cameras, csv } from '../worker/support/sheets.ts'
import { openStudio } from '../worker/support/studio.ts'

const ALL_ROWS = fullOrSmall(1200, 200)
const CHANGED_ROWS = ALL_ROWS / 4
/** Writes of the undo after which the API holds, so that it cannot end before the kill. */
const HELD_AFTER = ALL_ROWS * 0.75

it('an undo whose worker is killed changes each item once, with one event each, and its report is complete', async () => {
  await using studio = await openStudio(testTemporal(), { ownProcess: 'worker' })
  await using proxy = await startHoldingProxy(() => studio.server.url)
  const [keptRows, addedRows] = [cameras(CHANGED_ROWS), cameras(ALL_ROWS).slice(CHANGED_ROWS)]
  studio.writeSheet('sheet.csv', csv(keptRows))
  await studio.sync.syncAll()
  studio.writeSheet('sheet.csv', csv([...keptRows.map((row) => ({ ...row, Model: 'Changed' })), ...addedRows]))
  const run = await studio.sync.syncAll()
  expect(run.results).toEqual({ updated: CHANGED_ROWS, created: addedRows.length })

  const plannedUndo = await studio.sync.follow((await studio.sync.undo(run.run_id)).run_id)
  await studio.worker.stop()
  await studio.startWorker(proxy.env)
  proxy.holdAfter(HELD_AFTER)
  await studio.sync.approve(plannedUndo.run_id, plannedUndo.counts['delete'])
  await until('a part is undone', async () => (await studio.sync.get(plannedUndo.run_id)).progress.done >= ALL_ROWS / 4)
  expect(await studio.sync.get(plannedUndo.run_id), 'the kill happens while the undo applies').toMatchObject({
    status: 'applying',
  })
  await studio.worker.kill()
  proxy.release()
  await studio.startWorker()
  await until(
    'the run resumes automatically and ends',
    async () => (await studio.sync.get(plannedUndo.run_id)).finished_at,
  )
  expect(await studio.sync.get(plannedUndo.run_id)).toMatchObject({
    status: 'completed',
    results: { updated: CHANGED_ROWS, deleted: addedRows.length },
  })
  const events =
    'select type, count(*) as n, count(distinct record_id) as records from event group by type order by type'
  expect(await studio.apiSql(events)).toEqual([
    { type: 'gear.created', n: ALL_ROWS, records: ALL_ROWS },
    { type: 'gear.deleted', n: addedRows.length, records: addedRows.length },
    { type: 'gear.updated', n: 2 * CHANGED_ROWS, records: CHANGED_ROWS },
  ])
  const items = (await studio.api.get('/gear?limit=200')).items()
  expect(items.every(({ model }) => model.startsWith('EOS R'))).toBe(true)
  expect((await studio.sync.syncAll()).counts).toEqual({ unchanged: CHANGED_ROWS, deleted_in_api: addedRows.length })
})
