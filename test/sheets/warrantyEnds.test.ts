import { describe, expect, it } from 'vitest'
import { buildGearTable } from '../../sheets/write/gearTable.ts'
import { writeCsv } from '../../sheets/write/csv.ts'
import { getTexts } from '../../messages/languages/texts.ts'
import { formatRow } from '../../cli/show/row.ts'
import {
  applyPlan,
  editItem,
  emptyAccount,
  mapText,
  planIn,
  source,
  toCsv,
  type Account,
  type PlannedRows,
} from './support.ts'

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
const sync = (account: Account, text: string, settings: string[] = []): Account =>
  applyPlan(account, plan(account, text, settings))

describe('the end of a warranty by its length', () => {
  const before = sheet('Garantie', ['2024-03-28', '24 Monate'], ['2024-01-31', '1 Jahr'])

  it('is said in the plan as such, in the language of the reader', () => {
    const [row] = plan(emptyAccount(), before).rows
    const evidence = row?.evidence?.['warranty_expires_on']
    expect(evidence?.message).toBe('purchase date + 24 months')
    expect(getTexts('de').say('', evidence?.sentences)).toBe('Kaufdatum + 24 Monate')
    const shown = row && formatRow(row, (_style, text) => text, false)
    expect(shown).toContain('warranty_expires_on: 2026-03-28 (purchase date + 24 months)')
  })

  it('is written once; the same sheet again, and an export of the items, write nothing', async () => {
    const account = sync(emptyAccount(), before)
    expect(plan(account, before).counts).toEqual({ unchanged: 2 })
    const exported = (await Array.fromAsync(writeCsv(buildGearTable(account.items, '<clear>')))).join('')
    expect(plan(account, exported).counts).toEqual({ unchanged: 2 })
  })

  it('moves with the purchase date and with the length', () => {
    const account = sync(emptyAccount(), before)
    const after = sheet('Garantie', ['2024-04-30', '24 Monate'], ['2024-01-31', '25 Monate'])
    const planned = plan(account, after)
    expect(planned.rows.map(({ changed }) => changed)).toEqual([
      {
        purchase_date: { from: '2024-03-28', to: '2024-04-30' },
        warranty_expires_on: { from: '2026-03-28', to: '2026-04-30' },
      },
      { warranty_expires_on: { from: '2025-01-31', to: '2026-02-28' } },
    ])
    expect(planned.rows[1]?.evidence?.['warranty_expires_on']?.message).toBe('purchase date + 25 months')
    expect(plan(sync(account, after), after).counts).toEqual({ unchanged: 2 })
  })

  it('that somebody edited in Kitroom stays, and is a conflict once the sheet changes too', () => {
    const account = editItem(sync(emptyAccount(), before), 'T-1', { warranty_expires_on: '2027-01-01' })
    expect(plan(account, before).rows[0]).toMatchObject({ outcome: 'unchanged', notes: ['api_newer'] })
    const after = sheet('Garantie', ['2024-03-28', '36 Monate'], ['2024-01-31', '1 Jahr'])
    expect(plan(account, after).rows[0]).toMatchObject({
      outcome: 'conflict',
      conflicts: { warranty_expires_on: { base: '2026-03-28', sheet: '2027-03-28', api: '2027-01-01' } },
    })
  })

  it('is kept by a blank cell, and removed by blank: clear and <clear>', () => {
    const account = sync(emptyAccount(), before)
    const blank = sheet('Garantie', ['2024-03-28', ''], ['2024-01-31', '1 Jahr'])
    expect(plan(account, blank).rows[0]).toMatchObject({ outcome: 'unchanged', kept: ['warranty_expires_on'] })
    expect(plan(account, blank, ['blank: clear']).rows[0]?.changed).toEqual({
      warranty_expires_on: { from: '2026-03-28', to: null },
    })
    const cleared = sheet('Garantie', ['2024-03-28', '<clear>'], ['2024-01-31', '1 Jahr'])
    expect(plan(account, cleared).rows[0]?.changed).toEqual({
      warranty_expires_on: { from: '2026-03-28', to: null },
    })
  })

  it('waits with the purchase date whose order of day and month turned', () => {
    const dates = (first: string) => sheet('Garantie', [first, '2 Jahre'], ['03/04/2024', '2 Jahre'])
    const account = sync(emptyAccount(), dates('25/12/2023'))
    const planned = plan(account, dates('12/25/2023'))
    expect(planned.questions.map(({ code }) => code)).toEqual(['cells_changed'])
    expect(planned.rows.map(({ outcome, warnings }) => [outcome, warnings])).toEqual([
      ['unchanged', undefined],
      ['unchanged', undefined],
    ])
  })

  it('asks when a column that was the end becomes a length', () => {
    const account = sync(emptyAccount(), sheet('Warranty', ['2024-03-28', '2025-01-31'], ['2024-01-31', '2025-02-28']))
    const planned = plan(account, sheet('Warranty', ['2024-03-28', '24 months'], ['2024-01-31', '24 months']))
    expect(planned.questions).toMatchObject([
      { code: 'column_changed', was: ['warranty_expires_on'], now: ['warranty_length'] },
    ])
    expect(planned.counts).toEqual({ unchanged: 2 })
    const answered = plan(account, sheet('Warranty', ['2024-03-28', '24 months'], ['2024-01-31', '24 months']), [
      'columns: { Warranty: warranty_length }',
    ])
    expect(answered.counts).toEqual({ update: 2 })
  })
})
