// Lists that Kitroom refuses as they are, built from blocks, with what their owner knows about them.
import type { Random } from '../../support/random.ts'
import { knownLanguages, products, unknownLanguages, type ListLanguage, type Meaning } from './words.ts'

export type ListFormat = 'comma' | 'semicolon' | 'tab' | 'workbook'

export interface ListSheet {
  name: string
  rows: string[][]
}

/** Facts that the owner of a list knows of one item. */
export interface KnownItem {
  model: string
  brand?: string
  /** A word of the list, as it stands in the sheet. */
  type?: string
  tag?: string
  serial?: string
}

export interface AdviceList {
  name: string
  format: ListFormat
  sheets: ListSheet[]
  /** Meanings of the columns, by header; by position in a list without one. */
  meanings: ReadonlyMap<string | number, Meaning>
  items: KnownItem[]
}

interface Column {
  header: string
  means: Meaning
  cells: string[]
}

type Words = Omit<ListLanguage, 'headers'> & { headers?: ListLanguage['headers'] }

interface Fault {
  name: string
  omit?: readonly Meaning[]
  /** Columns with a header that nobody else uses. */
  own?: readonly Meaning[]
  isHeaderless?: boolean
  hasTitle?: boolean
  hasBookings?: boolean
}

const fieldOrder = ['asset_tag', 'gear_type', 'brand', 'model', 'serial_number', 'storage_location'] as const

/** Faults that public lists have. */
const faults: readonly Fault[] = [
  { name: 'no brand', omit: ['brand'] },
  { name: 'no type', omit: ['gear_type'] },
  { name: 'no tag', omit: ['asset_tag', 'serial_number'] },
  { name: 'neither brand, type nor tag', omit: ['brand', 'gear_type', 'asset_tag', 'serial_number'] },
  { name: 'own word for the brand', own: ['brand'] },
  { name: 'own word for the type', own: ['gear_type'], omit: ['serial_number'] },
  { name: 'own word for the model', own: ['model'] },
  { name: 'own word for the tag', own: ['asset_tag'], omit: ['serial_number'] },
  { name: 'own words only', own: fieldOrder },
  { name: 'no header', isHeaderless: true },
  { name: 'no header below a title', isHeaderless: true, hasTitle: true },
  { name: 'no header, no type', isHeaderless: true, omit: ['gear_type'] },
  { name: 'no brand, and bookings below', omit: ['brand'], hasBookings: true, hasTitle: true },
]

const faultsOfUnknown: readonly Fault[] = [
  { name: 'unknown language' },
  { name: 'unknown language, no brand', omit: ['brand', 'serial_number'], hasTitle: true },
  { name: 'unknown language, no type', omit: ['gear_type'] },
  { name: 'unknown language, no tag', omit: ['asset_tag', 'serial_number'] },
]

const formats: readonly ListFormat[] = ['comma', 'workbook', 'semicolon', 'tab']

function makeColumns({ headers, ownHeaders, types, others }: Words, { omit = [], own = [] }: Fault): Column[] {
  const cellsOf: Readonly<Record<(typeof fieldOrder)[number], string[]>> = {
    asset_tag: products.map((_product, index) => `K-${String(index * 7 + 3).padStart(3, '0')}`),
    gear_type: products.map(([type]) => types[type]),
    brand: products.map(([, brand]) => brand),
    model: products.map(([, , model]) => model),
    serial_number: products.map((_product, index) => String(4_113_377 + index * 91_357)),
    storage_location: products.map((_product, index) => ['Shelf A1', 'Shelf B2', 'Van'][index % 3] ?? ''),
  }
  const columns = fieldOrder
    .map((means, index): Column => {
      const header = (headers && !own.includes(means) ? headers[index] : ownHeaders[index]) ?? ''
      return { header, means, cells: cellsOf[means] }
    })
    .filter(({ means }) => !omit.includes(means))
  const otherCells = [
    products.map((_product, index) => ['Kim', 'Lee', 'Ana'][index % 3] ?? ''),
    products.map((_product, index) => `P-${17 + (index % 2)}`),
    products.map((_product, index) => `2026-04-${String(11 + index)}`),
    products.map((_product, index) => ['30', '90', '180'][index % 3] ?? ''),
  ]
  return [...columns, ...others.map((header, index) => ({ header, means: null, cells: otherCells[index] ?? [] }))]
}

/** Orders columns anew. The model stays right of the brand, as people write them. */
function shuffle(columns: readonly Column[], random: Random): Column[] {
  const groups: Column[][] = []
  for (const column of columns) {
    const before = groups.at(-1)
    if (column.means === 'model' && before?.at(-1)?.means === 'brand') before.push(column)
    else groups.push([column])
  }
  return groups
    .map((group) => ({ group, order: random.next() }))
    .toSorted((a, b) => a.order - b.order)
    .flatMap(({ group }) => group)
}

const bookings = [
  ['Customer', 'From', 'Until', 'Phone'],
  ['Theatre', '2026-05-01', '2026-05-03', '555 0100'],
  ['School', '2026-05-07', '2026-05-09', '555 0101'],
]

function readItem(columns: readonly Column[], index: number): KnownItem {
  const cellOf = (means: Meaning): string | undefined => columns.find((column) => column.means === means)?.cells[index]
  const [model = '', brand, type, tag, serial] = [
    cellOf('model'),
    cellOf('brand'),
    cellOf('gear_type'),
    cellOf('asset_tag'),
    cellOf('serial_number'),
  ]
  const item: KnownItem = { model }
  if (brand !== undefined) item.brand = brand
  if (type !== undefined) item.type = type
  if (tag !== undefined) item.tag = tag
  if (serial !== undefined) item.serial = serial
  return item
}

function makeList(words: Words, fault: Fault, format: ListFormat, random?: Random): AdviceList {
  const made = makeColumns(words, fault)
  const columns = random ? shuffle(made, random) : made
  const rows = products.map((_product, index) => columns.map(({ cells }) => cells[index] ?? ''))
  const width = columns.length
  const padded = (row: readonly string[]): string[] => [...row, ...Array<string>(width - row.length).fill('')]
  const sheetRows = [
    ...(fault.hasTitle ? [padded([words.title]), padded([])] : []),
    ...(fault.isHeaderless ? [] : [columns.map(({ header }) => header)]),
    ...rows,
    ...(fault.hasBookings ? [padded([]), ...bookings.map(padded)] : []),
  ]
  return {
    name: `${words.language}, ${fault.name}, ${format}`,
    format,
    sheets: [{ name: 'Sheet1', rows: sheetRows }],
    meanings: new Map(
      columns.map(({ header, means }, index): [string | number, Meaning] => [
        fault.isHeaderless ? index : header,
        means,
      ]),
    ),
    items: products.map((_product, index) => readItem(columns, index)),
  }
}

/** Builds one list of each fault in each language. @param random orders the columns anew */
export function makeLists(random?: Random): AdviceList[] {
  const all = [
    ...knownLanguages.flatMap((words) => faults.map((fault): [Words, Fault] => [words, fault])),
    ...unknownLanguages.flatMap((words) => faultsOfUnknown.map((fault): [Words, Fault] => [words, fault])),
  ]
  return all.map(([words, fault], index) =>
    makeList(words, fault, formats[(index + Math.floor(index / 4)) % 4] ?? 'comma', random),
  )
}
