import { expect, it } from 'vitest'
import { createBulkEdit } from '../../contract/control/controlBulkEdit.ts'
import { fullOrSmall } from '../support/counts.ts'
import { startHoldingProxy } from '../support/holdingProxy.ts'
import { testTemporal } from '../support/temporal.ts'
import { until } from '../support/wait.ts'
import { cameras, csv } from '../worker/support/sheets.ts'
import { openStudio } from '../worker/support/studio.ts'

const ITEMS = fullOrSmall(1500, 200)
/** Writes of the edit after which the API holds, so that it cannot end before the kill. */
const HELD_AFTER = ITEMS * 0.8

it('a bulk edit whose worker is killed changes each item once, with one event each', async () => {
  await using studio = await openStudio(testTemporal(), { ownProcess: 'worker' })
  await using proxy = await startHoldingProxy(() => studio.server.url)
  studio.writeSheet('sheet.csv', csv(cameras(ITEMS)))
  await studio.sync.syncAll()
  const body = {
    filter: { status: 'available' as const },
    updates: { status: 'maintenance' as const, notes: 'Insured anew' },
  }
  const { run_id: id } = (await studio.sync.client.call(createBulkEdit, { body })).body.data
  expect(await studio.sync.follow(id)).toMatchObject({ status: 'waiting', counts: { update: ITEMS } })
  await studio.worker.kill()
  await studio.startWorker(proxy.env)
  expect(await studio.sync.get(id), 'the preview outlives its worker').toMatchObject({
    status: 'waiting',
    counts: { update: ITEMS },
  })

  proxy.holdAfter(HELD_AFTER)
  await studio.sync.approve(id)
  await until('a part is changed', async () => (await studio.sync.get(id)).progress.done >= ITEMS / 4)
  expect(await studio.sync.get(id), 'the kill happens while the edit applies').toMatchObject({ status: 'applying' })
  await studio.worker.kill()
  proxy.release()
  await studio.startWorker()
  await until('the edit resumes and ends', async () => (await studio.sync.get(id)).finished_at)
  expect(await studio.sync.get(id)).toMatchObject({ status: 'completed', results: { updated: ITEMS } })
  const events = "select count(*) as n, count(distinct record_id) as records from event where type = 'gear.updated'"
  expect(await studio.apiSql(events)).toEqual([{ n: ITEMS, records: ITEMS }])
  expect((await studio.api.get('/gear?status=maintenance&limit=1')).pagination().total).toBe(ITEMS)
})
