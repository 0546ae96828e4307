// @postgres
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testTemporal } from '../support/temporal.ts'
import { cameras, csv } from './support/sheets.ts'
import { openStudio, type Studio } from './support/studio.ts'

let studio: Studio

beforeAll(async () => {
  studio = await openStudio(testTemporal())
})
afterAll(() => studio[Symbol.asyncDispose]())

const events = async (): Promise<number> =>
  (await studio.apiSql<{ n: number }>('select count(*) as n from event'))[0]?.n ?? -1

it('a plan waits, is approved, applied and reported; the same sheet again writes nothing', async () => {
  studio.writeSheet('sheet.csv', csv(cameras(25)))
  const startedRun = await studio.sync.start()
  expect(startedRun).toMatchObject({
    source: 'main',
    status: 'planning',
    planned_at: null,
    finished_at: null,
    reason: null,
  })
  const plannedRun = await studio.sync.follow(startedRun.run_id)
  expect(plannedRun).toMatchObject({
    status: 'waiting',
    counts: { create: 25 },
    progress: { phase: 'waiting', total: 25 },
  })

  const { head, rows } = await studio.sync.plan(startedRun.run_id)
  expect(head).toMatchObject({
    plan_id: startedRun.run_id,
    source: 'main',
    status: 'waiting',
    file: 'sheet.csv',
    counts: { create: 25 },
    settings: { key: 'asset_tag' },
  })
  expect(head.sha256).toMatch(/^[0-9a-f]{64}$/)
  expect(rows).toHaveLength(25)
  expect(rows[0]).toMatchObject({
    row: 2,
    key: 'K-0001',
    outcome: 'create',
    fields: {
      gear_type: 'camera',
      brand: 'Canon',
      model: 'EOS R1',
      asset_tag: 'K-0001',
      storage_location: 'Shelf 0',
      purchase_price: 100,
    },
  })
  expect((await studio.api.get('/gear')).pagination().total, 'nothing is written before somebody approves').toBe(0)

  expect(await studio.sync.approve(startedRun.run_id)).toMatchObject({ status: 'applying' })
  const doneRun = await studio.sync.follow(startedRun.run_id)
  expect(doneRun).toMatchObject({ status: 'completed', results: { created: 25 }, progress: { phase: 'done' } })
  const report = await studio.sync.report(startedRun.run_id)
  const items = (await studio.api.get('/gear?limit=200')).items()
  const reported = new Map(report.rows.map((row) => [row.key, [row.result, row.gear_id]]))
  expect(reported).toEqual(new Map(items.map((item) => [item['asset_tag'], ['created', item.id]])))

  const eventsWritten = await events()
  const secondRun = await studio.sync.syncAll()
  expect(secondRun).toMatchObject({ status: 'completed', counts: { unchanged: 25 }, results: { unchanged: 25 } })
  expect(await events()).toBe(eventsWritten)
})

it('a field changed on both sides is a conflict, one changed on one side follows it, and a missing column clears nothing', async () => {
  const rows = cameras(25)
  const byTag = async (tag: string): Promise<Record<string, unknown>> =>
    (await studio.api.get(`/gear?asset_tag=${tag}`)).items()[0] as Record<string, unknown>
  const patch = async (tag: string, updates: object): Promise<void> => {
    const reply = await studio.api.patch(`/gear/${String((await byTag(tag))['id'])}`, { updates })
    expect(reply.status).toBe(200)
  }
  await patch('K-0001', { storage_location: 'At a client' })
  await patch('K-0002', { storage_location: 'Repair' })
  const itemBefore = await byTag('K-0001')

  const sheet = rows.map(({ 'Purchase Price': _gone, ...row }) => row)
  Object.assign(sheet[0] ?? {}, { 'Storage Location': 'Van' })
  Object.assign(sheet[2] ?? {}, { 'Storage Location': 'Van' })
  studio.writeSheet('sheet.csv', csv(sheet))
  const run = await studio.sync.syncAll()
  expect(run).toMatchObject({
    status: 'completed_with_errors',
    counts: { conflict: 1, update: 1, unchanged: 23 },
    results: { conflict: 1, updated: 1, unchanged: 23 },
  })
  const report = await studio.sync.report(run.run_id)
  const conflict = report.rows.find((row) => row.key === 'K-0001')
  expect(conflict).toMatchObject({
    result: 'conflict',
    conflicts: { storage_location: { base: 'Shelf 0', sheet: 'Van', api: 'At a client' } },
  })
  expect(await byTag('K-0001'), 'a row in conflict stays as it is').toEqual(itemBefore)
  expect(await byTag('K-0002')).toMatchObject({ storage_location: 'Repair', purchase_price: 101 })
  expect(await byTag('K-0003')).toMatchObject({ storage_location: 'Van', purchase_price: 102 })
})

it('an item changed between plan and approval is stale and not written; the others are applied', async () => {
  const rows = cameras(25)
  Object.assign(rows[9] ?? {}, { 'Storage Location': 'New 10' })
  Object.assign(rows[10] ?? {}, { 'Storage Location': 'New 11' })
  studio.writeSheet('sheet.csv', csv(rows.slice(8, 12)))
  const { run_id: runId } = await studio.sync.start()
  expect((await studio.sync.follow(runId)).counts, 'a column came back, so nothing counts as missing').toEqual({
    update: 2,
    unchanged: 2,
  })
  const [item] = (await studio.api.get('/gear?asset_tag=K-0010')).items()
  await studio.api.patch(`/gear/${item?.id}`, { updates: { storage_location: 'Lent out' } })
  await studio.sync.approve(runId)
  expect(await studio.sync.follow(runId)).toMatchObject({
    status: 'completed_with_errors',
    results: { stale: 1, updated: 1, unchanged: 2 },
  })
  const report = await studio.sync.report(runId)
  expect(report.rows.find((row) => row.key === 'K-0010')).toMatchObject({
    result: 'stale',
    error: { code: 'precondition_failed' },
  })
  expect((await studio.api.get('/gear?asset_tag=K-0010')).items()[0]).toMatchObject({ storage_location: 'Lent out' })
  expect((await studio.api.get('/gear?asset_tag=K-0011')).items()[0]).toMatchObject({ storage_location: 'New 11' })
})

it('an existing item is adopted by its tag without a write', async () => {
  await studio.api.createItem({ brand: 'Sony', model: 'A7', asset_tag: 'X-1' })
  studio.writeSheet('sheet.csv', csv([{ 'Asset Tag': 'x-1', Type: 'camera', Brand: 'Sony', Model: 'A7' }]))
  const eventsWritten = await events()
  const run = await studio.sync.syncAll()
  expect(run).toMatchObject({ status: 'completed', results: { unchanged: 1 } })
  expect(await events()).toBe(eventsWritten)
  const boundItems = await studio.stateSql<{ gear_id: string }>(
    "select gear_id from binding where source = 'main' and key_fold = 'x-1'",
  )
  expect(boundItems).toHaveLength(1)
})

it('a row that the API refuses fails alone, and the report names the reason', async () => {
  await studio.api.createItem({ brand: 'Taken', model: 'Tag', asset_tag: 'T-9' })
  const rows = [
    { 'Asset Tag': 'N-1', Type: 'camera', Brand: 'Canon', Model: 'One' },
    { 'Asset Tag': 'N-2', Type: 'camera', Brand: 'Canon', Model: 'Two' },
  ]
  studio.writeSheet('sheet.csv', csv(rows))
  const { run_id: runId } = await studio.sync.start()
  await studio.sync.follow(runId)
  // Another client uses the tag between plan and approval.
  await studio.api.createItem({ brand: 'Other', model: 'Item', asset_tag: 'n-1' })
  await studio.sync.approve(runId)
  expect(await studio.sync.follow(runId)).toMatchObject({
    status: 'completed_with_errors',
    results: { created: 1, failed: 1 },
  })
  const report = await studio.sync.report(runId)
  expect(report.rows[0]).toMatchObject({ key: 'N-1', result: 'failed', error: { code: 'asset_tag_taken' } })
  expect(report.rows[0]?.error?.request_id).toMatch(/^[0-9a-f-]{36}$/)
  expect(report.rows[1]).toMatchObject({ key: 'N-2', result: 'created' })
})
