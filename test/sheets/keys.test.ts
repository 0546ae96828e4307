import { describe, expect, it } from 'vitest'
import { SheetRefused } from '../../sheets/types.ts'
import { mapText, source, toCsv } from './support.ts'

/** A sheet of gear whose first column has this header and these values. */
const sheet = (
  header: string,
  values: readonly string[],
  otherColumns: readonly [string, readonly string[]][] = [],
): string =>
  toCsv([
    [header, 'Type', 'Brand', 'Model', ...otherColumns.map(([name]) => name)],
    ...values.map((value, index) => [
      value,
      'camera',
      'Sony',
      `FX${index}`,
      ...otherColumns.map(([, cells]) => cells[index] ?? ''),
    ]),
  ])

const serials: [string, string[]] = ['Serial', ['S-1', 'S-2', 'S-3']]
const keyOf = (text: string, ...settings: string[]): unknown[] => {
  const { mapping, rows } = mapText(text, source(...settings))
  const { field, column, header } = mapping.tables[0]?.key ?? {}
  return [field, column, header, rows.map(({ key }) => key)]
}
const evidenceOf = (text: string): string => mapText(text).mapping.tables[0]?.key?.evidence ?? ''

describe('a column whose header can mean asset tags', () => {
  it.each([
    'Réf.',
    'Ref',
    'Référence',
    'ID',
    'Inv.-Nr.',
    '#',
    '№',
    'No.',
    'N°',
    'Nr',
    'Nummer',
    'Número',
    'Code',
    'Kit ID',
    'SKU',
  ])('is the key when all its values are filled and different: %s', (header) => {
    expect(keyOf(sheet(header, ['K-7', 'K-2', 'K-9']))).toEqual(['asset_tag', 'A', header, ['K-7', 'K-2', 'K-9']])
  })

  it('is reported with the evidence', () => {
    expect(evidenceOf(sheet('Réf.', ['K-7', 'K-2', 'K-9']))).toBe(
      'the header can mean it, and its 3 values are filled and all different',
    )
  })

  it('may hold numbers, except row numbers', () => {
    expect(keyOf(sheet('#', ['104', '7', '31']))).toEqual(['asset_tag', 'A', '#', ['104', '7', '31']])
  })

  it('takes precedence over serial numbers', () => {
    expect(keyOf(sheet('Ref', ['K-7', 'K-2', 'K-9'], [serials]))[0]).toBe('asset_tag')
  })

  it.each([
    ['a blank cell', ['K-7', '', 'K-9'], 'row 3 has none'],
    ['a value twice', ['K-7', 'K-2', 'k-7'], '"k-7" stands in rows 2 and 4'],
  ])('is no key with %s: the serial numbers are, and the plan says why', (_name, values, reason) => {
    const text = sheet('Ref', values, [serials])
    expect(keyOf(text)).toEqual(['serial_number', 'E', 'Serial', ['S-1', 'S-2', 'S-3']])
    expect(evidenceOf(text)).toBe(
      `there is no column of asset tags, and no serial number occurs twice; A "Ref" is not the key: ${reason}`,
    )
    expect(mapText(text).rows[0]?.fields).not.toHaveProperty('asset_tag')
  })

  it('is not the key beside another one with more than numbers', () => {
    const text = sheet('No.', ['31', '7', '104'], [['Ref', ['K-7', 'K-2', 'K-9']]])
    expect(keyOf(text)).toEqual(['asset_tag', 'E', 'Ref', ['K-7', 'K-2', 'K-9']])
  })

  it('follows the settings', () => {
    expect(() => keyOf(sheet('Ref', ['K-7', 'K-2', 'K-9']), 'columns: { Ref: ignore }')).toThrow(SheetRefused)
    expect(keyOf(sheet('Ref', ['K-7', 'K-7', 'K-9']), 'columns: { Ref: asset_tag }')[0]).toBe('asset_tag')
  })
})

describe('values 1 to n in the order of the rows', () => {
  const countedValues = ['1', '2', '3']

  it.each(['#', 'No.', 'Nr', 'ID', 'Item No', 'Label'])('are row numbers under %s, neither key nor tag', (header) => {
    const text = sheet(header, countedValues, [serials])
    expect(keyOf(text)).toEqual(['serial_number', 'E', 'Serial', ['S-1', 'S-2', 'S-3']])
    expect(mapText(text).rows[0]?.fields).not.toHaveProperty('asset_tag')
    expect(mapText(text).mapping.tables[0]?.left_out).toEqual([
      expect.objectContaining({ column: 'A', header, reason: 'row_number' }),
    ])
    expect(mapText(text).read.columns).not.toHaveProperty('A')
  })

  it('are row numbers across headings and empty rows too, and as the row numbers of the sheet', () => {
    const rows = [
      'Ref,Type,Brand,Model,Serial',
      '1,camera,Sony,FX1,S-1',
      'Lenses,,,,',
      '2,lens,Sony,24,S-2',
      ',,,,',
      '3,lens,Sony,50,S-3',
    ]
    expect(keyOf(rows.join('\n'))[0]).toBe('serial_number')
    const numbered = [
      'Ref,Type,Brand,Model,Serial',
      '2,camera,Sony,FX1,S-1',
      '3,camera,Sony,FX2,S-2',
      ',,,,',
      '5,lens,Sony,50,S-3',
    ]
    expect(keyOf(numbered.join('\n'))[0]).toBe('serial_number')
  })

  it('leave a sheet without serial numbers without a key, and the refusal names the column', () => {
    expect(() => mapText(sheet('#', countedValues))).toThrow('A "#" is not the key: it counts the rows')
  })

  it('are tags under a header that means tags, or one that the settings name', () => {
    expect(keyOf(sheet('Asset Tag', countedValues))).toEqual(['asset_tag', 'A', 'Asset Tag', countedValues])
    expect(keyOf(sheet('#', countedValues), 'columns: { "#": asset_tag }')).toEqual([
      'asset_tag',
      'A',
      '#',
      countedValues,
    ])
  })
})

it('the plan says why serial numbers are the key', () => {
  const { read, mapping } = mapText(sheet('Type of sticker', ['x', 'x', 'y'], [serials]))
  expect(read.key).toBe('serial_number')
  expect(mapping.tables[0]?.key?.evidence).toBe('there is no column of asset tags, and no serial number occurs twice')
})
