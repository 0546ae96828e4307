import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Run } from '../../contract/control/control.ts'
import { testTemporal } from '../support/temporal.ts'
import { cameras, csv } from './support/sheets.ts'
import { openStudio, type Studio } from './support/studio.ts'

let studio: Studio

beforeAll(async () => {
  studio = await openStudio(testTemporal())
})
afterAll(() => studio[Symbol.asyncDispose]())

const idOf = async (tag: string): Promise<string> =>
  (await studio.api.get(`/gear?asset_tag=${tag}`)).items()[0]?.id ?? ''
const tags = async (): Promise<string[]> =>
  (await studio.api.get('/gear?limit=200'))
    .items()
    .map((item) => String(item.asset_tag))
    .toSorted()

async function addService(tag: string): Promise<string> {
  const body = {
    item_type: 'camera',
    item_id: await idOf(tag),
    service_type: 'Sensor cleaning',
    service_date: '2027-01-01',
  }
  const reply = await studio.api.post('/maintenance', body)
  expect(reply.status).toBe(201)
  return reply.item().id
}

async function addDocument(tag: string): Promise<string> {
  const reply = await studio.settings.post('/documents', {
    type: 'receipt',
    title: 'Invoice',
    gear_id: await idOf(tag),
  })
  expect(reply.status).toBe(201)
  return reply.item().id
}

const planUndo = async (runId: string): Promise<Run> => studio.sync.follow((await studio.sync.undo(runId)).run_id)
const apply = async (plannedRun: Run): Promise<Run> => {
  await studio.sync.approve(plannedRun.run_id, plannedRun.counts['delete'] ?? 0)
  return studio.sync.follow(plannedRun.run_id)
}

it('an item that the run created is not deleted while it has maintenance records or documents', async () => {
  studio.writeSheet('sheet.csv', csv(cameras(6).map((row) => ({ ...row, 'Warranty Until': '2030-05-01' }))))
  const run = await studio.sync.syncAll()
  expect(run.results).toEqual({ created: 6 })
  expect((await studio.api.get('/documents')).pagination().total, 'each has its own warranty row').toBe(6)
  const [service, secondService] = [await addService('K-0001'), await addService('K-0001')]
  const paper = await addDocument('K-0002')
  await addService('K-0003')
  await addDocument('K-0003')

  const plannedUndo = await planUndo(run.run_id)
  expect(plannedUndo.counts).toEqual({ delete: 3, refused: 3 })
  const refusals = (await studio.sync.plan(plannedUndo.run_id)).rows.flatMap(({ key, errors }) =>
    errors?.[0] ? [[key, errors[0].code, errors[0].message]] : [],
  )
  expect(refusals).toEqual([
    ['K-0001', 'has_records', 'The item has 2 maintenance records, which would go with it.'],
    ['K-0002', 'has_records', 'The item has 1 document, which would go with it.'],
    ['K-0003', 'has_records', 'The item has 1 maintenance record and 1 document, which would go with it.'],
  ])
  // Records are added while the plan waits for approval.
  const lateService = await addService('K-0004')
  const latePaper = await addDocument('K-0005')
  const undoneRun = await apply(plannedUndo)
  expect(undoneRun).toMatchObject({ status: 'completed_with_errors', results: { deleted: 1, stale: 2, refused: 3 } })
  expect(await tags()).toEqual(['K-0001', 'K-0002', 'K-0003', 'K-0004', 'K-0005'])
  const staleRows = (await studio.sync.report(undoneRun.run_id)).rows.filter(({ result }) => result === 'stale')
  expect(staleRows.map(({ key, error }) => [key, error?.code])).toEqual([
    ['K-0004', 'has_records'],
    ['K-0005', 'has_records'],
  ])

  for (const id of [service, secondService, lateService])
    expect((await studio.api.delete(`/maintenance/${id}`)).status).toBe(200)
  for (const id of [paper, latePaper]) expect((await studio.settings.delete(`/documents/${id}`)).status).toBe(200)
  const secondUndo = await planUndo(run.run_id)
  expect(secondUndo.counts, 'items without records are deleted').toEqual({ delete: 4, unchanged: 1, refused: 1 })
  expect((await apply(secondUndo)).results).toMatchObject({ deleted: 4 })
  expect(await tags()).toEqual(['K-0003'])
})

it('related records are found across several pages', async () => {
  const otherItem = await studio.api.createItem({ asset_tag: 'OTHER' })
  const work = { item_type: 'camera', item_id: otherItem.id, service_type: 'Check', service_date: '2026-01-01' }
  await Promise.all(Array.from({ length: 230 }, () => studio.api.post('/maintenance', work)))
  studio.writeSheet(
    'sheet.csv',
    csv(cameras(40).map((row) => ({ ...row, 'Asset Tag': `P${String(row['Asset Tag'])}` }))),
  )
  const run = await studio.sync.syncAll()
  expect(run.results).toMatchObject({ created: 40 })
  const heldTags = ['PK-0007', 'PK-0031']
  for (const tag of heldTags) await addService(tag)
  const plannedUndo = await planUndo(run.run_id)
  expect(plannedUndo.counts).toMatchObject({ delete: 38, refused: 2 })
  expect((await apply(plannedUndo)).results).toMatchObject({ deleted: 38, refused: 2 })
  expect(await tags()).toEqual(['K-0003', 'OTHER', ...heldTags])
})
