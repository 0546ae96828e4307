import { describe, expect, it } from 'vitest'
import { mapColumn, readCell } from './support.ts'

describe('dates', () => {
  const day = (value: string, otherCells: string[] = [], settings: string[] = []): unknown =>
    readCell('Purchased', 'purchase_date', value, { beside: otherCells, settings })

  it.each([
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
    ['2024-03-28T23:30:00-11:00', 'ambiguous_date'],
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

  it('a time is dropped with a warning', () => {
    expect(mapColumn('Purchased', ['2024-04-26T16:30:00']).rows[0]?.warnings).toMatchObject([
      { cell: 'E2', code: 'time_dropped', raw: '2024-04-26T16:30:00' },
    ])
  })

  it('are read in the order that unambiguous cells of the column have', () => {
    expect(day('03/04/2024', ['13/04/2024'])).toBe('2024-04-03')
    expect(day('03-04-2024', ['04/13/2024'])).toBe('2024-03-04')
    expect(mapColumn('Purchased', ['03/04/2024', '13/04/2024']).read.inferred).toEqual({ E: 'day-month-year' })
    expect(mapColumn('Purchased', ['03/04/2024', '04/13/2024']).read.inferred).toEqual({ E: 'month-day-year' })
  })

  it('in a column with both orders are read only where they are unambiguous', () => {
    expect(day('03/04/2024', ['13/04/2024', '04/13/2024'])).toBe('ambiguous_date')
    expect(day('13/04/2024', ['04/13/2024', '05/14/2024'])).toBe('2024-04-13')
  })

  it('with dots do not decide the order of others', () => {
    expect(day('03/04/2024', ['13.04.2024'])).toBe('ambiguous_date')
  })

  it('are read in the order of date_order, even against other cells', () => {
    expect(day('03/04/2024', [], ['date_order: DMY'])).toBe('2024-04-03')
    expect(day('03/04/2024', ['13/04/2024'], ['date_order: MDY'])).toBe('2024-03-04')
    expect(day('13/04/2024', [], ['date_order: MDY'])).toBe('no_such_day')
    expect(day('03/04/2024', [], ['date_order: YMD'])).toBe('ambiguous_date')
    expect(day('28.03.2024', [], ['date_order: MDY'])).toBe('2024-03-28')
  })
})

describe('two_digit_years', () => {
  const readDate = (value: string, ...settings: string[]): unknown =>
    readCell('Purchased', 'purchase_date', value, { settings: ['two_digit_years: 1970-2069', ...settings] })

  it.each([
    ['12.03.23', '2023-03-12'],
    ['12.03.69', '2069-03-12'],
    ['12.03.70', '1970-03-12'],
    ["28 Mar '24", '2024-03-28'],
    ['28/3/99', '1999-03-28'],
    ['31.12.23 10:15', '2023-12-31'],
    ['3/4/24', 'ambiguous_date'],
    ['30.02.24', 'no_such_day'],
  ])('%j', (value, outcome) => {
    expect(readDate(value)).toBe(outcome)
  })

  it('combines with date_order, except for YMD', () => {
    expect(readDate('3/4/24', 'date_order: MDY')).toBe('2024-03-04')
    expect(readDate('24/03/28', 'date_order: YMD')).toBe('two_digit_year')
    expect(readCell('Purchased', 'purchase_date', '12.03.23')).toBe('two_digit_year')
  })
})
