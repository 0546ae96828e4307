// A sheet with several tables: each row is written by the header of its own table, and the plan lists the tables.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { explainSource } from '../../contract/control/explain.ts'
import { testTemporal } from '../support/temporal.ts'
import { openStudio, type Studio } from './support/studio.ts'

let studio: Studio

beforeAll(async () => {
  studio = await openStudio(testTemporal(), {
    config: 'sources:\n  - id: main\n    file: sheet.csv\n    quantity: one\n',
  })
})
afterAll(() => studio[Symbol.asyncDispose]())

const sheet = `Asset Tag,Type,Brand,Model,Serial,Price
A-1,camera,Sony,FX3,1,4199
Tag,Type,Brand,Model,In stock,Min stock
C-1,battery,Energizer,AA,48,20

Tag,Customer,From,To
A-1,Smith,2026-01-03,2026-01-05
`

it('the values below a second header are not written into the fields of the first', async () => {
  studio.writeSheet('sheet.csv', sheet)
  const startedRun = await studio.sync.start()
  const plannedRun = await studio.sync.follow(startedRun.run_id)
  expect({ status: plannedRun.status, counts: plannedRun.counts }).toEqual({
    status: 'waiting',
    counts: { create: 2, skipped: 3 },
  })
  const { head, rows } = await studio.sync.plan(plannedRun.run_id)
  expect(head.mapping?.tables.map(({ kind, header_row, rows: count }) => [kind, header_row, count])).toEqual([
    ['gear', 1, 1],
    ['gear', 3, 1],
    ['other', 6, 1],
  ])
  expect(head.mapping).toMatchObject({
    rows: 7,
    row_groups: { header: 1, item: 2, table_header: 2, blank: 1, other_table: 1 },
  })
  expect(head.read).not.toHaveProperty('mapping')
  expect(rows.map(({ row, table, outcome, reason }) => [row, table, reason ?? outcome])).toEqual([
    [2, undefined, 'create'],
    [3, 2, 'table_header'],
    [4, 2, 'create'],
    [6, 3, 'table_header'],
    [7, 3, 'other_table'],
  ])

  await studio.sync.approve(plannedRun.run_id)
  expect((await studio.sync.follow(plannedRun.run_id)).status).toBe('completed')
  const items = (await studio.api.get('/gear')).items() as unknown as Record<string, unknown>[]
  const writtenValues = items.map(({ asset_tag, serial_number, purchase_price }) => [
    asset_tag,
    serial_number,
    purchase_price,
  ])
  expect(writtenValues.toSorted(([a], [b]) => String(a).localeCompare(String(b)))).toEqual([
    ['A-1', '1', 4199],
    ['C-1', null, null],
  ])
  const secondRun = await studio.sync.syncAll()
  expect(secondRun.counts).toEqual({ unchanged: 2, skipped: 3 })
})

it('explain lists all tables of a sheet', async () => {
  const { mapping, rows } = (await studio.sync.client.call(explainSource, { body: { source: 'main' } })).body.data
  expect(mapping?.tables.map(({ kind }) => kind)).toEqual(['gear', 'gear', 'other'])
  expect(rows).toEqual({ item: 2, skipped: 3 })
})
