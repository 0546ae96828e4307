import { describe, expect, it } from 'vitest'
import { readLength, addLength } from '../../sheets/cells/length.ts'
import { emptyAccount, mapText, planIn, source, toCsv, type Account, type PlannedRows } from './support.ts'

// A column of lengths gives the end of the warranty: the purchase date of the row and the length.

const HEAD = ['Asset Tag', 'Type', 'Brand', 'Model', 'Purchased']
type Line = readonly [purchased: string, length: string]

const sheet = (header: string, ...lines: readonly Line[]): string =>
  toCsv([
    [...HEAD, header],
    ...lines.map(([purchased, length], index) => [`T-${index + 1}`, 'camera', 'Sony', `FX${index}`, purchased, length]),
  ])
const plan = (account: Account, text: string, settings: string[] = []): PlannedRows =>
  planIn(account, mapText(text, source(...settings)), source(...settings))
const ends = (planned: PlannedRows): unknown[] => planned.rows.map(({ fields }) => fields?.['warranty_expires_on'])
const fieldOf = (text: string, settings: string[] = []): unknown =>
  mapText(text, source(...settings)).mapping.tables[0]?.columns.find(({ column }) => column === 'F')?.field
const leftOut = (text: string): string | undefined =>
  mapText(text).mapping.tables[0]?.left_out.find(({ column }) => column === 'F')?.detail

describe('a length of time', () => {
  it.each([
    ['24 months', 'P24M'],
    ['24-month', 'P24M'],
    ['2 Jahre', 'P2Y'],
    ['2 Jahre Garantie', 'P2Y'],
    ['3 yrs', 'P3Y'],
    ['36M', 'P36M'],
    ['1 an', 'P1Y'],
    ['2 ans', 'P2Y'],
    ['18 mois', 'P18M'],
    ['3 años', 'P3Y'],
    ['24 meses', 'P24M'],
    ['2 anni', 'P2Y'],
    ['24 mesi', 'P24M'],
    ['2 jaar', 'P2Y'],
    ['24 maanden', 'P24M'],
    ['24 miesiące', 'P24M'],
    ['2 lata', 'P2Y'],
    ['2 anos', 'P2Y'],
    ['2 år', 'P2Y'],
    ['24 månader', 'P24M'],
    ['24 måneder', 'P24M'],
    ['24 kuukautta', 'P24M'],
    ['2 roky', 'P2Y'],
    ['2 yıl', 'P2Y'],
    ['2年', 'P2Y'],
    ['２年', 'P2Y'],
    ['24ヶ月', 'P24M'],
    ['24か月', 'P24M'],
    ['2年保証', 'P2Y'],
    ['24个月', 'P24M'],
    ['1.5 years', 'P18M'],
    ['2,5 Jahre', 'P30M'],
    ['1 year 6 months', 'P18M'],
    ['1 Jahr und 6 Monate', 'P18M'],
    ['1年6ヶ月', 'P18M'],
    ['90 days', 'P90D'],
    ['6 weeks', 'P6W'],
  ])('%s', (text, length) => {
    expect(readLength(text)).toBe(length)
  })

  it.each([
    '24',
    '2+1 years',
    '-24 months',
    '12 months left',
    'noch 6 Monate',
    '2 or 3 years',
    '2/3 years',
    '2026 years',
    '1.7 years and 3 days',
    '1.5 months',
    'years',
    '24 Monate (gebraucht)',
    '2 years 2 years',
  ])('is not %s', (text) => {
    expect(readLength(text)).toBeUndefined()
  })

  it('is added in calendar months, and ends at the last day of a shorter month', () => {
    expect(addLength('2024-03-28', 'P24M')).toBe('2026-03-28')
    expect(addLength('2024-02-29', 'P1Y')).toBe('2025-02-28')
    expect(addLength('2024-01-31', 'P1M')).toBe('2024-02-29')
    expect(addLength('2023-08-31', 'P6M')).toBe('2024-02-29')
    expect(addLength('2023-12-31', 'P18M')).toBe('2025-06-30')
    expect(addLength('2024-12-15', 'P90D')).toBe('2025-03-15')
    expect(addLength('2024-12-25', 'P2W')).toBe('2025-01-08')
  })
})

describe('a column of lengths', () => {
  it.each([
    ['Warranty', '24 months'],
    ['Garantie', '2 Jahre'],
    ['Garantía', '24 meses'],
    ['Garanzia', '2 anni'],
    ['Gwarancja', '24 miesiące'],
    ['Garantia', '24 meses'],
    ['Garanti', '24 månader'],
    ['Takuu', '24 kk'],
    ['Záruka', '24 měsíců'],
    ['保証', '2年'],
    ['保修', '24个月'],
    ['Warranty until', '24 months'],
    ['Warranty (months)', '24'],
    ['Warranty months', '24'],
    ['Warranty in months', '24'],
    ['Months of warranty', '24'],
    ['Warranty (years)', '2'],
    ['Warranty period (months)', '24'],
    ['Garantiedauer', '24 Monate'],
    ['Garantie (Monate)', '24'],
    ['Garantie in Jahren', '2'],
    ['Garantiemonate', '24'],
    ['Durée de garantie', '24 mois'],
    ['Garantie (mois)', '24'],
    ['Meses de garantía', '24'],
    ['Durata garanzia', '24 mesi'],
    ['Garantieduur', '24 maanden'],
    ['Okres gwarancji', '2 lata'],
    ['Gwarancja (miesiące)', '24'],
    ['Prazo de garantia', '24 meses'],
    ['Garantitid', '2 år'],
    ['Garanti (måneder)', '24'],
    ['Takuuaika', '24 kk'],
    ['Takuu (kk)', '24'],
    ['Záruční doba', '2 roky'],
    ['Garanti süresi', '2 yıl'],
    ['保証期間', '2年'],
    ['保証期間(月)', '24'],
    ['保証月数', '24'],
    ['保修期', '24个月'],
  ])('%s above %s gives the end of the warranty', (header, cell) => {
    const text = sheet(header, ['2024-03-28', cell], ['2023-08-31', cell])
    expect(fieldOf(text)).toBe('warranty_length')
    expect(ends(plan(emptyAccount(), text))).toEqual(['2026-03-28', '2025-08-31'])
  })

  it('of bare numbers without a unit is left out, as months and years look alike', () => {
    const numbers: Line[] = [
      ['2024-03-28', '24'],
      ['2024-03-28', '36'],
    ]
    expect(fieldOf(sheet('Warranty', ...numbers))).toBeUndefined()
    expect(leftOut(sheet('Garantiedauer', ...numbers))).toContain('none of its cells')
    expect(leftOut(sheet('Warranty year', ['2024-03-28', '2026'], ['2024-03-28', '2027']))).toBeDefined()
  })

  it('below a header of a length is the end where its cells are days', () => {
    const text = sheet('保証期間', ['2024-03-28', '2026-03-31'], ['2024-03-28', '2026-04-30'])
    expect(fieldOf(text)).toBe('warranty_expires_on')
    expect(ends(plan(emptyAccount(), text))).toEqual(['2026-03-31', '2026-04-30'])
  })

  it('beside the end is left out, whatever their order; an empty end is not', () => {
    const text = (end: string) =>
      toCsv([
        [...HEAD, 'Warranty', 'Warranty until'],
        ['T-1', 'camera', 'Sony', 'FX3', '2024-03-28', '24 months', end],
        ['T-2', 'camera', 'Sony', 'FX6', '2024-03-28', '24 months', end],
      ])
    expect(ends(plan(emptyAccount(), text('2025-01-31')))).toEqual(['2025-01-31', '2025-01-31'])
    expect(leftOut(text('2025-01-31'))).toBe('column G "Warranty until" has the day on which the warranty ends')
    expect(ends(plan(emptyAccount(), text('')))).toEqual(['2026-03-28', '2026-03-28'])
    const other = toCsv([
      [...HEAD, 'Garantie bis', 'Garantie (Monate)'],
      ['T-1', 'camera', 'Sony', 'FX3', '2024-03-28', '2025-01-31', '24'],
    ])
    expect(ends(plan(emptyAccount(), other))).toEqual(['2025-01-31'])
  })

  it('without a column of purchase dates is left out', () => {
    const text = toCsv([
      ['Asset Tag', 'Type', 'Brand', 'Model', 'Notes', 'Warranty'],
      ['T-1', 'camera', 'Sony', 'FX3', '', '24 months'],
    ])
    expect(leftOut(text)).toBe(
      'its cells, such as "24 months", are lengths of a warranty, and no column has the purchase date',
    )
    expect(plan(emptyAccount(), text).rows[0]?.warnings).toBeUndefined()
  })

  it('can be named under columns:, and the unit is that of the cell or of the header', () => {
    const text = sheet('Schutz', ['2024-03-28', '24 Monate'], ['2024-03-28', '24'])
    expect(fieldOf(text)).toBeUndefined()
    const planned = plan(emptyAccount(), text, ['columns: { Schutz: warranty_length }'])
    expect(planned.rows).toMatchObject([
      { outcome: 'create', fields: { warranty_expires_on: '2026-03-28' } },
      { outcome: 'refused', errors: [{ cell: 'F3', code: 'not_a_length', raw: '24' }] },
    ])
    const months = sheet('Schutz (Monate)', ['2024-03-28', '24'], ['2024-03-28', '1 Jahr'])
    expect(ends(plan(emptyAccount(), months, ['columns: { "Schutz (Monate)": warranty_length }']))).toEqual([
      '2026-03-28',
      '2025-03-28',
    ])
  })

  it('refuses a row by a cell that is no length', () => {
    const text = sheet(
      'Garantiedauer',
      ['2024-03-28', '24 Monate'],
      ['2024-03-28', 'siehe Rechnung'],
      ['2024-03-28', '2026-01-31'],
    )
    expect(plan(emptyAccount(), text).rows.map(({ outcome }) => outcome)).toEqual(['create', 'refused', 'refused'])
  })

  it('leaves out a value whose row has no purchase date, with a note, and one without an end', () => {
    const text = sheet(
      'Warranty',
      ['', '24 months'],
      ['2024-03-28', 'lifetime'],
      ['2024-03-28', '0 months'],
      ['2024-03-28', '2 years'],
    )
    expect(plan(emptyAccount(), text).rows).toMatchObject([
      { outcome: 'create', warnings: [{ cell: 'F2', code: 'no_purchase_date', raw: '24 months' }] },
      { outcome: 'create', warnings: [{ cell: 'F3', code: 'endless_length', raw: 'lifetime' }] },
      { outcome: 'create' },
      { outcome: 'create', fields: { warranty_expires_on: '2026-03-28' } },
    ])
    expect(ends(plan(emptyAccount(), text))).toEqual([undefined, undefined, undefined, '2026-03-28'])
  })
})
