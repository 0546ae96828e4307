import { describe, expect, test } from 'vitest'
import { accessoryCategories, filterKinds, gearConditions, gearStatuses, gearTypes, sensorFormats } from '../../contract/gearFields.ts'
import { parseCell } from '../../activities/inventory/cells/parseCell.ts'
import type { ColumnRules } from '../../activities/inventory/cells/columnRules.ts'
import { kindOf } from '../../activities/inventory/mapping/fields.ts'
import { gearTypeWords } from '../../activities/inventory/mapping/gearTypeWords.ts'
import { squash } from '../../activities/inventory/mapping/squash.ts'
import { conditionWords, filterKindWords, sensorWords, statusWords, yesNoWords, type WordTable } from '../../activities/inventory/mapping/words.ts'
import type { Cell } from '../../activities/inventory/types.ts'
import { mapColumn, outcomeOf, source } from './support.ts'

/** What one cell of a column becomes; the other cells of the column stand beside it. */
function read(
  header: string,
  field: string,
  value: string,
  options: { beside?: string[]; settings?: string[]; type?: string; currency?: string } = {},
): unknown {
  const table = mapColumn(header, [value, ...(options.beside ?? [])], source(...(options.settings ?? [])), options.type, options.currency)
  return outcomeOf(table.rows[0], field)
}

describe('money', () => {
  const price = (value: string, currency = 'USD', settings: string[] = [], beside: string[] = []): unknown =>
    read('Price', 'purchase_price', value, { currency, settings, beside })

  test.each([
    ['1299', 1299],
    ['$1,299.00', 1299],
    ['1,299', 1299],
    ['1.299', 1299],
    ['1,299,000', 1_299_000],
    ['1.234,56', 1234.56],
    ['12,5', 12.5],
    ['0.99', 0.99],
    ['.5', 0.5],
    ["1'299.50", 1299.5],
    ['1 299,50', 1299.5],
    ['1\u202f299,50', 1299.5],
    ['1299.-', 1299],
    ['USD 45', 45],
    ['45 usd', 45],
    ['US$45', 45],
    ['+5', 5],
    ['0', 0],
    ['1.2345', 'too_many_decimals'],
    ['0.125', 'too_many_decimals'],
    ['1234.567', 'too_many_decimals'],
    ['(45.00)', 'parenthesised_number'],
    ['$(45.00)', 'parenthesised_number'],
    ['-5', 'negative_number'],
    ['5-', 'negative_number'],
    ['−5', 'negative_number'],
    ['$-5', 'negative_number'],
    ['12%', 'percent'],
    ['1e5', 'exponent'],
    ['1.2E+17', 'exponent'],
    ['45 €', 'other_currency'],
    ["CHF 1'095.-", 'other_currency'],
    ['£5', 'other_currency'],
    ['ca. 300', 'not_a_number'],
    ['1,23,456', 'not_a_number'],
    ['1.2.3', 'not_a_number'],
    ['12 34', 'not_a_number'],
    ['call', 'not_a_number'],
    ['5 (used)', 'not_a_number'],
    ['1000000000.01', 'too_long'],
    ['2000000000', 'too_long'],
  ])('%j', (value, outcome) => {
    expect(price(value)).toBe(outcome)
  })

  test('a sign that several currencies share fits each of them', () => {
    expect([price('$5', 'CAD'), price('C$5', 'CAD'), price('US$5', 'CAD'), price('5 kr', 'SEK'), price('5 kr.', 'DKK')]).toEqual([
      5,
      5,
      'other_currency',
      5,
      5,
    ])
  })

  test('the currency of the header holds for its cells', () => {
    expect(read('Price (EUR)', 'purchase_price', '5', { currency: 'EUR' })).toBe(5)
    expect(read('Price (EUR)', 'purchase_price', '5', { currency: 'USD' })).toBe('other_currency')
  })

  test('a mark that the column or the setting proves to be the decimal mark is one', () => {
    expect(price('1,299', 'USD', [], ['9,50'])).toBe('too_many_decimals')
    expect(price('1.299', 'USD', [], ['9,50'])).toBe(1299)
    expect(price('1,299', 'USD', ['decimal: ","'])).toBe('too_many_decimals')
    expect(price('1,299', 'USD', ['decimal: "."'])).toBe(1299)
    expect(price('12,50', 'USD', ['decimal: "."'])).toBe('not_a_number')
  })
})

describe('measures and whole numbers', () => {
  const thread = (value: string, beside: string[] = [], settings: string[] = []): unknown =>
    read('Filter thread', 'filter_thread_mm', value, { type: 'lens', beside, settings })

  test.each([
    ['67', 67],
    ['67mm', 67],
    ['62 mm', 62],
    ['ø 77', 77],
    ['67.5', 67.5],
    ['67,5', 67.5],
    ['0.125', 0.125],
    ['1,299', 'ambiguous_number'],
    ['67 cm', 'not_a_number'],
    ['$67', 'not_a_number'],
    ['0', 'too_long'],
    ['20000', 'too_long'],
  ])('%j mm', (value, outcome) => {
    expect(thread(value)).toBe(outcome)
  })

  test('the column or the setting decides what a cell leaves open', () => {
    expect(thread('1.299', ['67.5'])).toBe(1.299)
    expect(thread('1,299', ['67.5'])).toBe(1299)
    expect(thread('1,299', ['67.5', '67,5'])).toBe('ambiguous_number')
    expect(thread('1,299', [], ['decimal: ","'])).toBe(1.299)
    expect(mapColumn('Filter thread', ['1,299', '67,5'], source(), 'lens').read.inferred).toEqual({ E: 'decimal comma' })
    expect(mapColumn('Filter thread', ['67,5'], source(), 'lens').read.inferred).toBeUndefined()
  })

  test.each([
    ['f/2.8', 2.8],
    ['F2.8', 2.8],
    ['f 2,8', 2.8],
    ['1:2,0', 2],
    ['2.8', 2.8],
    ['4-5.6', 'not_a_number'],
    ['T1.5', 'not_a_number'],
  ])('lens speed %j', (value, outcome) => {
    expect(read('Max Aperture', 'max_aperture', value, { type: 'lens' })).toBe(outcome)
  })

  test.each([
    ['1,299', 1299],
    ['1.299 g', 1299],
    ['12.0', 12],
    ['12.5', 'too_many_decimals'],
    ['20000000', 'too_long'],
  ])('whole number %j', (value, outcome) => {
    expect(read('Weight (g)', 'weight_g', value)).toBe(outcome)
  })
})

describe('dates', () => {
  const day = (value: string, beside: string[] = [], settings: string[] = []): unknown =>
    read('Purchased', 'purchase_date', value, { beside, settings })

  test.each([
    ['2024-03-28', '2024-03-28'],
    ['2024/3/8', '2024-03-08'],
    ['2024.03.28', '2024-03-28'],
    ['28.03.2024', '2024-03-28'],
    ['28. 3. 2024', '2024-03-28'],
    ['29.02.2024', '2024-02-29'],
    ['13/04/2024', '2024-04-13'],
    ['04/13/2024', '2024-04-13'],
    ['04/04/2024', '2024-04-04'],
    ['28 March 2024', '2024-03-28'],
    ['28-Mar-2024', '2024-03-28'],
    ['Mar 28, 2024', '2024-03-28'],
    ['28. März 2024', '2024-03-28'],
    ['1er août 2024', '2024-08-01'],
    ['28 de marzo de 2024', '2024-03-28'],
    ['2024-03-28T23:30:00-11:00', '2024-03-28'],
    ['28.03.2024 16:30', '2024-03-28'],
    ['3/28/2024 4:30 PM', '2024-03-28'],
    ['03/04/2024', 'ambiguous_date'],
    ['03-04-2024', 'ambiguous_date'],
    ['30.02.2024', 'no_such_day'],
    ['2024-02-30', 'no_such_day'],
    ['13/13/2024', 'no_such_day'],
    ['31/04/2024', 'no_such_day'],
    ['3/4/24', 'two_digit_year'],
    ['12.03.23', 'two_digit_year'],
    ['28-Mar-24', 'two_digit_year'],
    ['45351', 'not_a_date'],
    ['2024', 'not_a_date'],
    ['March 2024', 'not_a_date'],
    ['spring', 'not_a_date'],
    ['1899-12-31', 'date_out_of_range'],
    ['2201-01-01', 'date_out_of_range'],
  ])('%j', (value, outcome) => {
    expect(day(value)).toBe(outcome)
  })

  test('a time is dropped with a warning', () => {
    expect(mapColumn('Purchased', ['2024-04-26T16:30:00']).rows[0]?.warnings).toMatchObject([
      { cell: 'E2', code: 'time_dropped', raw: '2024-04-26T16:30:00' },
    ])
  })

  test('cells that allow one order decide for their column', () => {
    expect(day('03/04/2024', ['13/04/2024'])).toBe('2024-04-03')
    expect(day('03-04-2024', ['04/13/2024'])).toBe('2024-03-04')
    expect(mapColumn('Purchased', ['03/04/2024', '13/04/2024']).read.inferred).toEqual({ E: 'day-month-year' })
    expect(mapColumn('Purchased', ['03/04/2024', '04/13/2024']).read.inferred).toEqual({ E: 'month-day-year' })
  })

  test('where they contradict each other, only what is plain is read', () => {
    expect(day('03/04/2024', ['13/04/2024', '04/13/2024'])).toBe('ambiguous_date')
    expect(day('13/04/2024', ['04/13/2024', '05/14/2024'])).toBe('2024-04-13')
  })

  test('a dotted date proves nothing for others', () => {
    expect(day('03/04/2024', ['13.04.2024'])).toBe('ambiguous_date')
  })

  test('the setting decides, also against the cells', () => {
    expect(day('03/04/2024', [], ['date_order: DMY'])).toBe('2024-04-03')
    expect(day('03/04/2024', ['13/04/2024'], ['date_order: MDY'])).toBe('2024-03-04')
    expect(day('13/04/2024', [], ['date_order: MDY'])).toBe('no_such_day')
    expect(day('03/04/2024', [], ['date_order: YMD'])).toBe('ambiguous_date')
    expect(day('28.03.2024', [], ['date_order: MDY'])).toBe('2024-03-28')
  })
})

describe('words', () => {
  const tables: [string, WordTable, readonly string[]][] = [
    [
      'gear_type',
      gearTypeWords,
      [...gearTypes, ...accessoryCategories.map((name) => `accessory/${name}`), ...filterKinds.map((name) => `filter/${name}`)],
    ],
    ['status', statusWords, gearStatuses],
    ['condition', conditionWords, gearConditions],
    ['sensor', sensorWords, sensorFormats],
    ['filter_kind', filterKindWords, filterKinds],
    ['yes and no', yesNoWords, ['true', 'false']],
  ]
  test.each(tables)('%s: every word stands for one value of the contract', (_name, table, values) => {
    expect(Object.keys(table).filter((value) => !values.includes(value))).toEqual([])
    const meanings = new Map<string, string>()
    const twice: string[] = []
    for (const [value, lists] of Object.entries(table))
      for (const word of lists.flatMap((list) => list.split(', '))) {
        const folded = squash(word) || word
        const known = meanings.get(folded)
        if (known !== undefined && known !== value) twice.push(`${word}: ${known}, ${value}`)
        meanings.set(folded, value)
      }
    expect(twice).toEqual([])
  })

  const type = (word: string, ...settings: string[]): unknown => {
    const row = mapColumn('Notes', ['x'], source(...settings), word).rows[0]
    return row?.errors[0]?.code ?? [row?.fields['gear_type'], row?.fields['category'] ?? row?.fields['filter_kind']]
  }

  test.each([
    ['Camera ', ['camera', undefined]],
    ['LENSES', ['lens', undefined]],
    ['Objektiv', ['lens', undefined]],
    ['Zubehör', ['accessory', undefined]],
    ['Stativ', ['accessory', 'tripod']],
    ['Trépied', ['accessory', 'tripod']],
    ['Memory-Card', ['accessory', 'memory_card']],
    ['micrófono', ['accessory', 'audio']],
    ['ND Filter', ['filter', 'nd']],
    ['Drohne', ['drone', undefined]],
    ['Furniture', 'unknown_type'],
  ])('type %j', (word, outcome) => {
    expect(type(word)).toEqual(outcome)
  })

  test('the settings add words and override them', () => {
    const values = 'values: { gear_type: { Glass: lens, "Light stand": accessory/tripod, Light: accessory/other } }'
    expect([type('glass', values), type('light-stand', values), type('Light', values)]).toEqual([
      ['lens', undefined],
      ['accessory', 'tripod'],
      ['accessory', 'other'],
    ])
  })

  test('an unknown word is told with the nearest known one', () => {
    const [typo, far] = [mapColumn('Notes', ['x'], source(), 'Camara ').rows[0], mapColumn('Status', ['Xyzzy']).rows[0]]
    expect(typo?.fields['gear_type'] ?? typo?.errors[0]?.message).toBe('camera')
    expect(far?.errors[0]).toMatchObject({ code: 'unknown_value', raw: 'Xyzzy', message: expect.stringContaining('available, ready, in_use') })
    expect(mapColumn('Notes', ['x'], source(), 'Obyektiv').rows[0]?.errors[0]?.message).toContain('which means lens')
  })

  test.each([
    ['Status', 'status', 'In use', 'in_use'],
    ['Status', 'status', 'IN-USE', 'in_use'],
    ['Status', 'status', 'Verfügbar', 'available'],
    ['Zustand', 'condition', 'sehr gut', 'excellent'],
    ['Zustand', 'condition', 'mangelhaft', 'poor'],
    ['Sensor', 'sensor_format', 'Vollformat', 'full_frame'],
    ['Sensor', 'sensor_format', 'APS-C', 'aps_c'],
    ['Sensor', 'sensor_format', 'M4/3', 'micro_four_thirds'],
  ])('%s %j', (header, field, word, value) => {
    expect(read(header, field, word)).toBe(value)
  })

  test('yes and no', () => {
    const stabilized = (word: string): unknown => read('Stabilized', 'stabilized', word, { type: 'lens' })
    expect(['yes', 'Ja', 'x', '✓', 'no', 'nein', 'perhaps'].map(stabilized)).toEqual([true, true, true, true, false, false, 'unknown_value'])
  })
})

describe('texts', () => {
  const notes = (value: string): unknown => read('Notes', 'notes', value)
  const location = (value: string): unknown => read('Location', 'storage_location', value)
  const serial = (value: string): unknown => read('Serial', 'serial_number', value)

  test('spaces of all kinds are folded, controls removed, text is NFC', () => {
    expect(location('\ufeff Can\u00a0on  EOS\u2003R5 ')).toBe('Can on EOS R5')
    expect(location('Cafe\u0301\u0007 1')).toBe('Café 1')
    expect(location('A\u200b1')).toBe('A1')
    expect(location('line one\r\nline two')).toBe('line one line two')
    expect(notes('line one\r\nline  two \u0000🔧 👩\u200d🔬')).toBe('line one\nline  two 🔧 👩\u200d🔬')
  })

  test('what cannot be seen is removed from identifiers', () => {
    expect(serial('\u200e00\u200b123\u202c')).toBe('00123')
    expect(serial('00123')).toBe('00123')
    expect(['1.23457E+17', '1,23457E+17', '1E+12'].map(serial)).toEqual(['digits_lost', 'digits_lost', 'digits_lost'])
    expect(serial('12E45')).toBe('12E45')
  })

  test("the ' that keeps a text from being a formula, a blank or a command is removed", () => {
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

  test('words for nothing are blank with a warning, errors of the spreadsheet are faults', () => {
    expect(['-', 'n/a', 'TBD', '?', '–'].map(notes)).toEqual(['blank_token', 'blank_token', 'blank_token', 'blank_token', 'blank_token'])
    expect(['#REF!', '#N/A', '#DIV/0!', 'Loading...', 'Err:502', '#WERT!', '#####'].map(notes)).toEqual(Array.from({ length: 7 }, () => 'error_cell'))
    expect(['', '  ', '\u00a0', '<clear>'].map(notes)).toEqual([null, null, null, null])
  })

  test('the limits of the contract are faults of their cell', () => {
    expect(location('x'.repeat(200))).toBe('x'.repeat(200))
    expect([location('x'.repeat(201)), location('🔧'.repeat(200)), notes('x'.repeat(10_001))]).toEqual(['too_long', '🔧'.repeat(200), 'too_long'])
  })

  test('lists are split', () => {
    expect(read('Compatible with', 'compatible_with', 'Canon RF; Sony E,Nikon  Z\nSony E', { type: 'accessory' })).toEqual([
      'Canon RF',
      'Sony E',
      'Nikon Z',
    ])
  })
})

describe('typed cells, as a workbook has them', () => {
  const parse = (field: string, cell: Partial<Cell>): unknown => {
    const rules: ColumnRules = { field, kind: kindOf(field) ?? 'text', currency: 'EUR' }
    const full: Cell = { text: String(cell.value), value: null, kind: 'number', ...cell }
    const parsed = parseCell(full, full.text, rules)
    return parsed.code ?? (parsed.warning ? [parsed.value, parsed.warning.code] : parsed.value)
  }

  test('numbers', () => {
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

  test('identifiers', () => {
    expect(parse('serial_number', { value: 123 })).toBe('123')
    expect(parse('serial_number', { value: 98, text: '00098', numberFormat: '00000' })).toBe('00098')
    expect(parse('serial_number', { value: 123_456_789_012_345_680 })).toBe('digits_lost')
  })

  test('dates', () => {
    expect(parse('purchase_date', { value: 45_351 })).toBe('2024-02-29')
    expect(parse('purchase_date', { value: 45_351.5 })).toEqual(['2024-02-29', 'time_dropped'])
    expect(parse('purchase_date', { value: new Date('2024-02-29T00:00:00Z'), kind: 'date' })).toBe('2024-02-29')
    expect(parse('purchase_date', { value: 0 })).toBe('date_out_of_range')
    expect(parse('purchase_date', { value: true, kind: 'boolean' })).toBe('not_a_date')
  })
})
