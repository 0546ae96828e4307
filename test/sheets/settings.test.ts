import { describe, expect, it } from 'vitest'
import { loadConfig } from '../../config/config.ts'
import { describeSettings } from '../../sheets/settings/settings.ts'
import { source } from './support.ts'
import { listConfigFaults } from '../support/configFaults.ts'

const withLine = (line: string): string => `sources:\n  - id: main\n    file: ./a.csv\n    ${line}\n`

it('kitroom.yaml is read with all settings of a source', () => {
  const text = [
    '# kitroom.yaml',
    'sources:',
    '  - id: main',
    '    file: ./inventory.csv',
    '    sheet: Inventory',
    '    key: serial_number',
    '    columns: { "Kept in": storage_location, "Shelf colour": ignore }',
    '    values: { gear_type: { "Glass": lens, "Stand": accessory/tripod }, status: { "OK": ready } }',
    '    decimal: ","',
    '    date_order: DMY',
    '    quantity: one',
    '    blank: clear',
    '    clear_token: wipe',
    '    missing: ignore',
    '    conflicts: sheet_wins',
    '    approve: auto',
    '    guard: { changes: 10 }',
    '    schedule: "*/15 6-20 * JAN-MAR,12 mon,wed"',
  ]
  expect(loadConfig(text.join('\n'))).toMatchObject({
    sources: [
      {
        id: 'main',
        file: './inventory.csv',
        sheet: 'Inventory',
        key: 'serial_number',
        columns: { 'Kept in': 'storage_location', 'Shelf colour': 'ignore' },
        values: { gear_type: { Glass: 'lens', Stand: 'accessory/tripod' }, status: { OK: 'ready' } },
        decimal: ',',
        date_order: 'DMY',
        quantity: 'one',
        blank: 'clear',
        clear_token: 'wipe',
        missing: 'ignore',
        conflicts: 'sheet_wins',
        approve: 'auto',
        guard: { changes: 10, percent: 20 },
        schedule: '*/15 6-20 * JAN-MAR,12 mon,wed',
      },
    ],
  })
})

it('a source requires only id and file, and has cautious defaults', () => {
  expect(source()).toEqual({
    id: 'main',
    file: './sheet.csv',
    key: 'asset_tag',
    columns: {},
    identifiers: 'numbers',
    values: {},
    quantity: 'refuse',
    sold_lists: 'refuse',
    blank: 'keep',
    clear_token: '<clear>',
    missing: 'ignore',
    conflicts: 'report',
    approve: 'manual',
    guard: { changes: 200, percent: 20 },
  })
})

it.each(['', '# nothing\n', 'sources:\n', 'sources: []\n'])('%j has no sources', (text) => {
  expect(loadConfig(text).sources).toEqual([])
})

it('describeSettings returns null for a setting that is not set', () => {
  expect(describeSettings(source(), 'EUR')).toEqual({
    key: 'asset_tag',
    currency: 'EUR',
    sheet: null,
    decimal: null,
    date_order: null,
    two_digit_years: null,
    quantity: 'refuse',
    blank: 'keep',
    clear_token: '<clear>',
    missing: 'ignore',
    conflicts: 'report',
  })
})

describe('faults of kitroom.yaml', () => {
  it.each([
    ['colour: red', 'kitroom.yaml:4: "colour" is no setting of sources.0'],
    ['key: model', 'kitroom.yaml:4: sources.0.key: must be one of asset_tag, serial_number'],
    ['decimal: ";"', 'kitroom.yaml:4: sources.0.decimal: must be one of ., ,'],
    ['date_order: dmy', 'kitroom.yaml:4: sources.0.date_order: must be one of DMY, MDY, YMD'],
    ['two_digit_years: 1970-2020', 'kitroom.yaml:4: sources.0.two_digit_years: must be exactly a hundred years'],
    ['quantity: some', 'kitroom.yaml:4: sources.0.quantity: must be one of refuse, one'],
    ['columns: { X: colour }', 'kitroom.yaml:4: sources.0.columns.X: must be one of gear_type, brand'],
    ['values: { gear_type: { X: boat } }', 'kitroom.yaml:4: sources.0.values.gear_type.X: must be one of camera, lens'],
    ['values: { brand: { X: y } }', 'kitroom.yaml:4: "brand" is no setting of sources.0.values'],
    ['guard: { changes: -1 }', 'kitroom.yaml:4: sources.0.guard.changes: '],
    ['url: https://example.com/a.csv', 'kitroom.yaml:4: sources.0.url: this source has file: too'],
    [
      'google_sheet: 1AbCdEfGhIjKlMnOpQrStUvWxYz0123456789',
      'kitroom.yaml:4: sources.0.google_sheet: this source has file: too',
    ],
    ['missing: remove', 'kitroom.yaml:4: sources.0.missing: must be one of ignore, mark, delete'],
    ['missing: mark', 'kitroom.yaml:4: sources.0.missing: mark needs to know what to set'],
    ['mark: { asset_tag: X, notes: Gone }', 'kitroom.yaml:4: "asset_tag" is no setting of sources.0.mark'],
    ['mark: {}', 'kitroom.yaml:4: sources.0.mark: must name a field'],
    ['missing_guard: { items: -1 }', 'kitroom.yaml:4: sources.0.missing_guard.items: '],
    ['schedule: "0 6 * *"', 'kitroom.yaml:4: sources.0.schedule: must have exactly five fields'],
    ['schedule: "0 6 * * * *"', 'kitroom.yaml:4: sources.0.schedule: must have exactly five fields'],
    ['schedule: "@daily"', 'kitroom.yaml:4: sources.0.schedule: must have exactly five fields'],
    ['schedule: "60 6 * * *"', 'kitroom.yaml:4: sources.0.schedule: minute cannot be used'],
    ['schedule: "0 6 L * *"', 'kitroom.yaml:4: sources.0.schedule: day of month cannot be used'],
    ['schedule: "0 6 * * mon#1"', 'kitroom.yaml:4: sources.0.schedule: day of week cannot be used'],
    ['schedule: "0 9-6 * * *"', 'kitroom.yaml:4: sources.0.schedule: hour cannot be used'],
    ['schedule: "0 6 30 2 *"', 'kitroom.yaml:4: sources.0.schedule: names a time that never comes'],
    ['sheet: [1]', 'kitroom.yaml:4: sources.0.sheet: must be string'],
  ])('%s', (line, message) => {
    expect(listConfigFaults(withLine(line))).toEqual([expect.stringContaining(message)])
  })

  it('are all reported, each with its line', () => {
    const text = 'sources:\n  - id: Main!\n    url: example.com\n  - id: b\n    key: x\nplans: []\n'
    expect(listConfigFaults(text).map((fault) => fault.split(': ')[0])).toEqual([
      'kitroom.yaml:2',
      'kitroom.yaml:3',
      'kitroom.yaml:4',
      'kitroom.yaml:5',
      'kitroom.yaml:6',
    ])
  })

  it('include a duplicate id', () => {
    expect(listConfigFaults('sources:\n  - { id: a, file: x }\n  - { id: a, file: y }\n')).toEqual([
      'kitroom.yaml:3: sources.1.id: "a" is taken by another source',
    ])
  })

  it.each([
    ['sources:\n  - id: a\n    id: b\n', 'kitroom.yaml:3: Map keys must be unique'],
    ['sources: [\n', 'kitroom.yaml:'],
    ['- a\n', 'kitroom.yaml:1: kitroom.yaml: must be object'],
    ['sources: main\n', 'kitroom.yaml:1: sources: must be array'],
  ])('include invalid YAML: %j', (text, message) => {
    expect(listConfigFaults(text)[0]).toContain(message)
  })
})
