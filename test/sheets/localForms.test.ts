import { describe, expect, it } from 'vitest'
import { mapText, readCell, source, toCsv } from './support.ts'

describe('amounts in national formats', () => {
  it.each([
    ['JPY', '263,340円', 263340],
    ['JPY', '３２８，０００円', 328000],
    ['JPY', '\\698,000', 698000],
    ['CNY', '23,999元', 23999],
    ['KRW', '13,500,000원', 13500000],
    ['RUB', '389 000 руб.', 389000],
    ['RUB', '24 500 р.', 24500],
    ['UAH', '150 000 грн', 150000],
    ['TRY', '189.990,00 TL', 189990],
    ['TWD', 'NT$299,900', 299900],
    ['INR', 'Rs. 2,18,990.00', 218990],
    ['INR', '₹3,45,000', 345000],
    ['INR', '32,500/-', 32500],
    ['SEK', '42 900:-', 42900],
    ['USD', '3,45,000', 'not_a_number'],
    ['EUR', '\\698,000', 'other_currency'],
    ['JPY', '12万8千円', 'not_a_number'],
    ['INR', '1.5 lakh', 'not_a_number'],
    ['USD', '1２²', 'not_a_number'],
  ] as const)('%s: %s', (currency, written, value) => {
    expect(readCell('Price', 'purchase_price', written, { currency })).toBe(value)
  })
})

describe('dates in national formats', () => {
  it.each([
    ['2021年5月12日', '2021-05-12'],
    ['2021年2月30日', 'no_such_day'],
    ['2021年5月', 'not_a_date'],
    ['令和3年6月1日', 'not_a_date'],
    ['2021년 4월 5일', '2021-04-05'],
    ['2019.04.15.', '2019-04-15'],
    ['2020. 11. 3.', '2020-11-03'],
    ['2020-11-03.', 'not_a_date'],
    ['２０２１／０４／１５', '2021-04-15'],
    ['2 maart 2022', '2022-03-02'],
    ['14 września 2018', '2018-09-14'],
    ['3 gennaio 2020', '2020-01-03'],
  ])('%s', (written, value) => {
    expect(readCell('Purchase Date', 'purchase_date', written, { beside: ['2020年1月2日', '2020年10月20日'] })).toBe(
      value,
    )
  })

  it('names of months in other languages stay text', () => {
    expect(readCell('Serial', 'serial_number', 'Maja-01')).toBe('Maja-01')
    expect(readCell('Serial', 'serial_number', 'Jan-01')).toBe('converted_value')
  })

  it('a date with dots is refused when other cells of the column have the month first', () => {
    for (const otherForm of ['3.14.2021', '3/14/2021'])
      expect(readCell('Purchase Date', 'purchase_date', '3.4.2021', { beside: [otherForm] })).toBe('ambiguous_date')
    expect(readCell('Purchase Date', 'purchase_date', '3.4.2021', { beside: ['14.3.2021'] })).toBe('2021-04-03')
    expect(readCell('Purchase Date', 'purchase_date', '3.4.2021', { beside: ['14/3/2021'] })).toBe('2021-04-03')
  })
})

it.each([
  'Value (000s)',
  'Value (in thousands)',
  'Preis (Tsd. €)',
  'Price (USD cents)',
  'Price (old)',
  'Price (USD/EUR)',
  'Price USD/EUR',
  'Price (per day)',
  'Filter thread (in)',
  'Price (€/day)',
  'Price (EUR / Tag)',
  'Flight time (s)',
  'Resolution (px)',
])('a header with another unit, scale or meaning is unknown: %s', (header) => {
  const { read } = mapText(
    toCsv([
      ['Asset Tag', 'Type', 'Brand', 'Model', header],
      ['T-1', 'lens', 'Zeiss', 'CP.3', '18'],
    ]),
  )
  expect(read.unknown_columns.map((column) => column.header)).toEqual([header])
})

it.each(['Price (net)', 'Price (USD)', 'Filter thread (mm)', 'Weight (g)', 'Purchase date (day/month/year)'])(
  'a header with its own unit is known: %s',
  (header) => {
    const { read } = mapText(
      toCsv([
        ['Asset Tag', 'Type', 'Brand', 'Model', header],
        ['T-1', 'lens', 'Zeiss', 'CP.3', ''],
      ]),
    )
    expect(read.unknown_columns).toEqual([])
  },
)

describe('a row of units below the header', () => {
  const read = (...rows: string[][]) =>
    mapText(toCsv([['Asset Tag', 'Type', 'Brand', 'Model', 'Weight', 'Price', 'Notes'], ...rows]), source(), 'EUR')
  const item = ['T-1', 'camera', 'Canon', 'R5', '2', '3', '']
  const outcomes = ({ rows }: ReturnType<typeof read>): unknown[] =>
    rows.map(({ fields, errors }) => errors[0]?.code ?? [fields['weight_g'], fields['purchase_price']])

  it('is part of the header, so columns in another unit, scale or currency are not read', () => {
    const table = read(['', '', '', '', 'kg', 'k€', ''], item)
    expect(outcomes(table).at(-1)).toEqual([undefined, undefined])
    expect(table.read.unknown_columns.map(({ header }) => header)).toEqual(['Weight (kg)', 'Price (k€)'])
    expect(outcomes(read(['', '', '', '', '(g)', '[EUR]', 'text'], item)).at(-1)).toEqual([2, 3])
    expect(outcomes(read(['', '', '', '', '', 'USD', ''], item)).at(-1)).toBe('other_currency')
  })

  it('has only units: a row with other values is an item', () => {
    expect(outcomes(read(['T-0', 'camera', 'Canon', 'R6', '', '', 'kg'], item)).at(-1)).toEqual([2, 3])
    expect(outcomes(read(['', '', '', '', '100', '', ''], item)).at(-1)).toEqual([2, 3])
  })
})

describe('weights', () => {
  const weightOf = (value: string, ...otherCells: string[]): unknown =>
    readCell('Weight', 'weight_g', value, { beside: otherCells })

  it('without a unit are refused beside kilograms and decimals', () => {
    expect(weightOf('2', '1,2 kg')).toBe('not_a_number')
    expect(weightOf('200', '20.9')).toBe('not_a_number')
  })

  it('that no thing has in grams leave their column out', () => {
    expect(weightOf('2', '2.9')).toBeNull()
    expect(weightOf('2.9', '2')).toBeNull()
  })

  it('without a unit are grams beside whole grams, or under a header with grams', () => {
    expect(weightOf('585', '1200')).toBe(585)
    expect(weightOf('585', '380 g')).toBe(585)
    expect(weightOf('585', '1,250')).toBe(585)
    expect(readCell('Weight (g)', 'weight_g', '585', { beside: ['1.2 kg'] })).toBe(585)
  })
})

it.each(['not available', 'no disponible', 'non disponibile', 'nicht vorhanden'])(
  'the status %j is refused, not read as blank',
  (word) => {
    expect(readCell('Status', 'status', word)).toBe('unknown_value')
    expect(readCell('Serial', 'serial_number', word)).toBe('blank_token')
  },
)
