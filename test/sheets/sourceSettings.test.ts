import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { listConfigFaults } from '../support/configFaults.ts'
import { mapText, outcomeOf, readCell, source, toCsv } from './support.ts'

const headers = ['Asset Tag', 'Type', 'Brand', 'Model']
const item = ['T-1', 'camera', 'Canon', 'R5']

it('100 sources are the most, and the documents say so', () => {
  const sourcesYaml = (count: number): string =>
    `sources:\n${Array.from({ length: count }, (_, index) => `  - { id: s${index}, file: ./a.csv }`).join('\n')}`
  expect(listConfigFaults(sourcesYaml(100))).toEqual([])
  expect(listConfigFaults(sourcesYaml(101))).toEqual(['kitroom.yaml:1: sources: must have at most 100 sources'])
  for (const page of ['sheets', 'hardening'])
    expect(readFileSync(new URL(`../../docs/${page}.md`, import.meta.url), 'utf8')).toContain('100 sources')
})

describe('ignore', () => {
  it('leaves columns out by name, and the plan lists them', () => {
    const text = toCsv([
      [...headers, 'Location', 'Hersteller'],
      [...item, 'Shelf 1', 'Nikon'],
    ])
    expect(() => mapText(text)).toThrow('both name brand')
    const table = mapText(text, source('ignore: [location, Hersteller]'))
    expect(table.rows[0]?.fields).toEqual({ asset_tag: 'T-1', gear_type: 'camera', brand: 'Canon', model: 'R5' })
    expect(table.mapping.tables[0]?.left_out).toEqual([
      { column: 'E', header: 'Location', reason: 'settings', samples: ['Shelf 1'] },
      { column: 'F', header: 'Hersteller', reason: 'settings', samples: ['Nikon'] },
    ])
  })

  it.each([
    [
      'columns: { Place: storage_location }\n    ignore: [place]',
      'sources.0.ignore: "place" stands under columns: too',
    ],
    ['notes_from: [Place]\n    ignore: [Place]', 'sources.0.ignore: "Place" stands under notes_from: too'],
    [
      'columns: { Place: storage_location }\n    notes_from: [Place]',
      'sources.0.notes_from: "Place" stands under columns: too',
    ],
    ['ignore: Place', 'sources.0.ignore: must be array'],
  ])('%s', (line, message) => {
    expect(listConfigFaults(`sources:\n  - id: main\n    file: ./a.csv\n    ${line}\n`)).toEqual([
      expect.stringContaining(message),
    ])
  })
})

describe('a header of the settings that the sheet does not have', () => {
  const text = toCsv([
    [...headers, 'Suppliers', 'Kept in'],
    [...item, 'Calumet', 'Shelf 1'],
    [],
    ['Customer', 'Phone'],
    ['Ms Ray', '0123'],
  ])
  const missingHeaders = (...settings: string[]): unknown => mapText(text, source(...settings)).mapping.missing_headers

  it('is reported with the nearest one', () => {
    expect(
      missingHeaders(
        'ignore: [Supplier, kept IN, Phone, Barcode]',
        'notes_from: [Customers]',
        'columns: { Mount: mount }',
      ),
    ).toEqual([
      { setting: 'columns', header: 'Mount' },
      { setting: 'ignore', header: 'Supplier', nearest: 'Suppliers' },
      { setting: 'ignore', header: 'Barcode' },
      { setting: 'notes_from', header: 'Customers', nearest: 'Customer' },
    ])
  })

  it('is not reported when a preset names it', () => {
    expect(missingHeaders('ignore: [Suppliers]', 'notes_from: [Kept in]')).toBe(undefined)
    expect(
      missingHeaders(
        'preset: homebox',
        'columns: { Type: gear_type, Brand: brand, Model: model, Asset Tag: asset_tag }',
      ),
    ).toBe(undefined)
  })
})

describe('notes_from', () => {
  const settings = source('notes_from: [Supplier, Location]')
  const notesOf = (cells: string[], otherSettings: string[] = []): unknown =>
    outcomeOf(
      mapText(
        toCsv([
          [...headers, 'Supplier', 'Notes', 'Location'],
          [...item, ...cells],
        ]),
        otherSettings.length > 0 ? source('notes_from: [Supplier, Location]', ...otherSettings) : settings,
      ).rows[0],
      'notes',
    )

  it('puts each filled cell below the notes, with its header', () => {
    expect(notesOf(['Calumet', 'Scratched', 'Shelf 1'])).toBe('Scratched\nSupplier: Calumet\nLocation: Shelf 1')
    expect(notesOf(['Calumet', '', ''])).toBe('Supplier: Calumet')
    expect(notesOf(['n/a', 'Scratched', ''])).toBe('Scratched')
    expect(notesOf(['', '', ''])).toBe(null)
  })

  it('works without a column of notes, and the plan lists the columns', () => {
    const table = mapText(
      toCsv([
        [...headers, 'Location'],
        [...item, 'Shelf 1'],
      ]),
      settings,
    )
    expect(table.rows[0]?.fields).toEqual({
      asset_tag: 'T-1',
      gear_type: 'camera',
      brand: 'Canon',
      model: 'R5',
      notes: 'Location: Shelf 1',
    })
    expect(table.read.columns['E']).toEqual({ header: 'Location', field: 'notes' })
    expect(table.mapping.tables[0]?.columns.at(-1)).toMatchObject({
      column: 'E',
      field: 'notes',
      evidence: 'notes_from: of the settings says so',
    })
    expect(table.mapping.tables[0]?.left_out).toEqual([])
  })

  it('refuses the row for an error of the spreadsheet, and for notes that are too long', () => {
    expect(notesOf(['#REF!', 'Scratched', ''])).toBe('error_cell')
    expect(notesOf(['ditto', 'Scratched', ''])).toBe('ditto_mark')
    expect(notesOf(['x'.repeat(10_000), 'Scratched', ''])).toBe('too_long')
  })

  it('clears the notes by blank: clear only when all cells are blank', () => {
    const emptiedFields = (cells: string[]): unknown =>
      mapText(
        toCsv([
          [...headers, 'Supplier'],
          [...item, ...cells],
        ]),
        source('notes_from: [Supplier]', 'blank: clear'),
      ).rows[0]?.emptied
    expect(emptiedFields([''])).toEqual(['notes'])
    expect(emptiedFields(['Calumet'])).toBeUndefined()
    expect(notesOf(['Calumet', '', ''], ['blank: clear'])).toBe('Supplier: Calumet')
  })

  it('keeps the other columns when the cell of notes is <clear>', () => {
    expect(notesOf(['Calumet', '<clear>', ''])).toBe('Supplier: Calumet')
  })
})

describe('month_dates', () => {
  const dayOf = (value: string, ...settings: string[]): unknown =>
    readCell('Purchase Date', 'purchase_date', value, { settings })

  it.each([
    '2021-02',
    '2021/2',
    '02/2021',
    '2.2021',
    'February 2021',
    'Feb-2021',
    'febrero de 2021',
    '2021 Feb',
    '2021年2月',
  ])('gives %s a day', (value) => {
    expect(dayOf(value)).toBe('not_a_date')
    expect(dayOf(value, 'month_dates: first')).toBe('2021-02-01')
    expect(dayOf(value, 'month_dates: last')).toBe('2021-02-28')
  })

  it('can differ by field, and does not apply to values that are no month', () => {
    const bothSettings = 'month_dates: { purchase_date: first, warranty_expires_on: last }'
    expect(dayOf('12/2021', bothSettings)).toBe('2021-12-01')
    expect(readCell('Warranty Until', 'warranty_expires_on', '12/2023', { settings: [bothSettings] })).toBe(
      '2023-12-31',
    )
    expect(dayOf('12/2021', 'month_dates: { warranty_expires_on: last }')).toBe('not_a_date')
    for (const value of ['13/2021', '2021-00', 'Mar 21', '03/21', 'Foo 2021', '2021'])
      expect(dayOf(value, bothSettings)).not.toMatch(/^\d{4}-/)
    expect(dayOf('2021-03-28', bothSettings)).toBe('2021-03-28')
  })

  it('is named in the message about a month', () => {
    const row = mapText(
      toCsv([
        [...headers, 'Purchase Date'],
        [...item, '03/2021'],
      ]),
    ).rows[0]
    expect(row?.errors[0]?.message).toContain('month_dates: first')
  })
})

describe('a Warranty column of months', () => {
  it('holds dates, not providers', () => {
    const rows = [
      [...headers, 'Warranty'],
      [...item, '03/2027'],
    ]
    expect(mapText(toCsv(rows)).rows[0]?.errors).toMatchObject([{ code: 'not_a_date' }])
    expect(mapText(toCsv(rows), source('month_dates: last')).rows[0]?.fields).toMatchObject({
      warranty_expires_on: '2027-03-31',
    })
  })
})
