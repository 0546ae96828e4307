import { describe, expect, it } from 'vitest'
import { parseCell } from '../../sheets/cells/parseCell.ts'
import type { ColumnRules } from '../../sheets/cells/columnRules.ts'
import { findFieldKind } from '../../sheets/vocabulary/fields.ts'
import type { Cell } from '../../sheets/types.ts'
import { readCell } from './support.ts'

describe('texts', () => {
  const notes = (value: string): unknown => readCell('Notes', 'notes', value)
  const location = (value: string): unknown => readCell('Location', 'storage_location', value)
  const serial = (value: string): unknown => readCell('Serial', 'serial_number', value)

  it('are normalised: spaces collapsed, control characters removed, NFC', () => {
    expect(location('\ufeff Can\u00a0on  EOS\u2003R5 ')).toBe('Can on EOS R5')
    expect(location('Cafe\u0301\u0007 1')).toBe('Café 1')
    expect(location('A\u200b1')).toBe('A1')
    expect(location('line one\r\nline two')).toBe('line one line two')
    expect(notes('line one\r\nline  two \u0000🔧 👩\u200d🔬')).toBe('line one\nline  two 🔧 👩\u200d🔬')
  })

  it('of identifiers lose invisible characters', () => {
    expect(serial('\u200e00\u200b123\u202c')).toBe('00123')
    expect(serial('00123')).toBe('00123')
    expect(['1.23457E+17', '1,23457E+17', '1E+12'].map(serial)).toEqual(['digits_lost', 'digits_lost', 'digits_lost'])
    expect(serial('12E45')).toBe('12E45')
  })

  it("lose a leading ' that protects them from being a formula, a blank or a clear token", () => {
    expect(["'=1+1", "'+49 30", "'-", "'@home", "'<clear>", "''tis", "'90s lens", '=1+1'].map(notes)).toEqual([
      '=1+1',
      '+49 30',
      '-',
      '@home',
      '<clear>',
      "'tis",
      "'90s lens",
      '=1+1',
    ])
  })

  it('that mean blank are blank with a warning, and errors of the spreadsheet are faults', () => {
    expect(['-', 'n/a', 'TBD', '?', '–'].map(notes)).toEqual([
      'blank_token',
      'blank_token',
      'blank_token',
      'blank_token',
      'blank_token',
    ])
    expect(['#REF!', '#N/A', '#DIV/0!', 'Loading...', 'Err:502', '#WERT!', '#####'].map(notes)).toEqual(
      Array.from({ length: 7 }, () => 'error_cell'),
    )
    expect(['', '  ', '\u00a0', '<clear>'].map(notes)).toEqual([null, null, null, null])
  })

  it('beyond the limits of the contract are faults of their cell', () => {
    expect(location('x'.repeat(200))).toBe('x'.repeat(200))
    expect(location('x'.repeat(201))).toBe('too_long')
    expect(location('🔧'.repeat(200))).toEqual('🔧'.repeat(200))
    expect(notes('x'.repeat(10_001))).toBe('too_long')
  })

  it('of lists are split', () => {
    expect(
      readCell('Compatible with', 'compatible_with', 'Canon RF; Sony E,Nikon  Z\nSony E', { type: 'accessory' }),
    ).toEqual(['Canon RF', 'Sony E', 'Nikon Z'])
  })
})

describe('typed cells of a workbook', () => {
  const parse = (field: string, cell: Partial<Cell>): unknown => {
    const rules: ColumnRules = { field, kind: findFieldKind(field) ?? 'text', currency: 'EUR' }
    const fullCell: Cell = { text: String(cell.value), value: null, kind: 'number', ...cell }
    const parsedCell = parseCell(fullCell, fullCell.text, rules)
    return parsedCell.code ?? (parsedCell.warning ? [parsedCell.value, parsedCell.warning.code] : parsedCell.value)
  }

  it('numbers', () => {
    expect(parse('purchase_price', { value: 1299.5 })).toBe(1299.5)
    expect(parse('purchase_price', { value: 10.005 })).toEqual(
      [10.01, 'rounded'].map((part, index) => (index === 0 ? Number((10.005).toFixed(2)) : part)),
    )
    expect(parse('purchase_price', { value: -1 })).toBe('negative_number')
    expect(parse('purchase_price', { value: 5, numberFormat: '#,##0.00 [$€-407]' })).toBe(5)
    expect(parse('purchase_price', { value: 5, numberFormat: '[$CHF] #,##0.00' })).toBe('other_currency')
    expect(parse('purchase_price', { value: 0.12, numberFormat: '0%' })).toBe('percent')
    expect(parse('weight_g', { value: 1.5 })).toBe('too_many_decimals')
    expect(parse('purchase_price', { value: true, kind: 'boolean' })).toBe('not_a_number')
  })

  it('identifiers', () => {
    expect(parse('serial_number', { value: 123 })).toBe('123')
    expect(parse('serial_number', { value: 98, text: '00098', numberFormat: '00000' })).toBe('00098')
    expect(parse('serial_number', { value: 123_456_789_012_345_680 })).toBe('digits_lost')
  })

  it('dates', () => {
    expect(parse('purchase_date', { value: 45_351 })).toBe('not_a_date')
    expect(parse('purchase_date', { value: new Date('2024-02-29T12:00:00Z'), kind: 'date' })).toEqual([
      '2024-02-29',
      'time_dropped',
    ])
    expect(parse('purchase_date', { value: new Date('2024-02-29T00:00:00Z'), kind: 'date' })).toBe('2024-02-29')
    expect(parse('purchase_date', { value: 0 })).toBe('not_a_date')
    expect(parse('purchase_date', { value: true, kind: 'boolean' })).toBe('not_a_date')
  })
})
