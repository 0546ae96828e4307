import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Run } from '../../contract/control/control.ts'
import { testTemporal } from '../support/temporal.ts'
import { codeOf } from './support/codes.ts'
import { cameras, csv, type Row } from './support/sheets.ts'
import { openStudio, type Studio } from './support/studio.ts'

const config = `sources:
  - id: main
    file: sheet.csv
    missing: mark
    mark: { status: retired, notes: Not in the sheet }
  - id: gone
    file: gone.csv
    missing: delete
  - id: auto
    file: auto.csv
    missing: delete
    approve: auto
    guard: { changes: 200, percent: 1 }
`
let studio: Studio

// Each test runs several whole syncs, which take seconds on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

beforeAll(async () => {
  studio = await openStudio(testTemporal(), { config })
})
afterAll(() => studio[Symbol.asyncDispose]())

const taggedRows = (prefix: string, count: number): Row[] =>
  cameras(count).map((row) => ({ ...row, 'Asset Tag': `${prefix}${row['Asset Tag']}`, Status: 'available' }))
const byTag = async (tag: string): Promise<Record<string, unknown> | undefined> =>
  (await studio.api.get(`/gear?asset_tag=${tag}`)).items()[0]
const planOf = async (source: string): Promise<Run> => studio.sync.follow((await studio.sync.start({ source })).run_id)

it('an item absent from two complete reads is marked once, and synced again when its row is back', async () => {
  const rows = taggedRows('M', 60)
  studio.writeSheet('sheet.csv', csv(rows))
  await studio.sync.syncAll()
  studio.writeSheet('sheet.csv', csv(rows.slice(1)))
  const firstRun = await studio.sync.syncAll()
  expect(firstRun).toMatchObject({ status: 'completed', counts: { unchanged: 59, missing: 1 } })
  expect(await byTag('MK-0001')).toMatchObject({ status: 'available', notes: null })

  const secondRun = await studio.sync.syncAll()
  expect(secondRun).toMatchObject({
    status: 'completed',
    counts: { unchanged: 59, mark: 1 },
    results: { unchanged: 59, marked: 1 },
  })
  const { rows: report } = await studio.sync.report(secondRun.run_id)
  expect(report.at(-1)).toMatchObject({
    row: 0,
    row_before: 2,
    key: 'MK-0001',
    outcome: 'mark',
    result: 'marked',
    changed: { status: { from: 'available', to: 'retired' }, notes: { from: null, to: 'Not in the sheet' } },
  })
  expect(await byTag('MK-0001')).toMatchObject({ status: 'retired', notes: 'Not in the sheet' })

  const thirdRun = await studio.sync.syncAll()
  expect(thirdRun, 'once is enough').toMatchObject({
    counts: { unchanged: 59, missing: 1 },
    results: { unchanged: 59 },
  })
  studio.writeSheet('sheet.csv', csv(rows))
  const restoredRun = await studio.sync.syncAll()
  expect(restoredRun).toMatchObject({ status: 'completed', counts: { update: 1, unchanged: 59 } })
  expect(await byTag('MK-0001')).toMatchObject({ status: 'available' })
})

it('an ambiguous read proves no absence: an unreadable key, another header, too many items at once', async () => {
  const rows = taggedRows('M', 60)
  const heldReason = async (): Promise<unknown> => {
    const run = await studio.sync.syncAll()
    const { head } = await studio.sync.plan(run.run_id)
    expect(run.counts['mark']).toBeUndefined()
    return (head['missing_held'] as { code: string } | undefined)?.code
  }
  studio.writeSheet('sheet.csv', csv([...rows.slice(2), { ...rows[0], 'Asset Tag': '' }]))
  expect(await heldReason()).toBe('key_unreadable')
  expect(await heldReason(), 'and again').toBe('key_unreadable')
  studio.writeSheet('sheet.csv', csv(rows.slice(2).map(({ Brand, ...row }) => ({ ...row, Manufacturer: Brand ?? '' }))))
  expect(await heldReason()).toBe('header_changed')
  expect(await heldReason(), 'the first absence that counts').toBeUndefined()
  expect(await heldReason(), '2 of 60 are more than 2 %').toBe('guard_missing')
  studio.writeSheet(
    'sheet.csv',
    csv(
      [...rows.slice(2), { ...rows[0], 'Purchase Price': '12x', 'Asset Tag': 'MK-0001' } as Row].map(
        ({ Brand, ...row }) => ({
          ...row,
          Manufacturer: Brand ?? '',
        }),
      ),
    ),
  )
  const lastRun = await studio.sync.syncAll()
  expect(lastRun, 'a refused row is present, so one item is left').toMatchObject({
    counts: { refused: 1, mark: 1 },
    results: { marked: 1 },
  })
  expect(await byTag('MK-0002')).toMatchObject({ status: 'retired' })
  expect(await byTag('MK-0001')).toMatchObject({ status: 'available' })
})

it('a plan with deletions is approved with their number, and unbinds the items', async () => {
  const rows = taggedRows('D', 60)
  studio.writeSheet('gone.csv', csv(rows))
  await studio.sync.syncAll('gone')
  studio.writeSheet('gone.csv', csv(rows.slice(1)))
  await studio.sync.syncAll('gone')
  const plannedRun = await planOf('gone')
  expect(plannedRun.counts).toEqual({ unchanged: 59, delete: 1 })
  const { rows: plan } = await studio.sync.plan(plannedRun.run_id)
  expect(plan.at(-1)).toMatchObject({
    outcome: 'delete',
    key: 'DK-0001',
    notes: ['cannot_be_undone'],
    fields: { brand: 'Canon', asset_tag: 'DK-0001' },
  })
  expect(await codeOf(studio.sync.approve(plannedRun.run_id))).toBe('deletes_not_confirmed')
  expect(await codeOf(studio.sync.approve(plannedRun.run_id, 2))).toBe('deletes_not_confirmed')
  expect(await byTag('DK-0001')).toBeDefined()
  await studio.sync.approve(plannedRun.run_id, 1)
  expect(await studio.sync.follow(plannedRun.run_id)).toMatchObject({
    status: 'completed',
    results: { unchanged: 59, deleted: 1 },
  })
  expect(await byTag('DK-0001')).toBeUndefined()
  expect((await studio.sync.syncAll('gone')).counts).toEqual({ unchanged: 59 })
  studio.writeSheet('gone.csv', csv(rows))
  expect(await studio.sync.syncAll('gone'), 'its row is back').toMatchObject({ counts: { unchanged: 59, create: 1 } })
})

it('an item that was changed after the plan was made is not deleted', async () => {
  const rows = taggedRows('D', 60)
  studio.writeSheet('gone.csv', csv(rows.slice(1)))
  await studio.sync.syncAll('gone')
  const plannedRun = await planOf('gone')
  expect(plannedRun.counts).toMatchObject({ delete: 1 })
  const item = await byTag('DK-0001')
  expect((await studio.api.patch(`/gear/${String(item?.['id'])}`, { updates: { notes: 'still here' } })).status).toBe(
    200,
  )
  await studio.sync.approve(plannedRun.run_id, 1)
  expect(await studio.sync.follow(plannedRun.run_id)).toMatchObject({
    status: 'completed_with_errors',
    results: { stale: 1 },
  })
  expect(await byTag('DK-0001')).toMatchObject({ notes: 'still here' })
})

it('the guard of approve: auto counts deletions as a share of the bound items', async () => {
  const rows = taggedRows('A', 60)
  const policy = async (): Promise<Run> =>
    studio.sync.follow((await studio.sync.start({ source: 'auto', decide: 'policy' })).run_id)
  studio.writeSheet('auto.csv', csv(rows))
  expect(await policy()).toMatchObject({ status: 'completed' })
  studio.writeSheet('auto.csv', csv(rows.slice(1)))
  expect(await policy()).toMatchObject({ status: 'completed', counts: { missing: 1 } })
  expect(await policy()).toMatchObject({ status: 'waiting', counts: { delete: 1 }, reason: { code: 'guard_percent' } })
})
