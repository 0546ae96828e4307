// Random sheets with several tables and their expected items: no wrong value may be written, and no row may be lost.
import { expect, it } from 'vitest'
import { SheetRefused } from '../../sheets/types.ts'
import type { PlanRow } from '../../contract/control/control.ts'
import { createSeededRandom, type Random } from '../support/random.ts'
import { emptyAccount, planIn, mapText, source, toCsv } from './support.ts'

type Item = Record<string, string | number>
type Grid = string[][]

const headers: Record<string, string[]> = {
  asset_tag: ['Asset Tag', 'Tag', 'Inventarnummer', "N° d'inventaire", 'Inv.-Nr.'],
  gear_type: ['Type', 'Kategorie', 'Catégorie', 'Tipo'],
  brand: ['Brand', 'Make', 'Hersteller', 'Marque', 'Fabricante'],
  model: ['Model', 'Modell', 'Modèle', 'Modelo'],
  serial_number: ['Serial', 'S/N', 'Seriennummer', 'Numéro de série'],
  purchase_price: ['Price', 'Kaufpreis', 'Prix', 'Precio'],
  notes: ['Notes', 'Bemerkung', 'Remarques', 'Notas'],
  weight_g: ['Weight (g)', 'Gewicht', 'Poids', 'Peso'],
  storage_location: ['Location', 'Lagerort', 'Emplacement', 'Ubicación'],
}
const optional = ['serial_number', 'purchase_price', 'notes', 'weight_g', 'storage_location']
const unknownHeaders = ['Shelf colour', 'Sticker', 'Blue box']

const otherLists: [string[], string[][]][] = [
  [
    ['Supplier', 'Contact', 'Phone', 'Location', 'Notes'],
    [
      ['Calumet', 'Eva', '030 11', 'Berlin', 'good'],
      ['Foto Meyer', 'Jan', '030 12', 'Kiel', ''],
    ],
  ],
  [
    ['Tag', 'Customer', 'From', 'To', 'Price'],
    [
      ['G-1', 'Smith', '2026-01-03', '2026-01-05', '100'],
      ['G-2', 'Jones', '2026-01-04', '2026-01-09', '250'],
    ],
  ],
  [
    ['Tag', 'Problem', 'Workshop', 'Cost', 'Notes'],
    [
      ['G-1', 'shutter', 'Ken', '150', ''],
      ['G-3', 'mount', 'Ken', '90', 'urgent'],
    ],
  ],
  [
    ['Kunde', 'Kamera', 'Objektiv', 'Von', 'Bis'],
    [
      ['Meier', 'camera', 'Sony', 'FX3', '2026-01-05'],
      ['Kern', 'lens', 'Canon', 'R5', '2026-01-07'],
    ],
  ],
  [
    ['Item', 'Quantity', 'Min stock', 'Supplier'],
    [
      ['Gaffer tape', '12', '4', 'Thomann'],
      ['AA battery', '48', '20', 'Energizer'],
    ],
  ],
  [
    ['Code', 'Meaning'],
    [
      ['N', 'new'],
      ['D', 'defect'],
    ],
  ],
]

function shuffle(random: Random, list: readonly string[]): string[] {
  const remaining = [...list]
  return list.map(() => remaining.splice(random.int(remaining.length), 1)[0] ?? '')
}

let lastTag = 0

function randomItem(random: Random): Item {
  lastTag++
  return {
    asset_tag: `G-${lastTag}`,
    gear_type: random.pick(['camera', 'lens', 'drone', 'accessory', 'filter']),
    brand: random.pick(['Sony', 'Canon', 'Sigma', 'ARRI', 'Nikon']),
    model: `M${random.int(1000)}`,
    serial_number: random.pick([`S${random.int(1_000_000)}`, String(random.int(1_000_000) + 1)]),
    purchase_price: random.int(9000) + 1,
    notes: random.pick(['spare', 'with strap', 'blue']),
    weight_g: random.int(5000) + 1,
    storage_location: random.pick(['Room 1', 'Room 2', 'Vault']),
  }
}

/** The items that a person would read in a sheet. */
interface Truth {
  items: Item[]
}

/** A list of gear with random columns in random order. Its items are added to `truth`. */
function gearList(random: Random, truth: Truth): Grid {
  const fields = shuffle(random, [
    'asset_tag',
    'gear_type',
    'brand',
    'model',
    ...optional.filter(() => random.chance(0.6)),
    ...unknownHeaders.filter(() => random.chance(0.2)),
  ])
  const header = fields.map((field) => (headers[field] ? random.pick(headers[field]) : field))
  const grid: Grid = [header]
  for (let count = random.int(5) + 3; count > 0; count--) {
    const item = randomItem(random)
    grid.push(fields.map((field) => String(item[field] ?? 'x9')))
    truth.items.push(
      Object.fromEntries(fields.filter((field) => field in item).map((field) => [field, item[field] ?? ''])),
    )
    if (random.chance(0.15))
      grid.push(fields.map((field, index) => (headers[field] ? random.pick(headers[field]) : (header[index] ?? ''))))
    if (random.chance(0.1)) grid.push(['', ''])
    if (random.chance(0.1)) grid.push([random.pick(['Cameras', '— Lenses —', 'Room 2'])])
  }
  return grid
}

function otherList(random: Random): Grid {
  const [header, rows] = random.pick(otherLists)
  return [header, ...rows.filter(() => random.chance(0.8)), ...(random.chance(0.3) ? [header, ...rows] : [])]
}

const gap = (random: Random): Grid =>
  random.pick<Grid>([[], [[]], [[], []], [['Another list']], [[], ['Another list']], [[], ['Another list'], []]])

function placeBelow(random: Random, truth: Truth): Grid {
  const grid: Grid = random.chance(0.3) ? [['My studio'], []] : []
  grid.push(...gearList(random, truth))
  for (let count = random.int(4); count > 0; count--)
    grid.push(...gap(random), ...(random.chance(0.5) ? gearList(random, truth) : otherList(random)))
  return grid
}

function placeBeside(left: Grid, right: Grid, offset: number): Grid {
  const width = Math.max(...left.map(({ length }) => length))
  return Array.from({ length: Math.max(left.length, right.length + offset) }, (_, index) => [
    ...Array.from({ length: width }, (_empty, column) => left[index]?.[column] ?? ''),
    '',
    ...(right[index - offset] ?? []),
  ])
}

const pad = (grid: Grid): Grid => {
  const width = Math.max(...grid.map(({ length }) => length))
  return grid.map((row) => Array.from({ length: width }, (_, index) => row[index] ?? ''))
}

/** The fields of rows that differ from the truth. */
function findWrongFields(rows: readonly PlanRow[], truth: Truth): unknown[] {
  const byTag = new Map(truth.items.map((item) => [item['asset_tag'], item]))
  return rows.flatMap((row) => {
    const item = byTag.get(row.key ?? '')
    if (!item) return [[row.row, row.key, 'no such item']]
    return Object.entries(row.fields ?? {}).flatMap(([field, value]) =>
      String(value) === String(item[field]) ? [] : [[row.row, row.key, field, value, item[field]]],
    )
  })
}

function check(grid: Grid, truth: Truth): number {
  const text = toCsv(pad(grid))
  const table = mapText(text, source('quantity: one'))
  const { mapping } = table
  const countedRows = Object.values(mapping.row_groups).reduce((sum, count) => sum + count, 0)
  expect({ text, rows: mapping.rows, countedRows }).toEqual({
    text,
    rows: text.split('\n').length,
    countedRows: text.split('\n').length,
  })
  const writtenRows = planIn(emptyAccount(), table).rows.filter(({ outcome }) => outcome === 'create')
  expect({ text, wrongFields: findWrongFields(writtenRows, truth) }).toEqual({ text, wrongFields: [] })
  return writtenRows.length
}

const SHEET_COUNT = 600

it('tables below one another: no wrong value is written, and more than 98 % of the items are', () => {
  const random = createSeededRandom(20_260_101)
  let items = 0
  let writtenCount = 0
  for (let sheet = 0; sheet < SHEET_COUNT; sheet++) {
    const truth: Truth = { items: [] }
    const grid = placeBelow(random, truth)
    writtenCount += check(grid, truth)
    items += truth.items.length
  }
  console.log(`${SHEET_COUNT} sheets: ${writtenCount} of ${items} items written`)
  expect(writtenCount / items).toBeGreaterThan(0.98)
})

it('tables side by side: no wrong value is written, and more than 90 % of the items are', () => {
  const random = createSeededRandom(7)
  let items = 0
  let writtenCount = 0
  for (let sheet = 0; sheet < SHEET_COUNT; sheet++) {
    const truth: Truth = { items: [] }
    const leftGrid = gearList(random, truth)
    const rightGrid = random.chance(0.5) ? gearList(random, truth) : otherList(random)
    try {
      writtenCount += check(placeBeside(leftGrid, rightGrid, random.chance(0.5) ? 0 : random.int(3)), truth)
      items += truth.items.length
    } catch (error) {
      if (!(error instanceof SheetRefused)) throw error
    }
  }
  console.log(`${SHEET_COUNT} sheets: ${writtenCount} of ${items} items written`)
  expect(writtenCount / items).toBeGreaterThan(0.9)
})
