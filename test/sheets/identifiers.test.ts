import { describe, expect, it } from 'vitest'
import { emptyAccount, toCsv } from './support.ts'
import { codes, planSheetRows, rowsOf, sheet, synced } from './planSupport.ts'

/** Words that people write where a number is expected, from lists in several languages. */
const WORDS = [
  'UNREADABLE',
  'No SN',
  'no s/n',
  'illegible',
  'worn off',
  'see notes',
  'see box 3',
  'nicht lesbar',
  'ohne SN',
  'illisible',
  'pas de numéro',
  'sin nº',
  'N.A',
  '----',
  '(n/a)',
  'TODO',
  'no tag',
  '不明です',
  'non leggibile',
  'onleesbaar',
  '00000',
]

const fieldsOf = (plan: ReturnType<typeof planSheetRows>): unknown[] =>
  plan.rows.map(({ fields }) => fields?.['serial_number'] ?? null)

describe('words in place of a serial number', () => {
  it.each(WORDS)('%s is not written', (word) => {
    const plan = planSheetRows(
      emptyAccount(),
      sheet({ tag: 'A-1', serial: '4411' }, { tag: 'A-2', serial: word }, { tag: 'A-3', serial: 'X-77' }),
    )
    expect(plan.counts).toEqual({ create: 3 })
    expect(fieldsOf(plan)).toEqual(['4411', null, 'X-77'])
  })

  it('stay where the item has them already', () => {
    const account = synced(sheet({ tag: 'A-1', serial: 'UNREADABLE' }), emptyAccount(), ['identifiers: any'])
    expect(account.items[0]).toMatchObject({ serial_number: 'UNREADABLE' })
    expect(rowsOf(planSheetRows(account, sheet({ tag: 'A-1', serial: 'UNREADABLE' })))[0]).toMatchObject({
      outcome: 'unchanged',
    })
  })

  it('do not replace a number, the first time and again', () => {
    const account = synced(sheet({ tag: 'A-1', serial: '4411' }))
    const text = sheet({ tag: 'A-1', serial: 'worn off' })
    expect(planSheetRows(account, text).counts).toEqual({ unchanged: 1 })
    expect(planSheetRows(synced(text, account), text).counts).toEqual({ unchanged: 1 })
  })
})

describe('words in place of a tag', () => {
  it.each(WORDS.filter((word) => !['----', '(n/a)'].includes(word)))('%s is no key', (word) => {
    const plan = planSheetRows(emptyAccount(), sheet({ tag: 'A-1' }, { tag: word }, { tag: 'A-3' }))
    expect(plan.counts).toEqual({ create: 2, refused: 1 })
    expect(codes(plan)[1]).toEqual([['A3', 'row_without_key', word]])
  })

  it('count as present: nothing is missing or deleted for them', () => {
    const account = synced(sheet({ tag: 'A-1' }, { tag: 'A-2' }, { tag: 'A-3' }))
    const plan = planSheetRows(account, sheet({ tag: 'A-1' }, { tag: 'TODO' }, { tag: 'A-3' }), ['missing: delete'])
    expect(plan.held).toMatchObject({ code: 'key_unreadable' })
    expect(plan.counts).toEqual({ unchanged: 2, refused: 1, missing: 1 })
    expect(plan.absent.filter(({ plan: { outcome } }) => outcome === 'delete')).toEqual([])
  })

  it('are read where the setting says so, and where they repeat keep their code', () => {
    expect(planSheetRows(emptyAccount(), sheet({ tag: 'TODO' }, { tag: 'A-1' }), ['identifiers: any']).counts).toEqual({
      create: 2,
    })
    const repeated = planSheetRows(emptyAccount(), sheet({ tag: 'TODO' }, { tag: 'TODO' }, { tag: 'A-1' }))
    expect(codes(repeated).slice(0, 2)).toEqual([
      expect.arrayContaining([expect.arrayContaining(['duplicate_key'])]),
      expect.arrayContaining([expect.arrayContaining(['duplicate_key'])]),
    ])
  })

  it.each([
    ['letters behind a common beginning', ['CAM-A', 'CAM-B', 'CAM-C']],
    ['short codes', ['A', 'B', 'AB']],
    ['nicknames', ['Bertha', 'Dicke Berta', 'Mémé']],
    ['nicknames beside numbers', ['Nonna', 'Zia', 'Akku 1', 'Akku 2']],
    ['numbers in words', ['Main Cam 1', 'Main Cam 2']],
  ])('are tags where the whole column has %s', (_what, tags) => {
    const plan = planSheetRows(emptyAccount(), sheet(...tags.map((tag) => ({ tag }))))
    expect(plan.counts).toEqual({ create: tags.length })
  })
})

it('registration numbers are held to the same', () => {
  const text = toCsv([
    ['Asset Tag', 'Type', 'Brand', 'Model', 'Registration'],
    ['D-1', 'drone', 'DJI', 'Mini', 'FA-33XQ'],
    ['D-2', 'drone', 'DJI', 'Mini', 'pending'],
  ])
  const plan = planSheetRows(emptyAccount(), text)
  expect(plan.rows.map(({ fields }) => (fields as Record<string, unknown>)['registration_number'] ?? null)).toEqual([
    'FA-33XQ',
    null,
  ])
})

describe('parts under an item', () => {
  const TEXTS = [
    '└',
    '├──',
    '•',
    '→',
    '|--',
    '*',
    'incl.',
    'Incl',
    'included',
    'Enthalten',
    'inkl.',
    'gehört dazu',
    'inclus',
    'Incluido',
    'compreso',
    'inbegrepen',
    'w zestawie',
    'ingår',
    'součástí',
    'dahil',
    'в комплекте',
    '付属',
    '└ A-1',
    '- A-1',
    '• 12',
    '→ A-1',
    'zu A-1',
    'bei A-1',
    'see A-1',
    'voir A-1',
    'ver A-1',
    'A-1 incl.',
    'A-1 (inkl.)',
    'part of A-1',
    'incl. A-1',
    'см. A-1',
  ]
  it.each(TEXTS)('%s is no tag, once and twice, beside numbers and beside names', (text) => {
    for (const tags of [
      ['A-1', 'A-2'],
      ['Bertha', 'Zia'],
    ])
      for (const count of [1, 2]) {
        const parts = Array.from({ length: count }, () => ({ tag: text, serial: '' }))
        const plan = planSheetRows(emptyAccount(), sheet(...tags.map((tag) => ({ tag, serial: '1' })), ...parts))
        const found = rowsOf(plan).map(({ outcome }) => outcome)
        expect({ tags, found }).toEqual({ tags, found: ['create', 'create', ...parts.map(() => 'refused')] })
      }
  })

  it.each([
    'cam 4',
    'kit 3',
    'no. 7',
    'K-1',
    '-1',
    '.12',
    'a1',
    'Lens 2',
    'de-12',
    'set 2',
    'in2',
    'INC 12',
    'Part 7',
    'Teil 3',
  ])('%s is a tag', (tag) => {
    const plan = planSheetRows(emptyAccount(), sheet({ tag: 'A-1', serial: '1' }, { tag, serial: '2' }))
    expect(plan.counts).toEqual({ create: 2 })
  })

  it('marks are no brand and no model', () => {
    const rows = [
      ['Asset Tag', 'Type', 'Brand', 'Model'],
      ['A-1', 'camera', 'Sony', 'FX3'],
      ['A-2', 'accessory', '└', 'Handle'],
      ['A-3', 'accessory', 'Sony', '*'],
      ['A-4', 'accessory', '→', 'Charger'],
    ]
    const plan = planSheetRows(emptyAccount(), toCsv(rows))
    expect(rowsOf(plan).map(({ outcome }) => outcome)).toEqual(['create', 'refused', 'refused', 'refused'])
  })
})
