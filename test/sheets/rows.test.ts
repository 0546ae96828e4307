import { describe, expect, it } from 'vitest'
import type { MappedRow } from '../../sheets/types.ts'
import { mapText, source, toCsv } from './support.ts'

const head = ['Asset Tag', 'Type', 'Brand', 'Model', 'Price', 'Notes']
const map = (rows: readonly (readonly string[])[], ...settings: string[]): MappedRow[] =>
  mapText(toCsv([head, ...rows]), source(...settings)).rows
const shape = (rows: readonly MappedRow[]): unknown[] =>
  rows.map(({ row, outcome, reason }) => [row, reason ?? outcome ?? 'item'])
const item = (tag: string): string[] => [tag, 'camera', 'Canon', 'R5', '10', '']

describe('rows that are no items', () => {
  it('headings, totals, repeated headers and blank rows are recognised, with the row numbers of the sheet', () => {
    const rows = map([
      ['— Cameras —', '', '', '', '', ''],
      item('T-1'),
      ['', ' ', '\u00a0', '', '', ''],
      head,
      ['', 'TYPE', 'Make', 'Modell', '', ''],
      ['', '', '', 'Lenses', '', ''],
      item('T-2'),
      ['Total', '', '', '', '', ''],
      ['', '', '', 'Summe:', '114.650,14 €', ''],
      ['Sous-total', '', '', '', '20', ''],
    ])
    expect(shape(rows)).toEqual([
      [2, 'group_row'],
      [3, 'item'],
      [5, 'repeated_header'],
      // This header has no tag column, so it starts another table, which is not read.
      [6, 'table_header'],
      [7, 'group_row'],
      [8, 'other_table'],
      [9, 'totals_row'],
      [10, 'totals_row'],
      [11, 'totals_row'],
    ])
  })

  it('a totals word beside other texts is an item', () => {
    expect(shape(map([['Total', 'camera', 'Canon', 'R5', '', '']]))).toEqual([[2, 'item']])
  })

  it('a lone number or error is no heading', () => {
    const [price, error] = map([['', '', '', '', '45', ''], ['', '', '', '#REF!', '', ''], item('T-1')])
    expect(price?.errors).toMatchObject([{ cell: 'A2', code: 'row_without_key', raw: '' }])
    expect(error?.errors.map(({ cell, code }) => [cell, code])).toEqual([
      ['A3', 'row_without_key'],
      ['D3', 'error_cell'],
    ])
  })

  it('values in unknown columns make no item', () => {
    const { rows } = mapText(
      toCsv([[...head, 'Shelf colour', 'Printed'], item('T-1'), ['', '', '', '', '', '', 'red', 'by Zoë']]),
    )
    expect(shape(rows)).toEqual([
      [2, 'item'],
      [3, 'group_row'],
    ])
  })
})

describe('keys', () => {
  it('a duplicate key, in any case and spacing, refuses each of its rows', () => {
    const rows = map([item('KR-A-019'), item('T-2'), item('kr-a-019 '), item('KR-A-019\u200b')])
    expect(
      rows.map(({ outcome, errors }) => [
        outcome ?? 'item',
        errors.map(({ cell, code, raw, rows: group }) => [cell, code, raw, group]),
      ]),
    ).toEqual([
      ['refused', [['A2', 'duplicate_key', 'KR-A-019', [2, 4, 5]]]],
      ['item', []],
      ['refused', [['A4', 'duplicate_key', 'kr-a-019 ', [2, 4, 5]]]],
      ['refused', [['A5', 'duplicate_key', 'KR-A-019\u200b', [2, 4, 5]]]],
    ])
  })

  it('a duplicate key of thousands of rows lists the first of them and counts the others', () => {
    const count = 4000
    const rows = map(Array.from({ length: count }, () => item('T-1')))
    const errors = rows.flatMap((row) => row.errors)
    expect(errors).toHaveLength(count)
    expect(errors.at(-1)).toMatchObject({
      message:
        'The same asset_tag stands in rows 2, 3, 4, 5, 6 and 3,994 more. Give each its own: until then nothing is written for any of them.',
      rows: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    })
    expect(errors[1]?.message).toContain('stands in rows 2, 4, 5, 6, 7 and 3,994 more.')
    expect(JSON.stringify(errors).length / count).toBeLessThan(400)
  })

  it('keys that differ in leading zeros are different', () => {
    expect(shape(map([item('001'), item('1'), item('01')]))).toEqual([
      [2, 'item'],
      [3, 'item'],
      [4, 'item'],
    ])
  })

  it('a heading that equals a key is a duplicate of that key', () => {
    expect(map([item('T-1'), ['t-1', '', '', '', '', '']]).map(({ outcome }) => outcome)).toEqual([
      'refused',
      'refused',
    ])
  })

  it('a row without a key is refused with all its faults', () => {
    const [row] = map([['-', 'Furniture', '', 'x', 'call', '']])
    expect(row?.errors.map(({ cell, code, raw }) => [cell, code, raw])).toEqual([
      ['A2', 'row_without_key', '-'],
      ['B2', 'unknown_type', 'Furniture'],
      ['E2', 'not_a_number', 'call'],
    ])
  })

  it('serial numbers are the key when there are no tags and no serial number occurs twice', () => {
    const { read, rows } = mapText(
      'Type,Brand,Model,Serial\ncamera,Canon,R5,00123\ncamera,Canon,R6,\ncamera,Canon,R7,a1',
    )
    expect({ key: read.key, rows: rows.map(({ key, errors }) => key ?? errors[0]?.code) }).toEqual({
      key: 'serial_number',
      rows: ['00123', 'row_without_key', 'a1'],
    })
  })

  it('a tag that is not the key must still be unique', () => {
    const { rows } = mapText(
      'Serial,Asset Tag,Type,Brand,Model\n1,X,camera,Canon,R5\n2,x,camera,Canon,R6\n3,,camera,Canon,R7',
      source('key: serial_number'),
    )
    expect(rows.map(({ errors }) => errors.map(({ cell, code }) => [cell, code]))).toEqual([
      [['B2', 'duplicate_key']],
      [['B3', 'duplicate_key']],
      [],
    ])
  })
})

describe('blanks', () => {
  it('blank cells, missing cells and words that mean blank keep values; the token clears', () => {
    const [row] = map([
      ['T-1', 'camera', 'Canon', 'R5', '<CLEAR>', 'TBD'],
      ['T-2', 'camera', 'Canon', 'R5'],
    ])
    expect({ clears: row?.clears, blanks: row?.blanks, warnings: row?.warnings.map(({ cell }) => cell) }).toEqual({
      clears: ['purchase_price'],
      blanks: ['notes'],
      warnings: ['F2'],
    })
    expect(map([item('T-1'), ['T-2', 'camera', 'Canon', 'R5']])[1]?.blanks).toEqual(['purchase_price', 'notes'])
  })

  it('blank: clear clears optional fields, but not for a word that means blank', () => {
    const [row] = mapText(
      toCsv([
        [...head, 'Status', 'Serial'],
        ['T-1', 'camera', 'Canon', 'R5', '', 'n/a', '', ''],
      ]),
      source('blank: clear', 'clear_token: wipe'),
    ).rows
    expect(row).toMatchObject({ emptied: ['purchase_price', 'serial_number'], blanks: ['notes', 'status'] })
  })
})

describe('rows of the wrong length', () => {
  it('a short row is blank at its end', () => {
    expect(map([['T-1', 'camera', 'Canon', 'R5']])[0]?.errors).toEqual([])
  })

  it('values beyond the last header refuse the row, blanks do not', () => {
    const rows = mapText(
      'Asset Tag,Type,Brand,Model,Notes\nT-1,camera,Canon,R5, black, with strap\nT-2,camera,Canon,R5,x,\n',
    ).rows
    expect(rows[0]?.errors).toMatchObject([{ cell: 'F2', code: 'too_long', raw: ' with strap' }])
    expect(rows[1]?.outcome).toBeUndefined()
  })
})

describe('columns that only some types have', () => {
  const lens = ['Asset Tag', 'Type', 'Brand', 'Model', 'Filter thread', 'Mount', 'Shutter count']
  const rows = mapText(
    toCsv([
      lens,
      ['T-1', 'lens', 'Canon', 'RF', '67mm', 'RF', ''],
      ['T-2', 'filter', 'Hoya', 'UV', '67', '', ''],
      ['T-3', 'accessory', 'Gitzo', 'GT', '12', '-', 'lots'],
    ]),
  ).rows

  it('one header can name a different field for each type', () => {
    expect(rows.slice(0, 2).map(({ fields }) => [fields['filter_thread_mm'], fields['thread_mm']])).toEqual([
      [67, undefined],
      [undefined, 67],
    ])
  })

  it('a cell that does not apply to the type is left out with a warning, even an invalid one', () => {
    expect(rows[2]?.warnings.map(({ cell, code, raw }) => [cell, code, raw])).toEqual([
      ['E4', 'not_for_this_type', '12'],
      ['F4', 'blank_token', '-'],
      ['G4', 'not_for_this_type', 'lots'],
    ])
    expect(rows[2]?.outcome).toBeUndefined()
  })
})

it('rows have a line number when it differs from the row number', () => {
  const text = 'Asset Tag,Type,Brand,Model\nT-1,camera,Canon,"R\n5"\nT-2,camera,Canon,R5'
  expect(mapText(text).rows.map(({ row, line }) => [row, line])).toEqual([
    [2, 2],
    [3, 4],
  ])
  expect(mapText(text.replace('R\n5', 'R5')).rows.map(({ line }) => line)).toEqual([undefined, undefined])
})
