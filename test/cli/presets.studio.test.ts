import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fixture } from '../sheets/support.ts'
import { startLocalStudio, type LocalStudio } from '../support/localStudio.ts'
import { runCli } from '../support/cli.ts'
import type { CommandResult } from '../support/run.ts'

const CONFIG = `sources:
  - id: snipe
    file: ./snipe.xlsx
    preset: snipe-it
  - id: homebox
    file: ./homebox.csv
    preset: homebox
    defaults: { gear_type: accessory }
    quantity: expand
  - id: shelf
    file: ./shelf.xlsx
    preset: shelf
    quantity: expand
`

let studio: LocalStudio
const kitroom = (...args: string[]): Promise<CommandResult> => runCli(args, studio.env)

/** Converts an export into a workbook with typed dates and numbers. */
async function toWorkbook(name: string): Promise<Uint8Array> {
  const rows = parse(fixture(`exports/${name}.csv`), { bom: true }).map((row, index) =>
    row.map((value) => {
      if (index === 0) return value
      if (value === '') return null
      if (/^\d{4}-\d\d-\d\d$/.test(value)) return new Date(value)
      return /^[\d,]+\.\d\d$/.test(value) ? Number(value.replaceAll(',', '')) : value
    }),
  )
  return writeXlsx({ sheets: [{ name: 'Export', rows }] })
}

interface Item {
  asset_tag: string
  [field: string]: unknown
}

async function itemsOf(): Promise<Map<string, Item>> {
  const result = await kitroom('gear', 'list', '--json')
  return new Map((JSON.parse(result.out) as { data: Item[] }).data.map((item) => [item.asset_tag, item]))
}

beforeAll(async () => {
  studio = await startLocalStudio(CONFIG)
  writeFileSync(join(studio.dataFolder, 'snipe.xlsx'), await toWorkbook('snipe-it-report'))
  writeFileSync(join(studio.dataFolder, 'homebox.csv'), fixture('exports/homebox.csv'))
  writeFileSync(join(studio.dataFolder, 'shelf.xlsx'), await toWorkbook('shelf-import'))
})
afterAll(() => studio.stop())

it('the plan of an export shows the columns that its preset maps, and the words without a value', async () => {
  const result = await kitroom('sync', 'plan', 'snipe')
  expect(result.code).toBe(2)
  expect(result.out).toContain('C "Asset Tag" → asset_tag')
  expect(result.out).toContain('U "Default Location" → storage_location; preset: of the settings says so')
  expect(result.out).toContain('gear_type "C-Stand" (1 cell, row 4)')
  expect(result.out).toContain('"Waiting for Jo (pending)": CHOOSE')
  expect(result.out).toContain('2 to create, 2 refused.')
})

it('exports of three programs are applied, two of them as workbooks, and a second plan changes nothing', async () => {
  const appliedTags: string[] = []
  for (const source of ['snipe', 'homebox', 'shelf'])
    appliedTags.push((await kitroom('sync', 'apply', source, '--yes')).out.trim().split('\n').at(-1) ?? '')
  expect(appliedTags).toEqual([
    'Sync is done, but not every row was written: 2 created, 2 refused.',
    'Sync is done, but not every row was written: 5 created, 1 refused.',
    'Sync is done: 4 created.',
  ])
  const items = await itemsOf()
  expect([...items.keys()].toSorted()).toEqual([
    '000-001',
    '000-002-1',
    '000-002-2',
    '000-002-3',
    '000-003',
    'SN-0001',
    'SN-0002',
    'cm1a0000000000000000000a1',
    'cm1a0000000000000000000a2-1',
    'cm1a0000000000000000000a2-2',
    'cm1a0000000000000000000a2-3',
  ])
  expect(items.get('SN-0001')).toMatchObject({
    gear_type: 'camera',
    brand: 'Canon',
    model: 'EOS R5',
    serial_number: '012021000123',
    purchase_date: '2021-03-04',
    purchase_price: 3899,
    status: 'in_use',
    storage_location: 'Main store',
    warranty_expires_on: '2024-03-04',
  })
  expect(items.get('000-001')).toMatchObject({
    gear_type: 'camera',
    purchase_price: 3899.5,
    condition: 'good',
    storage_location: 'Home / Office',
  })
  expect(items.get('000-002-2')).toMatchObject({
    category: 'battery',
    purchase_price: null,
    warranty_expires_on: null,
    notes: 'HB.tags: Battery; Hire',
  })
  expect(items.get('cm1a0000000000000000000a1')).toMatchObject({
    purchase_date: '2021-03-04',
    status: 'in_use',
    replacement_value: 3899,
    notes: 'Body only\nkit: Kit A\ntags: hire,new\nassetModel: EOS R series',
  })
  const secondPlan = await kitroom('sync', 'plan', 'shelf')
  expect(secondPlan).toMatchObject({ code: 0, out: expect.stringContaining('4 unchanged') })
})
