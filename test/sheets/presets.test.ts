import { expect, it } from 'vitest'
import type { MappedTable } from '../../sheets/types.ts'
import { listConfigFaults } from '../support/configFaults.ts'
import { emptyAccount, fixture, planIn, mapText, source } from './support.ts'

const read = (file: string, ...settings: string[]): MappedTable =>
  mapText(fixture(`exports/${file}.csv`).toString(), source(...settings))

/** For each row, the fields of a created item or the codes of a refusal. */
const plan = (file: string, ...settings: string[]): unknown =>
  planIn(emptyAccount(), read(file, ...settings), source(...settings)).rows.map(
    ({ outcome, fields, errors }) => fields ?? `${outcome} ${errors?.map(({ code }) => code).join(' ')}`,
  )
const leftOut = ({ mapping }: MappedTable): string[] | undefined =>
  mapping.tables[0]?.left_out.map(({ header }) => header)

it('the preset snipe-it reads a custom report', () => {
  expect(plan('snipe-it-report', 'preset: snipe-it')).toEqual([
    {
      asset_tag: 'SN-0001',
      gear_type: 'camera',
      brand: 'Canon',
      model: 'EOS R5',
      serial_number: '012021000123',
      purchase_date: '2021-03-04',
      purchase_price: 3899,
      status: 'in_use',
      storage_location: 'Main store',
      warranty_expires_on: '2024-03-04',
      notes:
        'Scratch on the base\nCompany: Studio North\nAsset Name: A-cam\nModel No.: 4147C002\nOrder Number: PO-17\nSupplier: Calumet\nWarranty: 36',
    },
    {
      asset_tag: 'SN-0002',
      gear_type: 'lens',
      brand: 'Canon',
      model: 'RF 50mm F1.2 L USM',
      serial_number: '4411000777',
      purchase_date: '2021-03-04',
      purchase_price: 2299,
      status: 'available',
      storage_location: 'Main store',
      notes: 'Company: Studio North\nModel No.: 2959C005\nSupplier: Calumet',
    },
    'refused unknown_type',
    'refused unknown_value',
  ])
  expect(read('snipe-it-report', 'preset: snipe-it').rows[2]?.fields['status']).toBe('maintenance')
  expect(leftOut(read('snipe-it-report', 'preset: snipe-it'))).toEqual([
    'EOL',
    'Location',
    'Address',
    'Address',
    'City',
    'Country',
    'Zip',
    'Username',
    'Diff',
    'Fully Depreciated',
    'Checkout Date',
    'State',
    'Type',
    'Value',
  ])
})

it('the preset snipe-it reads an asset list, with its location when there is no default location', () => {
  expect(plan('snipe-it-list', 'preset: snipe-it')).toMatchObject([
    { asset_tag: 'SN-0001', status: 'in_use', storage_location: 'Main store', purchase_price: 3899 },
  ])
})

it('the preset homebox reads the type from the tags, 0 as no price, and quantities by the settings', () => {
  const firstRow = {
    asset_tag: '000-001',
    gear_type: 'camera',
    brand: 'Canon',
    model: 'EOS R5',
    serial_number: '012021000123',
    condition: 'good',
    purchase_date: '2021-03-04',
    purchase_price: 3899.5,
    storage_location: 'Home / Office',
    notes:
      'Scratched\nHB.description: Body only\nHB.purchase_from: Calumet\nHB.model_number: 4147C002\nHB.tags: Camera; Insured',
  }
  expect(plan('homebox', 'preset: homebox')).toEqual([
    firstRow,
    'refused quantity',
    'refused unknown_type',
    'refused unknown_type',
  ])
  const battery = {
    gear_type: 'accessory',
    category: 'battery',
    brand: 'Sony',
    model: 'NP-F970',
    storage_location: 'Home',
    notes: 'HB.tags: Battery; Hire',
  }
  expect(plan('homebox', 'preset: homebox', 'quantity: expand', 'defaults: { gear_type: accessory }')).toEqual([
    firstRow,
    { ...battery, asset_tag: '000-002-1' },
    { ...battery, asset_tag: '000-002-2' },
    { ...battery, asset_tag: '000-002-3' },
    {
      asset_tag: '000-003',
      gear_type: 'accessory',
      brand: 'Tesa',
      model: 'Gaffer tape',
      storage_location: 'Home',
      notes: 'HB.tags: Favourites',
    },
    'refused unknown_type',
  ])
  expect(leftOut(read('homebox', 'preset: homebox'))).toContain('HB.field.Horoscope')
})

it('the preset homebox treats sold and archived items as not on hand', () => {
  const head = 'HB.sold_date,HB.name,HB.manufacturer,HB.tags,HB.asset_id,HB.archived'
  const rows = [
    '0001-01-01,R5,Canon,Camera,1-1,false',
    '2023-04-01,R6,Canon,Camera,1-2,false',
    ',R7,Canon,Camera,1-3,TRUE',
    ',R8,Canon,Camera,1-4,',
  ]
  const outcomes = (...settings: string[]): unknown[] =>
    mapText([head, ...rows].join('\n'), source('preset: homebox', ...settings)).rows.map(
      ({ key, fields, errors }) =>
        `${key} ${errors.map(({ code }) => code).join(' ') || (fields['status'] === 'retired' ? 'retired' : 'read')}`,
    )
  expect(outcomes()).toEqual(['1-1 read', '1-2 not_on_hand', '1-3 not_on_hand', '1-4 read'])
  expect(outcomes('sold_lists: retire')).toEqual(['1-1 read', '1-2 retired', '1-3 retired', '1-4 read'])
})

it('the preset shelf reads both exports', () => {
  expect(plan('shelf-import', 'preset: shelf', 'quantity: one')).toEqual([
    {
      asset_tag: 'cm1a0000000000000000000a1',
      gear_type: 'camera',
      brand: 'Canon',
      model: 'EOS R5',
      serial_number: '012021000123',
      purchase_date: '2021-03-04',
      status: 'in_use',
      replacement_value: 3899,
      storage_location: 'Main store',
      notes: 'Body only\nkit: Kit A\ntags: hire,new\nassetModel: EOS R series',
    },
    {
      asset_tag: 'cm1a0000000000000000000a2',
      gear_type: 'accessory',
      category: 'battery',
      brand: 'Sony',
      model: 'NP-F970',
      replacement_value: 89.5,
      storage_location: 'Van',
    },
  ])
  expect(plan('shelf', 'preset: shelf')).toEqual([
    {
      asset_tag: 'SAM-0001',
      gear_type: 'camera',
      brand: 'Canon',
      model: 'EOS R5',
      status: 'in_use',
      replacement_value: 3899,
      storage_location: 'Main store',
      notes: 'Body only\nTags: hire\nKit: Kit A\nAsset model: EOS R series',
    },
  ])
})

it.each([
  ['snipe-it-report', 'snipe-it'],
  ['snipe-it-list', 'snipe-it'],
  ['homebox', 'homebox'],
  ['shelf-import', 'shelf'],
  ['shelf', 'shelf'],
])('no column of %s makes a question', (file, preset) => {
  const settings = [`preset: ${preset}`, 'quantity: one']
  const table = read(file, ...settings)
  expect(planIn(emptyAccount(), table, source(...settings)).questions).toEqual([])
  expect(table.mapping.tables[0]?.left_out.filter(({ reason }) => reason === 'asked')).toEqual([])
})

it('a preset says who has an item, and the settings may say otherwise', () => {
  const [out, here] = read('shelf-import', 'preset: shelf', 'quantity: one').rows
  expect({ out: out?.fields['status'], here: here?.fields['status'] }).toEqual({ out: 'in_use', here: undefined })
  const [silent] = read('shelf-import', 'preset: shelf', 'quantity: one', 'presence: { custodian: nothing }').rows
  expect(silent?.fields['status']).toBeUndefined()
  const head = 'Asset Tag,Category,Manufacturer,Model,Checked Out To,Checkout Date'
  const rows = ['S-1,Camera,Canon,R5,Jo Doe,2024-01-02 10:00:00', 'S-2,Camera,Canon,R6,,2024-01-02 10:00:00']
  const table = mapText([head, ...rows].join('\n'), source('preset: snipe-it'))
  expect(table.rows.map(({ fields, questions }) => [fields['status'], questions])).toEqual([
    ['in_use', undefined],
    [undefined, undefined],
  ])
})

it('settings of the source take precedence over those of the preset', () => {
  const settings = [
    'preset: snipe-it',
    'columns: { Location: storage_location, Default Location: ignore }',
    'notes_from: [EOL]',
  ]
  const [firstRow] = read('snipe-it-report', ...settings).rows
  expect(firstRow?.fields).toMatchObject({
    storage_location: 'Set 4',
    notes: expect.stringContaining('EOL: 2026-03-04') as string,
  })
  expect(
    read('snipe-it-report', 'preset: snipe-it', 'values: { status: { "Waiting for Jo (pending)": maintenance } }')
      .rows[3]?.fields['status'],
  ).toBe('maintenance')
  const evidence = read('snipe-it-report', 'preset: snipe-it').mapping.tables[0]?.columns.find(
    ({ header }) => header === 'Default Location',
  )?.evidence
  expect(evidence).toBe('preset: of the settings says so')
})

it('an unknown preset is refused with the known ones', () => {
  expect(listConfigFaults('sources:\n  - id: main\n    file: ./a.csv\n    preset: sortly\n')).toEqual([
    'kitroom.yaml:4: sources.0.preset: must be one of snipe-it, homebox, shelf',
  ])
})
