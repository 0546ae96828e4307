// Single lists that Kitroom refuses as they are.
import { readFileSync } from 'node:fs'
import type { AdviceList, KnownItem } from './lists.ts'
import type { Meaning } from './words.ts'

type SimpleList = Omit<AdviceList, 'sheets' | 'meanings' | 'items'> & {
  rows: string[][]
  meanings: Readonly<Record<string, Meaning>>
  items: KnownItem[]
}

const simpleList = ({ rows, meanings, ...list }: SimpleList): AdviceList => ({
  ...list,
  sheets: [{ name: 'Sheet1', rows }],
  meanings: new Map(Object.entries(meanings)),
})

const fixture = (name: string): string[][] =>
  readFileSync(new URL(`../fixtures/odd/${name}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split(line.includes(';') ? ';' : ','))

/** Lists as others publish them, and two columns or sheets for one thing. */
export function listOddLists(): AdviceList[] {
  return [
    simpleList({
      name: 'servers without a brand',
      format: 'semicolon',
      rows: fixture('g1-brand-missing.csv'),
      meanings: { ID: 'asset_tag', Typ: 'gear_type', Name: 'model' },
      items: [
        { model: 'bacon', type: 'Server', tag: 'TeX-001' },
        { model: 'kraut', type: 'Server', tag: 'TeX-002' },
      ],
    }),
    {
      name: 'three items without a header',
      format: 'comma',
      sheets: [{ name: 'Sheet1', rows: fixture('g1-no-header.csv') }],
      meanings: new Map<string | number, Meaning>([
        [0, 'asset_tag'],
        [1, 'gear_type'],
        [2, 'brand'],
        [3, 'model'],
        [4, 'serial_number'],
      ]),
      items: [
        { model: 'FX3', type: 'camera', tag: 'N-1', brand: 'Sony' },
        { model: '35mm', type: 'lens', tag: 'N-2', brand: 'Sigma' },
        { model: 'FX6', type: 'camera', tag: 'N-3', brand: 'Sony' },
      ],
    },
    simpleList({
      name: 'devices of a laboratory',
      format: 'comma',
      rows: fixture('g1-type-missing.csv'),
      meanings: { equipment_id: 'asset_tag', name: 'model', location: 'storage_location' },
      items: ['pH meter', 'flow meter', 'thermocouple probe'].map((model, index) => ({
        model,
        tag: `EQ-0${[1, 2, 4][index]}`,
      })),
    }),
    simpleList({
      name: 'two columns for the brand',
      format: 'comma',
      rows: [
        ['Asset Tag', 'Type', 'Brand', 'Make', 'Model'],
        ['T-1', 'camera', 'Canon', 'Sony', 'R5'],
        ['T-2', 'lens', 'Nikon', 'Sigma', 'Art 35'],
      ],
      meanings: { 'Asset Tag': 'asset_tag', Type: 'gear_type', Brand: 'brand', Make: 'brand', Model: 'model' },
      items: [
        { model: 'R5', type: 'camera', tag: 'T-1', brand: 'Canon' },
        { model: 'Art 35', type: 'lens', tag: 'T-2', brand: 'Nikon' },
      ],
    }),
    simpleList({
      name: 'a brand column of dates',
      format: 'workbook',
      rows: [
        ['Asset Tag', 'Type', 'Make', 'Built by', 'Model'],
        ['T-1', 'camera', '2024-01-02', 'Canon', 'R5'],
        ['T-2', 'lens', '2024-02-03', 'Sigma', 'Art 35'],
      ],
      meanings: { 'Asset Tag': 'asset_tag', Type: 'gear_type', 'Built by': 'brand', Make: null, Model: 'model' },
      items: [
        { model: 'R5', type: 'camera', tag: 'T-1', brand: 'Canon' },
        { model: 'Art 35', type: 'lens', tag: 'T-2', brand: 'Sigma' },
      ],
    }),
    simpleList({
      name: 'codes that occur twice',
      format: 'tab',
      rows: [
        ['ID', 'Type', 'Brand', 'Model'],
        ['B-1', 'camera', 'Canon', 'R5'],
        ['B-1', 'lens', 'Sigma', 'Art 35'],
      ],
      meanings: { Type: 'gear_type', Brand: 'brand', Model: 'model', ID: null },
      items: [
        { model: 'R5', type: 'camera', brand: 'Canon' },
        { model: 'Art 35', type: 'lens', brand: 'Sigma' },
      ],
    }),
    {
      name: 'the gear on the second of three sheets, without a type',
      format: 'workbook',
      sheets: [
        {
          name: 'Read me',
          rows: [
            ['Name', 'Phone'],
            ['Kim', '555 0100'],
          ],
        },
        {
          name: 'Gear',
          rows: [
            ['Asset Tag', 'Brand', 'Model'],
            ['T-1', 'Canon', 'R5'],
            ['T-2', 'Sigma', 'Art 35'],
          ],
        },
        {
          name: 'Bookings',
          rows: [
            ['Customer', 'From'],
            ['School', '2026-05-01'],
          ],
        },
      ],
      meanings: new Map<string | number, Meaning>([
        ['Asset Tag', 'asset_tag'],
        ['Brand', 'brand'],
        ['Model', 'model'],
      ]),
      items: [
        { model: 'R5', tag: 'T-1', brand: 'Canon' },
        { model: 'Art 35', tag: 'T-2', brand: 'Sigma' },
      ],
    },
    {
      name: 'two sheets of gear',
      format: 'workbook',
      sheets: ['Cameras', 'Lenses'].map((name) => ({
        name,
        rows: [
          ['Asset Tag', 'Type', 'Brand', 'Model'],
          [`${name}-1`, name, 'Canon', `${name} R5`],
        ],
      })),
      meanings: new Map<string | number, Meaning>(),
      items: [{ model: 'Cameras R5', type: 'camera', tag: 'Cameras-1', brand: 'Canon' }],
    },
    simpleList({
      name: 'lenses below a title that names them',
      format: 'semicolon',
      rows: [
        ['Objektive', '', ''],
        ['Inventarnummer', 'Hersteller', 'Modell'],
        ['O-1', 'Canon', 'RF 50'],
        ['O-2', 'Sigma', 'Art 35'],
      ],
      meanings: { Inventarnummer: 'asset_tag', Hersteller: 'brand', Modell: 'model' },
      items: [
        { model: 'RF 50', type: 'Objektiv', tag: 'O-1', brand: 'Canon' },
        { model: 'Art 35', type: 'Objektiv', tag: 'O-2', brand: 'Sigma' },
      ],
    }),
    simpleList({
      name: 'a header with a line break, quotation marks and more than thirty letters',
      format: 'comma',
      rows: [
        ['Asset Tag', 'Type', 'The "people" who\nbuilt this thing, if known to us', 'Model'],
        ['T-1', 'camera', 'Canon', 'R5'],
        ['T-2', 'lens', 'Sigma', 'Art 35'],
      ],
      meanings: {
        'Asset Tag': 'asset_tag',
        Type: 'gear_type',
        'The "people" who built this thing, if known to us': 'brand',
        Model: 'model',
      },
      items: [
        { model: 'R5', type: 'camera', tag: 'T-1', brand: 'Canon' },
        { model: 'Art 35', type: 'lens', tag: 'T-2', brand: 'Sigma' },
      ],
    }),
    simpleList({
      name: 'tags that are names beside serial numbers',
      format: 'tab',
      rows: [
        ['Asset', 'Type', 'Brand', 'Model', 'Serial'],
        ['Main camera', 'camera', 'Canon', 'R5', '4113371'],
        ['the wide lens', 'lens', 'Sigma', 'Art 35', '4113372'],
      ],
      meanings: { Asset: 'asset_tag', Type: 'gear_type', Brand: 'brand', Model: 'model', Serial: 'serial_number' },
      items: [
        { model: 'R5', type: 'camera', tag: '4113371', brand: 'Canon' },
        { model: 'Art 35', type: 'lens', tag: '4113372', brand: 'Sigma' },
      ],
    }),
    simpleList({
      name: 'repairs below a list without brands',
      format: 'semicolon',
      rows: [
        ['Asset Tag', 'Type', 'Model', ''],
        ['T-1', 'camera', 'R5', ''],
        ['T-2', 'lens', 'Art 35', ''],
        ['', '', '', ''],
        ['Problem', 'Asset Tag', 'Type', 'Model'],
        ['shutter stuck', 'T-1', 'camera', 'R5'],
      ],
      meanings: { 'Asset Tag': 'asset_tag', Type: 'gear_type', Model: 'model' },
      items: [
        { model: 'R5', type: 'camera', tag: 'T-1' },
        { model: 'Art 35', type: 'lens', tag: 'T-2' },
      ],
    }),
    simpleList({
      name: 'things with one known header',
      format: 'workbook',
      rows: [
        ['Name', 'Keeper of it'],
        ['EOS R5', 'Kim 1'],
        ['Art 35', 'Lee 2'],
      ],
      meanings: { Name: 'model' },
      items: [{ model: 'EOS R5' }, { model: 'Art 35' }],
    }),
    simpleList({
      name: 'two columns of one name, one with makers',
      format: 'tab',
      rows: [
        ['Tag', 'Name', 'Name', 'Type'],
        ['A-1', 'Sony', 'FX3', 'camera'],
        ['A-2', 'Sigma', '35mm', 'lens'],
      ],
      meanings: { Tag: 'asset_tag', Type: 'gear_type' },
      items: [
        { model: 'FX3', type: 'camera', tag: 'A-1' },
        { model: '35mm', type: 'lens', tag: 'A-2' },
      ],
    }),
    simpleList({
      name: 'an export of Homebox',
      format: 'comma',
      rows: [
        ['HB.asset_id', 'HB.name', 'HB.manufacturer', 'HB.location', 'HB.tags', 'HB.quantity', 'HB.import_ref'],
        ['000-001', 'EOS R5', 'Canon', 'Shelf', 'camera', '1', 'x1'],
        ['000-002', 'Art 35', 'Sigma', 'Shelf', 'lens', '1', 'x2'],
      ],
      meanings: {
        'HB.asset_id': 'asset_tag',
        'HB.name': 'model',
        'HB.manufacturer': 'brand',
        'HB.tags': 'gear_type',
        'HB.location': 'storage_location',
      },
      items: [
        { model: 'EOS R5', type: 'camera', tag: '000-001', brand: 'Canon' },
        { model: 'Art 35', type: 'lens', tag: '000-002', brand: 'Sigma' },
      ],
    }),
    simpleList({
      name: 'an export of Shelf',
      format: 'comma',
      rows: [
        [
          'Asset ID',
          'QR ID',
          'Status',
          'Description',
          'Value',
          'Available to book',
          'Category',
          'Tracking method',
          'Name',
        ],
        ['SAM-0001', 'q81', 'Available', 'A cam', '', 'Yes', 'Camera', 'Individual', 'EOS R5'],
        ['SAM-0002', 'q82', 'Available', 'B cam', '', 'Yes', 'Lens', 'Individual', 'Art 35'],
      ],
      meanings: { 'Asset ID': 'asset_tag', Name: 'model', Category: 'gear_type' },
      items: [
        { model: 'EOS R5', type: 'Camera', tag: 'SAM-0001' },
        { model: 'Art 35', type: 'Lens', tag: 'SAM-0002' },
      ],
    }),
  ]
}
