import { expect, it } from 'vitest'
import { createBulkEdit } from '../../contract/control/controlBulkEdit.ts'
import { testTemporal } from '../support/temporal.ts'
import { cameras, csv } from '../worker/support/sheets.ts'
import { openStudio } from '../worker/support/studio.ts'

const ITEMS = 1500
const RECOVERY_TIMEOUT_MS = 60_000

it('a bulk edit whose worker is killed changes each item once, with one event each', { timeout: 180_000 }, async () => {
  await using studio = await openStudio(testTemporal(), { ownProcess: 'both' })
  studio.writeSheet('sheet.csv', csv(cameras(ITEMS)))
  await studio.sync.syncAll()
  const body = { filter: { status: 'available' as const }, updates: { status: 'maintenance' as const, notes: 'Insured anew' } }
  const { run_id: id } = (await studio.sync.client.call(createBulkEdit, { body })).body.data
  expect(await studio.sync.follow(id)).toMatchObject({ status: 'waiting', counts: { update: ITEMS } })
  await studio.worker.kill()
  await studio.startWorker()
  expect(await studio.sync.get(id), 'the preview outlives its worker').toMatchObject({ status: 'waiting', counts: { update: ITEMS } })

  await studio.sync.approve(id)
  while ((await studio.sync.get(id)).progress.done < 200);
  expect(await studio.sync.get(id), 'the kill happens while the edit applies').toMatchObject({ status: 'applying' })
  await studio.worker.kill()
  await studio.startWorker()
  const deadlineMs = Date.now() + RECOVERY_TIMEOUT_MS
  while ((await studio.sync.get(id)).finished_at === null) {
    expect(Date.now(), 'the edit resumes and ends').toBeLessThan(deadlineMs)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  expect(await studio.sync.get(id)).toMatchObject({ status: 'completed', results: { updated: ITEMS } })
  const events = "select count(*) as n, count(distinct record_id) as records from event where type = 'gear.updated'"
  expect(await studio.apiSql(events)).toEqual([{ n: ITEMS, records: ITEMS }])
  expect((await studio.api.get('/gear?status=maintenance&limit=1')).pagination().total).toBe(ITEMS)
})
