import { describe, expect, it } from 'vitest'
import { getTexts } from '../../messages/languages/texts.ts'
import { applyPlan, emptyAccount, mapText, planIn, source, toCsv, type Account, type PlannedRows } from './support.ts'

// The cells of a column prove how they are written, and the last applied run remembers it.

const plan = (account: Account, text: string, settings: string[] = []): PlannedRows =>
  planIn(account, mapText(text, source(...settings)), source(...settings))
const sync = (account: Account, text: string, settings: string[] = []): Account =>
  applyPlan(account, plan(account, text, settings))

const items = (header: string, cells: readonly string[], type = 'camera'): string =>
  toCsv([
    ['Asset Tag', 'Type', 'Brand', 'Model', 'Notes', header],
    ...cells.map((cell, index) => [`A-${index + 1}`, type, 'Sony', 'FX3', `note ${index}`, cell]),
  ])
const forms = [
  {
    form: 'dates whose order turned',
    header: 'Purchased',
    before: ['25/12/2025', '03/04/2026'],
    after: ['12/25/2025', '03/04/2026'],
    said: ['day-month-year', 'month-day-year'],
    asBefore: ' With date_order: DMY in the source they are read as before.',
  },
  {
    form: 'numbers whose decimal mark turned',
    type: 'battery',
    header: 'Wh',
    before: ['98,5', '1.250'],
    after: ['98.5', '1.250'],
    said: ['decimal comma', 'decimal point'],
    asBefore: " With decimal: ',' in the source they are read as before.",
  },
  {
    form: 'filters whose scale turned',
    type: 'nd filter',
    header: 'Valeur ND',
    before: ['0.9', '1.2', '2.4'],
    after: ['8', '16', '64'],
    said: ['optical densities', 'filter factors'],
    asBefore: '',
  },
]

describe('cells that would be read in another form than in the last applied run', () => {
  it.each(forms)('$form ask, and nothing is written from them', ({ header, before, after, type, said, asBefore }) => {
    const account = sync(emptyAccount(), items(header, before, type))
    const text = items(header, after, type).replace('note 0', 'edited')
    const planned = plan(account, text)
    expect(planned.rows.map(({ outcome, changed = {} }) => [outcome, ...Object.keys(changed)])).toEqual([
      ['update', 'notes'],
      ...before.slice(1).map(() => ['unchanged']),
    ])
    expect(planned.questions).toMatchObject([{ code: 'cells_changed', about: header, count: 1 }])
    const [question] = planned.questions
    expect(question?.detail).toBe(
      `The cells of "${header}" said "${said[0]}" in the last applied run, and say "${said[1]}" now. Nothing is written from the column until columns: says auto for it.${asBefore} One row would change.`,
    )
    expect(getTexts('de').say('', question?.sentences)).toMatch(/^Die Zellen von .*, bis columns: für sie auto sagt/)
    // The question stays until it is answered.
    const later = sync(account, text)
    expect(plan(later, text).questions).toMatchObject([{ code: 'cells_changed' }])
    expect(plan(later, text, [`columns: { "${header}": ignore }`])).toMatchObject({ questions: [], counts: {} })
    expect(plan(later, text, [`columns: { "${header}": auto }`])).toMatchObject({
      questions: [],
      counts: { update: 1 },
    })
  })

  it.each(forms)('$form ask after a run without cells, too', ({ header, before, after, type }) => {
    const account = sync(emptyAccount(), items(header, before, type))
    const empty = before.map(() => '')
    const later = sync(account, items(header, empty, type))
    expect(plan(later, items(header, after, type)).questions).toMatchObject([{ code: 'cells_changed' }])
    expect(plan(later, items(header, before, type)).questions).toEqual([])
  })

  it('a setting that reads them as before is the answer', () => {
    const account = sync(emptyAccount(), items('Purchased', ['25/12/2025', '03/04/2026']))
    const planned = plan(account, items('Purchased', ['13/12/2025', '03/04/2026']), ['date_order: DMY'])
    expect(planned).toMatchObject({ questions: [], counts: { update: 1 } })
  })

  it('the same days in the other order are no question', () => {
    const account = sync(emptyAccount(), items('Purchased', ['25/12/2025', '03/04/2026']))
    expect(plan(account, items('Purchased', ['12/25/2025', '04/03/2026'])).questions).toEqual([])
  })
})
