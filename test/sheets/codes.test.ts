import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { CellNote } from '../../contract/control/control.ts'
import { mapTable } from '../../sheets/mapping/mapTable.ts'
import { chooseSheet } from '../../sheets/mapping/chooseSheet.ts'
import { readDelimited } from '../../sheets/readers/delimited.ts'
import { readSheets } from '../../sheets/readers/reader.ts'
import { SheetRefused, type Cell, type Sheet } from '../../sheets/types.ts'
import {
  applyPlan,
  emptyAccount,
  planIn,
  mapColumn,
  mapAnswered,
  mapText,
  source,
  toCsv,
  type Account,
} from './support.ts'

/** Each message must say what to do or which setting to change. */
const REMEDY =
  /\b(?:Write|Set|set|Give|Correct|correct|Fill|Format|Repair|Open|Convert|Remove|Rename|Add|add|Empty|empty|Shorten|shorten|Round|Put|Say|Save|save|Close|Split)\b/

const HEAD = ['Asset Tag', 'Type', 'Brand', 'Model', 'Serial']
const item = (overrides: Partial<Record<'tag' | 'type' | 'brand' | 'serial', string>> = {}): string[] => [
  overrides.tag ?? 'T-1',
  overrides.type ?? 'camera',
  overrides.brand ?? 'Canon',
  'R5',
  overrides.serial ?? '',
]
const notesOf = (
  table: ReturnType<typeof mapText>,
  account: Account = emptyAccount(),
  ownedByOthers: ReadonlySet<string> = new Set(),
): CellNote[] =>
  planIn(account, table, source(), ownedByOthers).rows.flatMap((row) => [
    ...(row.errors ?? []),
    ...(row.warnings ?? []),
  ])
const column = (header: string, value: string, type = 'camera'): CellNote[] =>
  notesOf(mapColumn(header, [value], source(), type))
const rows = (...items: string[][]): CellNote[] => notesOf(mapText(toCsv([HEAD, ...items])))

/** The notes of one item with this workbook cell under `header`. */
function typed(header: string, cell: Cell): CellNote[] {
  const text = (value: string): Cell => ({ text: value, value, kind: 'text' })
  const names = [...HEAD.slice(0, 4), header].map(text)
  const sheet: Sheet = {
    rows: [
      { row: 1, cells: names },
      { row: 2, cells: [...item().slice(0, 4).map(text), cell] },
    ],
  }
  return notesOf(mapTable(sheet, source(), { currency: 'USD' }))
}

/** The notes of two items with a price in one merged cell. */
function merged(): CellNote[] {
  const cellOf = (text: string, column: number): Cell => ({
    text,
    value: text,
    kind: text === '' ? 'blank' : 'text',
    ...(column === 4 && { merged: { first: 2, last: 3 } }),
  })
  const rows = [
    [...HEAD.slice(0, 4), 'Price'].map((text) => cellOf(text, 0)),
    [...item().slice(0, 4), '100'].map(cellOf),
    [...item({ tag: 'T-2' }).slice(0, 4), ''].map(cellOf),
  ]
  const sheet: Sheet = { rows: rows.map((cells, index) => ({ row: index + 1, cells })) }
  return notesOf(mapTable(sheet, source(), { currency: 'USD' }))
}

const accountWith = (...items: string[][]): Account =>
  applyPlan(emptyAccount(), planIn(emptyAccount(), mapText(toCsv([HEAD, ...items]))))

function ownedElsewhere(): CellNote[] {
  const { items } = accountWith(item())
  return notesOf(mapText(toCsv([HEAD, item()])), { items, bindings: [] }, new Set(items.map(({ id }) => id)))
}

const lengths = (cell: string): CellNote[] =>
  notesOf(mapColumn('Cover', [cell], source('columns: { Cover: warranty_length }')))

/** By code: how to produce the fault or warning of a cell. */
const byCell: Record<string, () => CellNote[]> = {
  duplicate_key: () => rows(item(), item()),
  row_without_key: () => rows(item(), item({ tag: '' })),
  missing_required: () => rows(item({ brand: '' })),
  unknown_type: () => rows(item({ type: 'Furniture' })),
  unknown_value: () => column('Condition', 'shiny'),
  gear_type_changed: () => notesOf(mapText(toCsv([HEAD, item({ type: 'lens' })])), accountWith(item())),
  ditto_mark: () => column('Price', '"'),
  error_cell: () => column('Price', '#REF!'),
  formula_not_calculated: () => typed('Price', { text: '', value: null, kind: 'blank', formula: true }),
  shown_differently: () => typed('Price', { text: '1.3k', value: 1299, kind: 'number', numberFormat: '0.0,"k"' }),
  converted_value: () => column('Location', 'TRUE'),
  merged_cell: () => merged(),
  damaged_value: () => notesOf(mapText(toCsv([HEAD, item({ serial: '457' })])), accountWith(item({ serial: '00457' }))),
  damaged_key: () => notesOf(mapText(toCsv([HEAD, item({ tag: '901' })])), accountWith(item({ tag: '0901' }))),
  struck_out: () => typed('Price', { text: '100', value: '100', kind: 'text', struck: 'all' }),
  uncertain_encoding: () =>
    typed('Location', {
      text: 'č',
      value: 'č',
      kind: 'text',
      readings: [
        { encoding: 'windows-1250', text: 'č' },
        { encoding: 'windows-1252', text: 'è' },
      ],
    }),
  answered: () => notesOf(mapAnswered(toCsv([HEAD, item()]), { C2: 'Nikon' })),
  escaped_text: () => typed('Location', { text: 'A &amp; B', value: 'A &amp; B', kind: 'text', references: 'unclear' }),
  damaged_text: () => column('Location', 'GrÃ¶ÃŸe'),
  duration: () => column('Purchased', '24 months'),
  not_a_length: () => lengths('soon'),
  no_purchase_date: () => lengths('24 months'),
  endless_length: () => lengths('lifetime'),
  ambiguous_number: () => column('Max aperture', '1.299', 'lens'),
  ambiguous_date: () => column('Purchased', '3/4/2024'),
  not_a_number: () => column('Price', 'cheap'),
  not_a_date: () => column('Purchased', '45123'),
  negative_number: () => column('Price', '-5'),
  parenthesised_number: () => column('Price', '(45.00)'),
  percent: () => column('Price', '12%'),
  exponent: () => column('Price', '1e5'),
  too_many_decimals: () => column('Price', '1.2345'),
  other_currency: () => column('Price', '12 €'),
  no_such_day: () => column('Purchased', '30.02.2024'),
  two_digit_year: () => column('Purchased', '3/4/24'),
  date_out_of_range: () => column('Purchased', '2300-01-01'),
  digits_lost: () => rows(item({ serial: '1.23457E+17' })),
  too_long: () => rows(item({ brand: 'B'.repeat(121) })),
  owned_by_other_source: ownedElsewhere,
  not_on_hand: () => notesOf(mapText(`Sold\n${toCsv([HEAD, item()])}`)),
  blank_token: () => column('Price', 'TBD'),
  time_dropped: () => column('Purchased', '2024-01-31 10:15'),
  decimals_hidden: () => typed('Price', { text: '1,300', value: 1299.5, kind: 'number', numberFormat: '#,##0' }),
  rounded: () => typed('Price', { text: '12.35', value: 12.3456, kind: 'number' }),
  quantity: () => column('Qty', '12'),
  quantity_as_one: () => notesOf(mapColumn('Qty', ['12'], source('quantity: one'))),
  tax_word: () => column('Price', '12 netto'),
  not_for_this_type: () => column('Filter thread', '67mm'),
}

/** By code: how to produce the refusal of a file. */
const byFile: Record<string, () => unknown> = {
  missing_required_column: () => mapText('Asset Tag,Brand,Model\nT-1,Canon,R5'),
  no_key_column: () => mapText('Type,Brand,Model\ncamera,Canon,R5'),
  duplicate_header: () => mapText('Asset Tag,Type,Brand,Make,Model\nT-1,camera,Canon,Sony,R5'),
  ambiguous_header: () => mapText('Asset Tag,Type,Brand,Model,Estado\nT-1,camera,Canon,R5,see box'),
  ambiguous_sheet: () =>
    chooseSheet(
      ['A', 'B'].map((name) => ({ ...readDelimited(Buffer.from(toCsv([HEAD, item()]))), name })),
      source(),
    ),
  no_header: () => mapText('red,1\nblue,2'),
  no_rows: () => mapText('Asset Tag,Type,Brand,Model'),
  unreadable_file: () => readSheets(Buffer.from('%PDF-1.7'), 'list.csv'),
  ambiguous_delimiter: () => mapText('a,b;c\nd,e;f'),
}

it.each(Object.keys(byCell))('%s names the cell, its raw value and a remedy', (code) => {
  const notes = byCell[code]?.().filter((note) => note.code === code) ?? []
  expect(notes).not.toEqual([])
  for (const note of notes) {
    expect(note.cell).toMatch(/^[A-Z]+\d+$/)
    expect(note.raw).toBeTypeOf('string')
    expect(note.message).toMatch(/^[^\n]{15,}\.$/)
    expect(note.message).toMatch(REMEDY)
  }
})

it.each(Object.keys(byFile))('%s refuses the file and names a remedy', async (code) => {
  const refusal = await Promise.resolve()
    .then(byFile[code])
    .catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(SheetRefused)
  expect(refusal).toMatchObject({ code })
  expect((refusal as SheetRefused).message).toMatch(/^.{15,}\.$/)
  expect((refusal as SheetRefused).message).toMatch(REMEDY)
})

const guide = readFileSync(new URL('../../docs/sheets.md', import.meta.url), 'utf8')
const refusals = guide.split('\n## When something is refused\n')[1]?.split('\n## ')[0] ?? ''
const remedies = new Map(
  [...refusals.matchAll(/^\| `(\w+)` +\| (.+?) +\| (.+?) +\|$/gm)].map((found) => [found[1], [found[2], found[3]]]),
)

it('docs/sheets.md has a remedy for every code', () => {
  const codes = [
    ...Object.keys(byCell),
    ...Object.keys(byFile),
    'api_newer',
    'deleted_in_api',
    'group_row',
    'repeated_header',
    'totals_row',
  ]
  const hasRemedy = (code: string): boolean => remedies.get(code)?.every((part) => (part?.length ?? 0) > 3) ?? false
  expect(codes.filter((code) => !hasRemedy(code))).toEqual([])
})

it('every code of docs/sheets.md is one of the code', () => {
  const root = new URL('../../', import.meta.url)
  const files = globSync('{contract,sheets,sources,google,activities,workflows,worker}/**/*.ts', { cwd: root })
  const source = files.map((file) => readFileSync(new URL(file, root), 'utf8')).join('\n')
  expect(remedies.size).toBeGreaterThan(50)
  expect([...remedies.keys()].filter((code) => !source.includes(`'${code}'`))).toEqual([])
})
