import { afterAll, beforeAll, expect, it } from 'vitest'
import { recreateItems } from '../../contract/control/recreate.ts'
import { uploadSheet } from '../../contract/control/sheetFiles.ts'
import { testTemporal } from '../support/temporal.ts'
import { cameras, csv } from './support/sheets.ts'
import { openStudio, type Studio } from './support/studio.ts'

let studio: Studio

beforeAll(async () => {
  studio = await openStudio(testTemporal())
})
afterAll(() => studio[Symbol.asyncDispose]())

const upload = async (text: string): Promise<string> =>
  (await studio.sync.client.upload(uploadSheet, Buffer.from(text), { query: { name: 'dropped.csv' } })).body.data
    .upload_id
const recreate = async (id: string) =>
  (await studio.sync.client.call(recreateItems, { params: { id }, body: {} })).body.data

async function planUpload(text: string) {
  const { run_id: runId } = await studio.sync.start({ uploadId: await upload(text) })
  return studio.sync.follow(runId)
}

it('a sheet that was approved, undone and dropped again creates its items by a choice in the plan', async () => {
  const text = csv(cameras(3))
  const first = await planUpload(text)
  await studio.sync.approve(first.run_id)
  expect(await studio.sync.follow(first.run_id)).toMatchObject({ results: { created: 3 } })
  const undo = await studio.sync.follow((await studio.sync.undo(first.run_id)).run_id)
  await studio.sync.approve(undo.run_id, 3)
  expect(await studio.sync.follow(undo.run_id)).toMatchObject({ results: { deleted: 3 } })

  const again = await planUpload(text)
  expect(again, 'it writes nothing, so it does not wait').toMatchObject({
    status: 'completed',
    counts: { deleted_in_api: 3 },
  })
  const planned = await studio.sync.follow((await recreate(again.run_id)).run_id)
  expect(planned).toMatchObject({ status: 'waiting', counts: { create: 3 } })
  expect((await studio.sync.plan(planned.run_id)).head).toMatchObject({ file: 'dropped.csv', is_whole: false })
  await studio.sync.approve(planned.run_id)
  expect(await studio.sync.follow(planned.run_id)).toMatchObject({ status: 'completed', results: { created: 3 } })
  expect((await planUpload(text)).counts).toEqual({ unchanged: 3 })

  const code = await recreate(undo.run_id).then(
    () => 'started',
    (error: { code: string }) => error.code,
  )
  expect(code, 'an undo has no sheet').toBe('invalid_request')
})

it('a plan says that items have no row only of the whole sheet of its source', async () => {
  const part = await planUpload(csv(cameras(1)))
  expect((await studio.sync.plan(part.run_id)).head).toMatchObject({ is_whole: false, counts: { unchanged: 1 } })
  expect(part.counts, 'an upload counts no missing items').toEqual({ unchanged: 1 })
  studio.writeSheet('sheet.csv', csv(cameras(1)))
  const whole = await studio.sync.syncAll()
  const { head } = await studio.sync.plan(whole.run_id)
  expect({ is_whole: head.is_whole, missing: head.missing.length }).toEqual({ is_whole: undefined, missing: 2 })
})
