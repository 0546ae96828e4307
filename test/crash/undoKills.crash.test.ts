import { expect, it } from 'vitest'
import { testTemporal } from '../support/temporal.ts'
import { cameras, csv } from '../worker/support/sheets.ts'
import { openStudio } from '../worker/support/studio.ts'

const ALL_ROWS = 1200
const CHANGED_ROWS = 300
const RECOVERY_TIMEOUT_MS = 60_000

it('an undo whose worker is killed changes each item once, with one event each, and its report is complete', { timeout: 120_000 }, async () => {
  await using studio = await openStudio(testTemporal(), { ownProcess: 'both' })
  const [keptRows, addedRows] = [cameras(CHANGED_ROWS), cameras(ALL_ROWS).slice(CHANGED_ROWS)]
  studio.writeSheet('sheet.csv', csv(keptRows))
  await studio.sync.syncAll()
  studio.writeSheet('sheet.csv', csv([...keptRows.map((row) => ({ ...row, Model: 'Changed' })), ...addedRows]))
  const run = await studio.sync.syncAll()
  expect(run.results).toEqual({ updated: CHANGED_ROWS, created: addedRows.length })

  const plannedUndo = await studio.sync.follow((await studio.sync.undo(run.run_id)).run_id)
  await studio.sync.approve(plannedUndo.run_id, plannedUndo.counts['delete'])
  while ((await studio.sync.get(plannedUndo.run_id)).progress.done < 200);
  expect(await studio.sync.get(plannedUndo.run_id), 'the kill happens while the undo applies').toMatchObject({ status: 'applying' })
  await studio.worker.kill()
  await studio.startWorker()
  const deadlineMs = Date.now() + RECOVERY_TIMEOUT_MS
  while ((await studio.sync.get(plannedUndo.run_id)).finished_at === null) {
    expect(Date.now(), 'the run resumes automatically and ends').toBeLessThan(deadlineMs)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  expect(await studio.sync.get(plannedUndo.run_id)).toMatchObject({
    status: 'completed',
    results: { updated: CHANGED_ROWS, deleted: addedRows.length },
  })
  const events = 'select type, count(*) as n, count(distinct record_id) as records from event group by type order by type'
  expect(await studio.apiSql(events)).toEqual([
    { type: 'gear.created', n: ALL_ROWS, records: ALL_ROWS },
    { type: 'gear.deleted', n: addedRows.length, records: addedRows.length },
    { type: 'gear.updated', n: 2 * CHANGED_ROWS, records: CHANGED_ROWS },
  ])
  const items = (await studio.api.get('/gear?limit=200')).items()
  expect(items.every(({ model }) => model.startsWith('EOS R'))).toBe(true)
  expect((await studio.sync.syncAll()).counts).toEqual({ unchanged: CHANGED_ROWS, deleted_in_api: addedRows.length })
})
