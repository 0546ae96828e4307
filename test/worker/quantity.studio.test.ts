import { afterAll, beforeAll, expect, it } from 'vitest'
import { testTemporal } from '../support/temporal.ts'
import { openStudio, type Studio } from './support/studio.ts'

const config = (quantity: string): string => `sources:
  - id: main
    file: sheet.csv
    quantity: ${quantity}
    missing: mark
    mark: { status: retired }
    missing_guard: { items: 50, percent: 100 }
`
let studio: Studio

beforeAll(async () => {
  studio = await openStudio(testTemporal(), { config: config('expand') })
})
afterAll(() => studio[Symbol.asyncDispose]())

const HEAD = 'Asset Tag,Type,Brand,Model,Qty,Price'
const write = (...rows: string[]): void => studio.writeSheet('sheet.csv', [HEAD, ...rows].join('\n'))
const battery = (quantity: string, price = '20'): string => `B,battery,Energizer,AA,${quantity},${price}`

async function tags(): Promise<Record<string, unknown>> {
  const items = (await studio.api.get('/gear?limit=200')).items()
  return Object.fromEntries(
    items.map((item) => [item['asset_tag'], item['status'] === 'retired' ? 'retired' : item['purchase_price']]),
  )
}

it('a row with quantity 3 becomes three items, and the same sheet again writes nothing', async () => {
  write(battery('3'), 'C,camera,Canon,R5,1,3000')
  const run = await studio.sync.syncAll()
  expect(run).toMatchObject({ status: 'completed', results: { created: 4 } })
  expect(await tags()).toEqual({ 'B-1': 20, 'B-2': 20, 'B-3': 20, C: 3000 })
  const { rows } = await studio.sync.report(run.run_id)
  expect(rows.map(({ row, key, outcome }) => [row, key, outcome])).toEqual([
    [2, 'B-1', 'create'],
    [2, 'B-2', 'create'],
    [2, 'B-3', 'create'],
    [3, 'C', 'create'],
  ])
  expect(await studio.sync.syncAll()).toMatchObject({ status: 'completed', counts: { unchanged: 4 } })
})

it('a larger quantity creates more items, and a change of the row changes all of them', async () => {
  write(battery('4', '25'), 'C,camera,Canon,R5,2,3000')
  expect(await studio.sync.syncAll()).toMatchObject({ counts: { create: 2, update: 3, unchanged: 1 } })
  expect(await tags(), 'the item whose tag has no number keeps it').toEqual({
    'B-1': 25,
    'B-2': 25,
    'B-3': 25,
    'B-4': 25,
    C: 3000,
    'C-2': 3000,
  })
})

it('a refused row loses none of its items', async () => {
  write(battery('4', 'cheap'), 'C,camera,Canon,R5,some,3000')
  for (const sync of [1, 2, 3]) {
    const run = await studio.sync.syncAll()
    expect({ counts: run.counts, sync }).toEqual({ counts: { refused: 2 }, sync })
  }
  expect(Object.values(await tags())).not.toContain('retired')
})

it('a smaller quantity misses the highest numbers, which are marked after two reads and come back', async () => {
  write(battery('1', '25'), 'C,camera,Canon,R5,2,3000')
  expect(await studio.sync.syncAll()).toMatchObject({ counts: { unchanged: 3, missing: 3 } })
  expect(await studio.sync.syncAll()).toMatchObject({ counts: { unchanged: 3, mark: 3 } })
  expect(await tags()).toEqual({
    'B-1': 25,
    'B-2': 'retired',
    'B-3': 'retired',
    'B-4': 'retired',
    C: 3000,
    'C-2': 3000,
  })
  write(battery('2', '25'), 'C,camera,Canon,R5,2,3000')
  const run = await studio.sync.syncAll()
  expect(run.counts['create'], 'B-2 is there already').toBeUndefined()
})

it('an undo deletes the items that a run created from a quantity', async () => {
  write(battery('2', '25'), 'C,camera,Canon,R5,2,3000', 'K,cable,Lindy,HDMI,2,9')
  const run = await studio.sync.syncAll()
  expect(run.results).toMatchObject({ created: 2 })
  const undoRun = await studio.sync.follow((await studio.sync.undo(run.run_id)).run_id)
  await studio.sync.approve(undoRun.run_id, 2)
  await studio.sync.follow(undoRun.run_id)
  expect(Object.keys(await tags()).filter((tag) => tag.startsWith('K'))).toEqual([])
})

it('a source set back to quantity: refuse refuses the rows, and none of their items counts as missing', async () => {
  studio.configure(config('refuse'))
  write(battery('2', '25'), 'C,camera,Canon,R5,2,3000', 'X,cable,Lindy,HDMI,1,9')
  for (let syncs = 0; syncs < 3; syncs++) expect((await studio.sync.syncAll()).counts['mark']).toBeUndefined()
  expect((await studio.sync.syncAll()).counts).toMatchObject({ refused: 2, unchanged: 1 })
})
