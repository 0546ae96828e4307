import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Run } from '../../contract/control/control.ts'
import { testTemporal } from '../support/temporal.ts'
import { cameras, csv, type Row } from './support/sheets.ts'
import { openStudio, type Studio } from './support/studio.ts'

const config = `sources:
  - id: main
    file: sheet.csv
    missing: mark
    mark: { status: retired }
  - id: gone
    file: gone.csv
    missing: delete
  - id: tags
    file: tags.csv
    key: serial_number
    conflicts: sheet_wins
`
let studio: Studio

beforeAll(async () => {
  studio = await openStudio(testTemporal(), { config })
})
afterAll(() => studio[Symbol.asyncDispose]())

const taggedRows = (prefix: string, count: number): Row[] =>
  cameras(count).map((row) => ({ ...row, 'Asset Tag': `${prefix}${row['Asset Tag']}` }))
const byTag = async (tag: string): Promise<Record<string, unknown> | undefined> =>
  (await studio.api.get(`/gear?asset_tag=${tag}`)).items()[0]
const patch = async (tag: string, updates: object): Promise<void> =>
  expect((await studio.api.patch(`/gear/${String((await byTag(tag))?.['id'])}`, { updates })).status).toBe(200)
const inventory = async (): Promise<{ id: string }[]> =>
  (await studio.api.get('/gear?limit=200'))
    .items()
    .map(({ updated_at: _at, ...item }) => item)
    .toSorted((a, b) => a.id.localeCompare(b.id))
const undo = async (runId: string): Promise<Run> => {
  const plannedUndo = await studio.sync.follow((await studio.sync.undo(runId)).run_id)
  expect(plannedUndo.undoes).toBe(runId)
  if (plannedUndo.status !== 'waiting') return plannedUndo
  await studio.sync.approve(plannedUndo.run_id, plannedUndo.counts['delete'] ?? 0)
  return studio.sync.follow(plannedUndo.run_id)
}

it('an undo reverts what nobody has edited since, and the next run does not repeat it', async () => {
  const rows = taggedRows('U', 10)
  studio.writeSheet('sheet.csv', csv(rows))
  await studio.sync.syncAll()
  const inventoryBefore = await inventory()
  const changedRows = rows.map((row, index) =>
    index < 4 ? { ...row, Model: `New ${index}`, 'Storage Location': 'Elsewhere' } : row,
  )
  studio.writeSheet('sheet.csv', csv([...changedRows, ...taggedRows('V', 3)]))
  const run = await studio.sync.syncAll()
  expect(run.results).toEqual({ updated: 4, created: 3, unchanged: 6 })
  await patch('UK-0001', { model: 'Mine' })
  await patch('VK-0002', { notes: 'Mine' })

  const undoRun = await undo(run.run_id)
  expect(undoRun).toMatchObject({ status: 'completed_with_errors', results: { updated: 4, deleted: 2, conflict: 2 } })
  const { rows: report } = await studio.sync.report(undoRun.run_id)
  expect(report.filter(({ outcome }) => outcome === 'conflict')).toMatchObject([
    {
      row: 2,
      key: 'UK-0001',
      notes: ['changed_since'],
      conflicts: { model: { base: 'New 0', sheet: 'EOS R1', api: 'Mine' } },
    },
    { key: 'VK-0002', notes: ['changed_since'], conflicts: { notes: { base: null, sheet: null, api: 'Mine' } } },
  ])
  expect(await byTag('UK-0001'), 'the field that nobody edited went back').toMatchObject({
    model: 'Mine',
    storage_location: 'Shelf 0',
  })
  expect(await byTag('VK-0002')).toMatchObject({ notes: 'Mine' })
  await patch('UK-0001', { model: 'EOS R1' })
  const editedId = String((await byTag('VK-0002'))?.['id'])
  expect((await inventory()).filter(({ id }) => id !== editedId)).toEqual(inventoryBefore)

  const nextRun = await studio.sync.syncAll()
  expect(nextRun.counts, 'the sheet is unchanged').toEqual({ unchanged: 11, deleted_in_api: 2 })
  const { rows: plan } = await studio.sync.plan(nextRun.run_id)
  expect(plan[1]).toMatchObject({ outcome: 'unchanged', notes: ['api_newer'] })
  const second = await studio.sync.follow((await studio.sync.undo(run.run_id)).run_id)
  expect(second, 'a second undo changes nothing more, so it ends at once').toMatchObject({
    status: 'completed_with_errors',
    results: { unchanged: 6, conflict: 1 },
  })
})

it('an undo reverts marks, not deletions', async () => {
  studio.writeSheet('sheet.csv', csv([...taggedRows('U', 9), ...taggedRows('V', 3)]))
  await studio.sync.syncAll()
  const markedRun = await studio.sync.syncAll()
  const itemBefore = await byTag('UK-0010')
  expect(itemBefore).toMatchObject({ status: 'retired' })
  expect((await undo(markedRun.run_id)).results).toMatchObject({ updated: 1 })
  expect(await byTag('UK-0010')).toMatchObject({ status: 'available' })
  expect((await studio.sync.syncAll()).counts['mark'], 'not marked again').toBeUndefined()

  studio.writeSheet('gone.csv', csv(taggedRows('G', 10)))
  await studio.sync.syncAll('gone')
  studio.writeSheet('gone.csv', csv(taggedRows('G', 9)))
  await studio.sync.syncAll('gone')
  const plannedRun = await studio.sync.follow((await studio.sync.start({ source: 'gone' })).run_id)
  await studio.sync.approve(plannedRun.run_id, 1)
  await studio.sync.follow(plannedRun.run_id)
  const undoRun = await undo(plannedRun.run_id)
  expect(undoRun).toMatchObject({ status: 'completed_with_errors', results: { refused: 1 } })
  expect((await studio.sync.report(undoRun.run_id)).rows[0]).toMatchObject({
    key: 'GK-0010',
    errors: [{ code: 'cannot_be_undone' }],
  })
})

it('an undo frees a tag before it is given back, and sheet_wins creates an item again that was deleted in the API', async () => {
  const serial = (row: Row, index: number): Row => ({ ...row, 'Serial Number': `S-${index}` })
  const [firstSheetRow, secondSheetRow] = taggedRows('T', 2).map(serial) as [Row, Row]
  studio.writeSheet('tags.csv', csv([firstSheetRow]))
  await studio.sync.syncAll('tags')
  const itemBefore = await byTag('TK-0001')
  studio.writeSheet(
    'tags.csv',
    csv([
      { ...firstSheetRow, 'Asset Tag': 'TK-0099' },
      { ...secondSheetRow, 'Asset Tag': 'TK-0001' },
    ]),
  )
  const run = await studio.sync.syncAll('tags')
  const plannedRun = await studio.sync.plan(run.run_id)
  expect({ counts: run.counts, rows: plannedRun.rows.map(({ errors }) => errors?.[0]?.code) }).toEqual({
    counts: { update: 1, refused: 1 },
    rows: [undefined, 'duplicate_key'],
  })
  const secondRun = await studio.sync.syncAll('tags')
  expect(secondRun.results).toEqual({ unchanged: 1, created: 1 })
  expect((await undo(secondRun.run_id)).results).toEqual({ deleted: 1 })
  expect((await undo(run.run_id)).results).toEqual({ updated: 1 })
  expect(await byTag('TK-0001')).toMatchObject({ id: itemBefore?.['id'] })
  const lastRun = await studio.sync.syncAll('tags')
  expect(lastRun.counts).toMatchObject({ refused: 1 })
  await patch('TK-0001', { asset_tag: 'TK-0099' })
  expect((await studio.sync.syncAll('tags')).results).toEqual({ unchanged: 1, created: 1 })
})
