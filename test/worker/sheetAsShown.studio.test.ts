// The cells of a sheet end in the inventory as people see them, also after a spreadsheet program has saved it again.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testTemporal } from '../support/temporal.ts'
import { openStudio, type Studio } from './support/studio.ts'

const config = `sources:
  - id: main
    file: sheet.csv
    missing: mark
    mark: { status: retired }
    missing_guard: { items: 50, percent: 100 }
`
let studio: Studio

beforeAll(async () => {
  studio = await openStudio(testTemporal(), { config })
  await setTimeZone('Europe/Berlin')
})
afterAll(() => studio[Symbol.asyncDispose]())

const setTimeZone = async (timezone: string): Promise<void> => {
  expect(await studio.settings.patch('/profile', { updates: { profile: { timezone } } })).toHaveStatus(200)
}

const write = (...rows: string[]): void =>
  studio.writeSheet('sheet.csv', ['Asset Tag,Type,Brand,Model,Serial,Firmware,Purchased,Price', ...rows].join('\n'))

const typed = [
  '0901,camera,Sony,FX3,00457,5.10,2023-11-02T23:00:00Z,100',
  '0902,camera,Sony,FX6,1E5,2.00,2023-03-10T00:00:00Z,200',
]
const saved = (price: string): string[] => [
  `901,camera,Sony,FX3,457,5.1,2023-11-02T23:00:00Z,${price}`,
  '902,camera,Sony,FX6,100000,2,2023-03-10T00:00:00Z,200',
]

const FIELDS = ['asset_tag', 'serial_number', 'firmware_version', 'purchase_date', 'purchase_price', 'status']

const readItems = async (): Promise<unknown[][]> =>
  (await studio.api.get('/gear?limit=200'))
    .items()
    .map((item) => FIELDS.map((field) => item[field]))
    .toSorted(([a], [b]) => String(a).localeCompare(String(b)))

it('a moment is a day of the studio, and a later change of its time zone changes none', async () => {
  write(...typed)
  expect(await studio.sync.syncAll()).toMatchObject({ status: 'completed', results: { created: 2 } })
  const items = [
    ['0901', '00457', '5.10', '2023-11-03', 100, 'available'],
    ['0902', '1E5', '2.00', '2023-03-10', 200, 'available'],
  ]
  expect(await readItems()).toEqual(items)
  await setTimeZone('America/New_York')
  expect(await studio.sync.syncAll()).toMatchObject({ counts: { unchanged: 2 } })
  expect(await readItems()).toEqual(items)
})

it('values that a program has changed are held back, and no item is new or gone', async () => {
  for (const price of ['100', '150', '150', '150']) {
    write(...saved(price))
    const run = await studio.sync.syncAll()
    expect(run.counts).toEqual(
      price === '150' && run.counts['update'] !== undefined ? { unchanged: 1, update: 1 } : { unchanged: 2 },
    )
  }
  expect(await readItems()).toEqual([
    ['0901', '00457', '5.10', '2023-11-03', 150, 'available'],
    ['0902', '1E5', '2.00', '2023-03-10', 200, 'available'],
  ])
})

it('two keys that a program has made equal are refused, and their items stay', async () => {
  write('901,camera,Sony,FX3', '901,camera,Sony,FX6', '902,camera,Sony,FX6')
  for (const sync of [1, 2, 3]) {
    const run = await studio.sync.syncAll()
    expect({ counts: run.counts, sync }).toEqual({ counts: { refused: 2, unchanged: 1 }, sync })
  }
  expect((await readItems()).map((item) => item.at(-1))).toEqual(['available', 'available'])
})
