import { describe, expect, it } from 'vitest'
import { mapText, outcomeOf, source, toCsv } from './support.ts'

const header = ['Asset Tag', 'Type', 'Brand', 'Model']

describe('a currency column', () => {
  const table = (currency: string, ...rows: string[][]) =>
    mapText(toCsv([[...header, 'Price', 'Currency'], ...rows]), source(), currency).rows.map((row) =>
      outcomeOf(row, 'purchase_price'),
    )
  const row = (tag: string, price: string, currency: string): string[] => [tag, 'lens', 'Canon', 'R5', price, currency]

  it('sets the currency of the amounts in its row', () => {
    expect(
      table('EUR', row('T-1', '100', 'EUR'), row('T-2', '100', 'USD'), row('T-3', '100', ''), row('T-4', '100', '€')),
    ).toEqual([100, 'other_currency', 100, 100])
    expect(table('EUR', row('T-1', '', 'USD'))).toEqual([null])
    expect(table('EUR', row('T-1', '100', 'Taler'))).toEqual(['other_currency'])
  })

  it('is listed as currency, not among the columns that are left out', () => {
    const { read, mapping } = mapText(
      toCsv([
        [...header, 'Price', 'Currency', 'Horoscope'],
        [...row('T-1', '100', 'EUR'), 'red'],
      ]),
      source(),
      'EUR',
    )
    expect(mapping.tables[0]?.columns.at(-1)).toMatchObject({
      column: 'F',
      header: 'Currency',
      field: 'currency',
      evidence: 'it says the currency of amounts, which must be that of the account',
    })
    expect(mapping.tables[0]?.left_out.map(({ header: name }) => name)).toEqual(['Horoscope'])
    expect({ F: read.columns['F'], unknown_columns: read.unknown_columns }).toEqual({
      F: { header: 'Currency', field: 'currency' },
      unknown_columns: [
        {
          column: 'G',
          header: 'Horoscope',
          proposal: { name: 'horoscope', label: 'Horoscope', type: 'text' },
        },
      ],
    })
  })

  it('is left out when there is no amount', () => {
    const { mapping } = mapText(
      toCsv([
        [...header, 'Currency'],
        ['T-1', 'lens', 'Canon', 'R5', 'EUR'],
      ]),
    )
    expect(mapping.tables[0]?.left_out.map(({ header: name }) => name)).toEqual(['Currency'])
  })

  it.each([
    'Währung',
    'Devise',
    'Moneda',
    'Valuta',
    'Waluta',
    'Měna',
    'Moeda',
    'Purchase currency',
    'Ccy',
    '通貨',
    '币种',
  ])('may be called %s', (title) => {
    const text = toCsv([
      [...header, 'Price', title],
      ['T-1', 'lens', 'Canon', 'R5', '100', 'USD'],
    ])
    expect(outcomeOf(mapText(text, source(), 'EUR').rows[0], 'purchase_price')).toBe('other_currency')
  })

  it('without a header is recognised by its cells, directly beside the amount', () => {
    const rows = (title: string, currency: string): unknown => {
      const text = toCsv([
        [...header, 'Price', title],
        ['T-1', 'lens', 'Canon', 'R5', '100', currency],
      ])
      return outcomeOf(mapText(text, source(), 'EUR').rows[0], 'purchase_price')
    }
    expect(rows('', 'USD')).toBe('other_currency')
    expect(rows('', 'EUR')).toBe(100)
    expect(rows('', 'x')).toBe(100)
    expect(rows('Horoscope', 'USD')).toBe(100)
  })

  it('has no effect when the settings ignore it', () => {
    const text = toCsv([
      [...header, 'Price', 'Currency'],
      ['T-1', 'lens', 'Canon', 'R5', '100', 'USD'],
    ])
    expect(outcomeOf(mapText(text, source('columns: { Currency: ignore }'), 'EUR').rows[0], 'purchase_price')).toBe(100)
  })

  it('belongs to the amount before it when each amount has one', () => {
    const text = toCsv([
      [...header, 'Price', 'Currency', 'Replacement value', 'Currency'],
      ['T-1', 'lens', 'Canon', 'R5', '100', 'EUR', '200', 'USD'],
    ])
    expect(mapText(text, source(), 'EUR').rows[0]?.errors.map(({ cell, code }) => [cell, code])).toEqual([
      ['G2', 'other_currency'],
    ])
  })
})
