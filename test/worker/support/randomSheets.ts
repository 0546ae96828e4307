import type { Random } from '../../support/random.ts'
import { csv, type Row } from './sheets.ts'

const MODELS = ['R5', 'Z8', 'A7', 'X-T5', 'S5 II', 'GH6']
const PLACES = ['Shelf 1', 'Shelf 2', 'Vault', 'Van', 'Straße 3, "links"']
const NOTES = ['checked', 'scratched', 'new strap', "=1+1 isn't a formula"]
const STATUSES = ['available', 'ready', 'maintenance', 'in_use']

/** Fields that both sides edit, with their possible values. */
export const EDITED = {
  model: MODELS,
  storage_location: PLACES,
  notes: NOTES,
  status: STATUSES,
  purchase_price: [10, 99.5, 1250, 3999.99],
} as const

const HEADERS = {
  model: 'Model',
  storage_location: 'Storage Location',
  notes: 'Notes',
  status: 'Status',
  purchase_price: 'Purchase Price',
} as const
type Field = keyof typeof EDITED
export const FIELDS = Object.keys(EDITED) as Field[]

const newRow = (random: Random, tag: string): Row => ({
  'Asset Tag': tag,
  Type: 'camera',
  Brand: 'Canon',
  ...Object.fromEntries(FIELDS.map((field) => [HEADERS[field], random.pick<string | number>(EDITED[field])])),
})

/** A sheet as people edit it: rows are added and removed, cells change, some are wrong. */
export interface RandomSheet {
  edit(): void
  text(): string
  drop(tags: ReadonlySet<string>): void
  tags(): string[]
}

export function randomSheet(random: Random, prefix: string): RandomSheet {
  let nextNumber = 0
  const tag = (): string => `${prefix}-${String(++nextNumber).padStart(3, '0')}`
  let rows = Array.from({ length: 12 }, () => newRow(random, tag()))
  const edits: ((row: Row) => void)[] = [
    (row) => {
      const field = random.pick(FIELDS)
      row[HEADERS[field]] = random.pick<string | number>(EDITED[field])
    },
    (row) => (row[HEADERS[random.pick(['storage_location', 'notes', 'purchase_price'] as const)]] = ''),
    (row) => (row[HEADERS[random.pick(['storage_location', 'notes'] as const)]] = '<clear>'),
    (row) => (row['Purchase Price'] = random.pick(['12x', '-5', '1,2,3'])),
    (row) => (row['Asset Tag'] = String(rows[0]?.['Asset Tag'])),
    (row) => (row['Asset Tag'] = String(row['Asset Tag']).toLowerCase()),
    (row) => (rows = rows.filter((other) => other !== row)),
    () => rows.push(newRow(random, tag())),
    () => (rows = rows.toSorted(() => random.next() - 0.5)),
  ]
  const quoted = (row: Row): Row =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, `"${String(value).replaceAll('"', '""')}"`]))
  return {
    edit: () => {
      for (let remaining = 2 + random.int(8); remaining > 0; remaining--) {
        if (rows.length > 4) random.pick([...Array.from({ length: 8 }, () => edits[0]), ...edits])?.(random.pick(rows))
        else rows.push(newRow(random, tag()))
      }
      const seenTags = new Set<string>()
      // Some faults are corrected later.
      for (const row of rows) {
        const key = String(row['Asset Tag']).toUpperCase()
        if (seenTags.has(key) && random.chance(0.5)) row['Asset Tag'] = tag()
        seenTags.add(key)
      }
      for (const row of rows)
        if (random.chance(0.2) && /^[^\d]|x|,/.test(String(row['Purchase Price']))) row['Purchase Price'] = 10
    },
    drop: (tags) => (rows = rows.filter((row) => !tags.has(String(row['Asset Tag'])))),
    text: () => csv(rows.map(quoted)),
    tags: () => rows.map((row) => String(row['Asset Tag'])),
  }
}
