import { describe, expect, it } from 'vitest'
import { formatAnswersYaml } from '../../contract/control/answersYaml.ts'
import { getTexts } from '../../messages/languages/texts.ts'
import { applyPlan, emptyAccount, mapText, planIn, source, toCsv, type Account, type PlannedRows } from './support.ts'

const plan = (account: Account, text: string, settings: string[] = []): PlannedRows =>
  planIn(account, mapText(text, source(...settings)), source(...settings))
const sync = (account: Account, text: string, settings: string[] = []): Account =>
  applyPlan(account, plan(account, text, settings))

/** A sheet whose last column has a header and a cell a row. */
const withColumn = (header: string, cells: readonly string[], tags = ['A-1', 'A-2', 'A-3']): string =>
  toCsv([
    ['Asset Tag', 'Type', 'Brand', 'Model', 'Notes', header],
    ...cells.map((cell, index) => [tags[index] ?? '', 'camera', 'Sony', 'FX3', `note ${index}`, cell]),
  ])
const NAMES = ['Alpha', 'Zeiss', 'Red']
const SERIALS = ['S9911', 'S9912', 'S9913']
const summary = ({ rows, questions }: PlannedRows) => ({
  rows: rows.map(({ key, outcome, changed, fields }) => [key, outcome, changed ?? fields?.['serial_number'] ?? '']),
  questions: questions.map(({ code, about, count, rows: numbers }) => [code, about, count, numbers]),
})

describe('a column that was left out in the last applied run and would be read now', () => {
  const account = sync(emptyAccount(), withColumn('Serie', NAMES))

  it('asks, and nothing is written from it', () => {
    const planned = plan(account, withColumn('Serie', SERIALS).replace('note 1', 'edited'))
    expect(summary(planned)).toEqual({
      rows: [
        ['A-1', 'unchanged', ''],
        ['A-2', 'update', { notes: { from: 'note 1', to: 'edited' } }],
        ['A-3', 'unchanged', ''],
      ],
      questions: [['column_changed', 'Serie', 3, [2, 3, 4]]],
    })
    expect(planned.questions[0]).toMatchObject({
      detail:
        'The column "Serie" was left out in the last applied run, and would be serial_number now. Nothing is written from it until columns: says what it is. 3 rows would change.',
      was: [],
      now: ['serial_number'],
      values: SERIALS,
    })
    expect(formatAnswersYaml(planned.questions)).toBe('columns:\n  "Serie": ignore # or "serial_number"')
  })

  it('asks in German, too', () => {
    const [question] = plan(account, withColumn('Serie', SERIALS)).questions
    expect(getTexts('de').say('', question?.sentences)).toBe(
      'Die Spalte „Serie“ war im zuletzt angewandten Lauf ausgelassen und wäre jetzt „Seriennummer“. Nichts wird aus ihr geschrieben, bis columns: sagt, was sie ist. 3 Zeilen würden sich ändern.',
    )
  })

  it('asks again after the plan was applied, until the settings answer', () => {
    const text = withColumn('Serie', SERIALS)
    const later = sync(account, text)
    expect(plan(later, text).questions).toMatchObject([{ about: 'Serie', count: 3 }])
    expect(plan(later, text, ['columns: { Serie: ignore }'])).toMatchObject({ questions: [], counts: { unchanged: 3 } })
    const answered = ['columns: { Serie: serial_number }']
    expect(plan(later, text, answered)).toMatchObject({ questions: [], counts: { update: 3 } })
    const written = sync(later, text, answered)
    expect(plan(written, text), 'without the setting the header means the same').toMatchObject({
      questions: [],
      counts: { unchanged: 3 },
    })
  })

  it('a new item that needs the column waits, and others are created', () => {
    const planned = plan(account, withColumn('Serie', [...SERIALS, 'S9914', ''], ['A-1', 'A-2', 'A-3', 'A-4', 'A-5']))
    expect(planned.rows.map(({ key, outcome }) => [key, outcome])).toEqual([
      ['A-1', 'unchanged'],
      ['A-2', 'unchanged'],
      ['A-3', 'unchanged'],
      ['A-4', 'question'],
      ['A-5', 'create'],
    ])
    expect(planned.rows[3]?.questions).toMatchObject([{ cell: 'F5', code: 'column_changed', raw: 'S9914' }])
    expect(planned.questions).toMatchObject([{ count: 4, rows: [2, 3, 4, 5] }])
  })

  it('a bad cell of the column refuses no row while it waits', () => {
    const bad = plan(account, withColumn('Serie', ['S9911', '#REF!', 'S9913']))
    expect(bad.counts).toEqual({ unchanged: 3 })
    expect(bad.rows.every(({ errors }) => errors === undefined)).toBe(true)
  })
})

describe('a column that was read', () => {
  const account = sync(emptyAccount(), withColumn('Serie', SERIALS))
  const left = withColumn('Serie', NAMES)

  it.each([[[]], [['blank: clear']]])('and is left out now asks, and clears nothing, with %j', (settings) => {
    const planned = plan(account, left, settings)
    expect(summary(planned)).toMatchObject({
      rows: [
        ['A-1', 'unchanged', ''],
        ['A-2', 'unchanged', ''],
        ['A-3', 'unchanged', ''],
      ],
      questions: [['column_changed', 'Serie', 3, [2, 3, 4]]],
    })
    expect(formatAnswersYaml(planned.questions)).toBe('columns:\n  "Serie": "serial_number" # or ignore')
    expect(plan(account, left, [...settings, 'columns: { Serie: ignore }']), 'an answer').toMatchObject({
      questions: [],
      counts: { unchanged: 3 },
    })
  })

  it.each([[[]], [['blank: clear']]])('and is gone, or new, asks nothing and clears nothing, with %j', (settings) => {
    const gone = plan(account, withColumn('Colour', ['red', 'red', 'red']), settings)
    expect(gone).toMatchObject({ questions: [], counts: { unchanged: 3 } })
  })

  it('asks when it comes back with other cells', () => {
    const without = sync(account, withColumn('Colour', ['red', 'red', 'red']))
    expect(plan(without, left).questions).toMatchObject([{ about: 'Serie' }])
  })

  it('stands elsewhere and asks nothing', () => {
    const moved = toCsv([
      ['Serie', 'Asset Tag', 'Type', 'Brand', 'Model', 'Notes'],
      ...SERIALS.map((serial, index) => [serial, `A-${index + 1}`, 'camera', 'Sony', 'FX3', `note ${index}`]),
    ])
    expect(plan(account, moved)).toMatchObject({ questions: [], counts: { unchanged: 3 } })
  })
})

describe('a product that reads a header differently', () => {
  const text = withColumn('Serie', SERIALS)
  const account = sync(emptyAccount(), text)
  const remembering = (header: string, ...fields: string[]): Account => ({
    ...account,
    remembered: { ...account.remembered, [header.toLowerCase().replaceAll(' ', '')]: [{ header, fields }] },
  })

  it('asks, and names both readings', () => {
    const planned = plan(remembering('Serie', 'notes'), text.replaceAll('S99', 'S88'))
    expect(planned.questions).toMatchObject([{ was: ['notes'], now: ['serial_number'], count: 3 }])
    expect(formatAnswersYaml(planned.questions)).toBe('columns:\n  "Serie": notes # or "serial_number", ignore')
    expect(planned.counts).toEqual({ unchanged: 3 })
  })

  it('asks nothing where no value would change', () => {
    expect(plan(remembering('Serie', 'notes'), text)).toMatchObject({ questions: [], counts: { unchanged: 3 } })
  })

  it('lets all rows wait where the column of the keys changes, and nothing is missing', () => {
    const planned = plan(remembering('Asset Tag', 'notes'), text.replaceAll('A-', 'B-'))
    expect(planned).toMatchObject({ counts: { question: 3, missing: 3 }, held: { code: 'header_changed' } })
    expect(planned.questions).toMatchObject([{ about: 'Asset Tag', count: 3 }])
  })

  it('lets new items wait where the type changes, and updates others by their stored type', () => {
    const changed = withColumn('Serie', [...SERIALS, ''], ['A-1', 'A-2', 'A-3', 'A-4'])
      .replaceAll('camera', 'lens')
      .replace('note 0', 'edited')
    const planned = plan(remembering('Type', 'category'), changed)
    expect(planned.rows.map(({ outcome }) => outcome)).toEqual(['update', 'unchanged', 'unchanged', 'question'])
    expect(planned.questions).toMatchObject([{ about: 'Type', count: 4 }])
  })

  it('lets new items wait where a status is no longer read, since they would count as available', () => {
    const more = withColumn('Serie', [...SERIALS, 'S9914'], ['A-1', 'A-2', 'A-3', 'A-4'])
    const planned = plan(
      { ...account, remembered: { ...account.remembered, serie: [{ header: 'Serie', fields: ['status'] }] } },
      more,
    )
    expect(planned.rows.at(-1)).toMatchObject({ outcome: 'question' })
  })

  it('holds amounts while the column of their currency is read otherwise', () => {
    const priced = toCsv([
      ['Asset Tag', 'Type', 'Brand', 'Model', 'Price', 'Currency'],
      ['A-1', 'camera', 'Sony', 'FX3', '100', 'USD'],
    ])
    const stored = sync(emptyAccount(), priced)
    const planned = plan(
      { ...stored, remembered: { ...stored.remembered, currency: [{ header: 'Currency', fields: [] }] } },
      priced.replace('100', '250'),
    )
    expect(planned).toMatchObject({ counts: { unchanged: 1 } })
    expect(planned.questions).toMatchObject([{ about: 'Currency', count: 1, now: ['currency'] }])
    expect(formatAnswersYaml(planned.questions)).toBe('columns:\n  "Currency": ignore # or auto')
    expect(plan(stored, priced.replace('100', '250'), ['columns: { Currency: auto }']).questions).toEqual([])
  })

  it('a header for a field of each type is answered by auto', () => {
    const threads = toCsv([
      ['Asset Tag', 'Type', 'Brand', 'Model', 'Thread'],
      ['A-1', 'lens', 'Sony', 'FE 50', '77'],
      ['A-2', 'ND filter', 'Hoya', 'Pro', '77'],
    ])
    const stored = sync(emptyAccount(), threads)
    const before = { ...stored, remembered: { ...stored.remembered, thread: [{ header: 'Thread', fields: [] }] } }
    const edited = threads.replaceAll('77', '82')
    expect(plan(before, edited)).toMatchObject({ counts: { unchanged: 2 }, questions: [{ about: 'Thread', count: 2 }] })
    expect(plan(before, edited, ['columns: { Thread: auto }'])).toMatchObject({ counts: { update: 2 }, questions: [] })
  })
})

it('a column that lost its field to a column of the settings asks nothing', () => {
  const text = toCsv([
    ['Asset Tag', 'Type', 'Brand', 'Model', 'Serial', 'Code'],
    ['A-1', 'camera', 'Sony', 'FX3', 'S9911', 'K-771'],
    ['A-2', 'camera', 'Sony', 'FX3', 'S9912', 'K-772'],
  ])
  const account = sync(emptyAccount(), text)
  const settings = ['columns: { Code: serial_number }']
  const planned = plan(account, text, settings)
  expect(planned).toMatchObject({ questions: [], counts: { update: 2 } })
  const applied = sync(account, text, settings)
  expect(plan(applied, text), 'and back').toMatchObject({ questions: [], counts: { update: 2 } })
})

it('two columns with one header are told apart, and a hostile header is a name like any other', () => {
  const text = (first: string, second: string): string =>
    toCsv([
      ['Asset Tag', 'Type', 'Brand', 'Model', 'Serial', 'Serial', '__proto__'],
      ['A-1', 'camera', 'Sony', 'FX3', first, second, 'x'],
    ])
  const account = sync(emptyAccount(), text('S9911', ''))
  expect(plan(account, text('S9911', '')).questions).toEqual([])
  const swapped = plan(account, text('', 'S7711'))
  expect(swapped.counts).toEqual({ unchanged: 1 })
  expect(swapped.questions.map(({ about }) => about)).toEqual(['Serial', 'Serial'])
})

describe('a second column of one meaning that appears later', () => {
  const withPrices = (headers: readonly string[], prices: readonly (readonly string[])[]): string =>
    toCsv([
      ['Asset Tag', 'Type', 'Brand', 'Model', ...headers],
      ...prices.map((cells, index) => [`A-${index + 1}`, 'camera', 'Sony', 'FX3', ...cells]),
    ])
  const account = sync(emptyAccount(), withPrices(['Price'], [['1200'], ['800']]))

  it('clears nothing that was written from the first one, also where blanks clear', () => {
    const text = withPrices(
      ['Price', 'Cost'],
      [
        ['1250', '900'],
        ['800', '700'],
      ],
    )
    for (const settings of [[], ['blank: clear']]) {
      const planned = plan(account, text, settings)
      expect(planned.rows.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged'])
      expect(planned.questions.map(({ code, about }) => ({ code, about }))).toEqual([
        { code: 'column_changed', about: 'Price' },
      ])
    }
    const answered = plan(account, text, ['columns: { Price: purchase_price }'])
    expect(answered.rows.map(({ changed }) => changed)).toEqual([
      { purchase_price: { from: 1200, to: 1250 } },
      undefined,
    ])
  })
})
