import { describe, expect, it } from 'vitest'
import { mapColumn, readCell, source } from './support.ts'

describe('money', () => {
  const price = (value: string, currency = 'USD', settings: string[] = [], otherCells: string[] = []): unknown =>
    readCell('Price', 'purchase_price', value, { currency, settings, beside: otherCells })

  it.each([
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

  it('three digits, a space and three digits are one number when other cells separate thousands with spaces', () => {
    const pair = '100 200'
    const expectedPrices: [string, unknown][] = [
      ['1299', 'ambiguous_number'],
      ['300 400', 'ambiguous_number'],
      ['1,299.00', 'ambiguous_number'],
      ['1 299', 100_200],
      ['12 299,50', 100_200],
      ['300 400 USD', 100_200],
      ['300 400,00', 100_200],
      ['1 300 400', 100_200],
      ['300\u00a0400', 100_200],
    ]
    expect(expectedPrices.map(([otherCell]) => [otherCell, price(pair, 'USD', [], [otherCell])])).toEqual(
      expectedPrices,
    )
    expect(price(pair, 'USD', ['decimal: ","'], ['1 299'])).toBe(100_200)
    expect(price('100 200,50')).toBe(100_200.5)
    expect(price('100 200 USD')).toBe(100_200)
    expect(price('$100 200')).toBe(100_200)
    expect(price('100\u202f200')).toBe(100_200)
    expect(readCell('Shutter count', 'shutter_count', '100 200')).toBe('ambiguous_number')
    expect(readCell('Shutter count', 'shutter_count', '100 200', { beside: ['12 345'] })).toBe(100_200)
  })

  it('a sign that several currencies share stands for each of them', () => {
    expect(price('$5', 'CAD')).toBe(5)
    expect(price('C$5', 'CAD')).toBe(5)
    expect(price('US$5', 'CAD')).toBe('other_currency')
    expect(price('5 kr', 'SEK')).toBe(5)
    expect(price('5 kr.', 'DKK')).toBe(5)
  })

  it('the currency of the header applies to its cells', () => {
    expect(readCell('Price (EUR)', 'purchase_price', '5', { currency: 'EUR' })).toBe(5)
    expect(readCell('Price (EUR)', 'purchase_price', '5', { currency: 'USD' })).toBe('other_currency')
  })

  it('the column or the setting decides which mark is the decimal mark', () => {
    expect(price('1,299', 'USD', [], ['9,50'])).toBe('too_many_decimals')
    expect(price('1.299', 'USD', [], ['9,50'])).toBe(1299)
    expect(price('1,299', 'USD', ['decimal: ","'])).toBe('too_many_decimals')
    expect(price('1,299', 'USD', ['decimal: "."'])).toBe(1299)
    expect(price('12,50', 'USD', ['decimal: "."'])).toBe('not_a_number')
  })
})

describe('measures and whole numbers', () => {
  const thread = (value: string, otherCells: string[] = [], settings: string[] = []): unknown =>
    readCell('Filter thread', 'filter_thread_mm', value, { type: 'lens', beside: otherCells, settings })

  it.each([
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

  it('the column or the setting decides how an ambiguous cell is read', () => {
    expect(thread('1.299', ['67.5'])).toBe(1.299)
    expect(thread('1,299', ['67.5'])).toBe(1299)
    expect(thread('1,299', ['67.5', '67,5'])).toBe('ambiguous_number')
    expect(thread('1,299', [], ['decimal: ","'])).toBe(1.299)
    expect(mapColumn('Filter thread', ['1,299', '67,5'], source(), 'lens').read.inferred).toEqual({
      E: 'decimal comma',
    })
    expect(mapColumn('Filter thread', ['67,5'], source(), 'lens').read.inferred).toBeUndefined()
  })

  it.each([
    ['f/2.8', 2.8],
    ['F2.8', 2.8],
    ['f 2,8', 2.8],
    ['1:2,0', 2],
    ['2.8', 2.8],
    ['4-5.6', 4],
    ['f/3,5–5,6', 3.5],
    ['5.6-4', 'not_a_number'],
    ['70-200', 'not_a_number'],
    ['T1.5', 'not_a_number'],
  ])('lens speed %j', (value, outcome) => {
    expect(readCell('Max Aperture', 'max_aperture', value, { type: 'lens' })).toBe(outcome)
  })

  it.each([
    ['1,299', 1299],
    ['1.299 g', 1299],
    ['12.0', 12],
    ['12.5', 'too_many_decimals'],
    ['20000000', 'too_long'],
  ])('whole number %j', (value, outcome) => {
    expect(readCell('Weight (g)', 'weight_g', value)).toBe(outcome)
  })
})
