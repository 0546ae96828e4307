import { describe, expect, it } from 'vitest'
import { formatAnswersYaml } from '../../contract/control/answersYaml.ts'
import { fixture, emptyAccount, mapText, planIn, source, toCsv, type Account, type PlannedRows } from './support.ts'
import { sheet, synced } from './planSupport.ts'

const odd = (name: string): string => fixture(`odd/${name}`).toString()

/** Each row's key with its outcome, or the codes of its questions. */
const outcomes = ({ rows }: PlannedRows): string[] =>
  rows
    .filter(({ outcome }) => outcome !== 'skipped')
    .map(
      ({ key, outcome, questions, errors }) =>
        `${key} ${questions?.map(({ code }) => code).join(' ') ?? errors?.map(({ code }) => code).join(' ') ?? outcome}`,
    )

const plan = (text: string, settings: string[] = [], account: Account = emptyAccount()): PlannedRows =>
  planIn(account, mapText(text, source(...settings)), source(...settings))

const withColumn = (header: string, ...values: string[]): string =>
  toCsv([
    ['Asset Tag', 'Type', 'Brand', 'Model', header],
    ...values.map((value, index) => [`A-${index + 1}`, 'camera', 'Sony', 'FX3', value]),
  ])

/** The rows that a column makes wait, or refuses, by number from 1. */
const waitingFor = (header: string, ...values: string[]): number[] =>
  outcomes(plan(withColumn(header, ...values))).flatMap((outcome, index) =>
    / (?:gone_column|not_on_hand)$/.test(outcome) ? [index + 1] : [],
  )

describe('a column that may say that an item is gone', () => {
  const text = withColumn('Active', 'Yes', 'No', '', 'n/a')

  it('makes a question, and only the rows wait whose cell may mean gone', () => {
    const planned = plan(text)
    expect(outcomes(planned)).toEqual(['A-1 create', 'A-2 gone_column', 'A-3 create', 'A-4 create'])
    expect(planned.counts).toEqual({ create: 3, question: 1 })
    expect(planned.questions).toMatchObject([
      {
        code: 'gone_column',
        about: 'Active',
        detail: 'Does the column "Active" say that an item is gone, as with "No"? One row waits for the answer.',
        count: 1,
        rows: [3],
        values: ['No'],
        answers: [
          { setting: 'presence', values: { Active: 'here' }, effect: expect.stringContaining('says no') },
          { setting: 'presence', values: { Active: 'gone' }, effect: expect.any(String) },
          { setting: 'presence', values: { Active: 'out' }, effect: expect.any(String) },
          { setting: 'presence', values: { Active: 'nothing' }, effect: expect.any(String) },
        ],
      },
    ])
    expect(formatAnswersYaml(planned.questions)).toBe('presence:\n  "Active": here # or gone, out, nothing')
    expect(planned.rows[1]).toMatchObject({
      outcome: 'question',
      fields: { brand: 'Sony' },
      questions: [{ cell: 'E3', code: 'gone_column', raw: 'No', about: 'Active' }],
    })
  })

  it.each([
    ['here', ['A-1 create', 'A-2 not_on_hand', 'A-3 create', 'A-4 create']],
    ['gone', ['A-1 not_on_hand', 'A-2 create', 'A-3 create', 'A-4 create']],
    ['nothing', ['A-1 create', 'A-2 create', 'A-3 create', 'A-4 create']],
    ['out', ['A-1 create', 'A-2 create', 'A-3 create', 'A-4 create']],
  ])('is answered by presence: %s', (answer, expected) => {
    const planned = plan(text, [`presence: { active: ${answer} }`])
    expect({ outcomes: outcomes(planned), questions: planned.questions }).toEqual({ outcomes: expected, questions: [] })
    expect(planned.rows[0]?.fields?.['status']).toBe(answer === 'out' ? 'in_use' : undefined)
  })

  it('retires what is gone by the answer with sold_lists: retire, and asks nothing with sold_lists: read', () => {
    const retiring = plan(text, ['presence: { Active: here }', 'sold_lists: retire'])
    expect(retiring.rows.map(({ fields }) => fields?.['status'])).toEqual([undefined, 'retired', undefined, undefined])
    expect(plan(text, ['sold_lists: read']).counts).toEqual({ create: 4 })
  })

  it('does not hold up existing items', () => {
    const account = synced(sheet({ tag: 'A-1', brand: 'Sony', model: 'FX3' }))
    expect(outcomes(plan(withColumn('Active', 'No', 'No'), [], account))).toEqual(['A-1 unchanged', 'A-2 gone_column'])
  })

  it('is listed as a column that asks', () => {
    expect(mapText(text).mapping.tables[0]?.left_out).toMatchObject([{ column: 'E', reason: 'asked' }])
  })

  it('leaves no item of the odd sheet f1-columns created that it says is gone', () => {
    const planned = plan(odd('f1-columns.csv'))
    expect(outcomes(planned)).toEqual([
      'A-0 create',
      ...Array.from({ length: 23 }, (_, index) => `A-${index + 1} ${index === 20 ? 'not_on_hand' : 'gone_column'}`),
    ])
  })
})

it.each([
  ['Active', ['Yes', 'x', '1', 'true', 'active', 'in use'], ['No', 'n', '0', 'FALSE', 'inactive', 'retired', 'sold']],
  ['Retired', ['No', 'false', '0', '-'], ['Yes', 'x', '2024-05-01', '3/4/2024', 'replaced by FX6']],
  ['is_active', ['true'], ['false']],
  ['In Service?', ['y'], ['n']],
  ['Still in use', ['yes'], ['no']],
  ['No longer in use', ['no'], ['yes']],
  ['Date Removed', [''], ['2024-05-01', '45413']],
  ['dateRemoved', [''], ['2024-05-01']],
  ['Written-off on', [''], ['2024-05-01']],
  ['In/Out', ['in'], ['out']],
  ['Checked Out', ['no'], ['yes', '2024-05-01']],
  ['Assigned To', [''], ['Bob']],
  ['Aktiv', ['ja'], ['nein']],
  ['Noch vorhanden?', ['Ja'], ['Nein']],
  ['Nicht mehr vorhanden', ['nein'], ['ja', 'x']],
  ['Ausgemustert?', ['nein'], ['ja', '01.02.2023']],
  ['Ausscheidungsdatum', [''], ['01.02.2023']],
  ['Abgang am', [''], ['01.02.2023']],
  ['Verlust', ['nein'], ['ja']],
  ['Ist noch im Bestand', ['ja'], ['nein']],
  ['Verbleib', [''], ['verkauft 2022']],
  ['Actif', ['oui'], ['non']],
  ['Encore présent (O/N)', ['O'], ['N']],
  ['En service', ['oui'], ['non']],
  ['Date de sortie', [''], ['01/02/2023']],
  ['Mis au rebut', ['non'], ['oui']],
  ['Hors d’usage', ['non'], ['oui']],
  ['Activo', ['sí'], ['no']],
  ['Existe (S/N)', ['S'], ['N']],
  ['Fecha de retiro', [''], ['13/02/2023']],
  ['Motivo de baja', [''], ['robo']],
  ['Attivo', ['sì', 'si'], ['no']],
  ['Data di dismissione', [''], ['13/02/2023']],
  ['Fuori uso', ['no'], ['x']],
  ['In gebruik', ['ja'], ['nee']],
  ['Nog in bezit', ['ja'], ['nee']],
  ['Afgevoerd', ['nee'], ['ja']],
  ['Datum uit dienst', [''], ['13-02-2023']],
  ['Ativo', ['sim'], ['não']],
  ['Data da baixa', [''], ['13/02/2023']],
  ['Wycofany', ['nie'], ['tak']],
  ['Utrangerad', ['nej'], ['ja']],
] as const)('%s: %j are there, %j may be gone', (header, here, gone) => {
  expect({ header, waiting: waitingFor(header, ...here, ...gone) }).toEqual({
    header,
    waiting: gone.map((_, index) => here.length + index + 1),
  })
})

it.each([
  ['Insured', ['yes', 'no']],
  ['Missing parts', ['lens cap', '']],
  ['Verkaufspreis', ['100', '200']],
  ['Sale price', ['100', '']],
  ['Salvage value', ['100', '50']],
  ['Verkoopprijs', ['100', '50']],
  ['Prix de vente', ['100', '50']],
  ['Disposable', ['yes', 'no']],
  ['Kept in', ['Shelf 3', '']],
  ['In stock', ['Shelf A', 'Shelf B']],
  ['In service since', ['2020-01-01', '2021-05-05']],
  ['Date', ['2020-01-01', '']],
  ['Service', ['yes', 'no']],
  ['Owner', ['Anna', '']],
])('%s asks nothing', (header, values) => {
  expect({ header, waiting: waitingFor(header, ...values) }).toEqual({ header, waiting: [] })
})

it('a status of the row answers who has it, and that it is gone, but not that it is there', () => {
  const text = toCsv([
    ['Asset Tag', 'Type', 'Brand', 'Model', 'Status', 'Assigned To', 'Lost'],
    ['A-1', 'camera', 'Sony', 'FX3', 'in use', 'Bob', ''],
    ['A-2', 'camera', 'Sony', 'FX3', 'available', '', 'yes'],
    ['A-3', 'camera', 'Sony', 'FX3', 'lost', 'Bob', 'yes'],
  ])
  expect(outcomes(plan(text))).toEqual(['A-1 create', 'A-2 gone_column', 'A-3 create'])
})

describe('a title that may say that gear is gone', () => {
  const HEAD = 'Asset Tag,Type,Brand,Model'
  const list = `${HEAD}\nA-1,camera,Canon,R5\n,,,\n`
  const below = `Tag,Type,Brand,Model,Price\nB-1,camera,Sony,FX3,1\nB-2,camera,Sony,FX6,2`

  it.each([
    'Stock-Out',
    'Issued',
    'Write-offs',
    'Disposals 2023',
    'Returned to rental house',
    'Missing',
    'Broken / for parts',
    'Donated',
    'Removed from service',
    'Surplus',
    'Obsolete',
    'Old inventory',
    'Inactive',
    'Rented out',
    'No longer in stock',
    'Ausgang',
    'Ausgesondert',
    'Abgegebene Technik',
    'Nicht mehr im Bestand',
    'Sortie de stock',
    'Rebut',
    'Matériel perdu',
    'Bajas',
    'Equipos donados',
    'Ya no en uso',
    'Dismessi',
    'Materiale fuori uso',
    'Afgevoerd',
    'Niet meer in gebruik',
    'Baixados',
    'Wycofane',
    'Utrangerat',
  ])('makes the rows below it wait: %s', (title) => {
    for (const text of [`${list}${title},,,,\n${below}`, `${list}${title},,,,\n,,,,\n${below}`]) {
      const planned = plan(text)
      expect({ created: planned.counts['create'], rest: outcomes(planned).slice(1) }).toEqual({
        created: 1,
        rest: [expect.stringMatching(/gone_list|not_on_hand/), expect.stringMatching(/gone_list|not_on_hand/)],
      })
    }
  })

  it.each([
    'Studio B',
    'Lenses',
    'For sale',
    'Not sold',
    'Unsold',
    'In use',
    'Aktive Geräte',
    'Rental house',
    '2023',
    'Rack 3',
  ])('has no effect: %s', (title) => {
    expect(plan(`${list}${title},,,,\n${below}`).counts).toMatchObject({ create: 3 })
  })

  it('is answered by presence:', () => {
    const text = `${list}Stock-Out,,,,\n${below}`
    expect(plan(text).questions.map(({ about, count, rows }) => ({ about, count, rows }))).toEqual([
      { about: 'Stock-Out', count: 2, rows: [6, 7] },
    ])
    expect(outcomes(plan(text, ['presence: { "stock-out": gone }']))).toEqual([
      'A-1 create',
      'B-1 not_on_hand',
      'B-2 not_on_hand',
    ])
    expect(plan(text, ['presence: { "Stock-Out": nothing }']).counts).toMatchObject({ create: 3 })
    expect(plan(text, ['presence: { "Stock-Out": out }']).rows.at(-1)?.fields).toMatchObject({ status: 'in_use' })
    expect(plan(text, ['presence: { Stock-Out: gone }', 'sold_lists: retire']).rows.at(-1)?.fields).toMatchObject({
      status: 'retired',
    })
  })

  it('of a whole sheet asks only if it has no other words', () => {
    expect(outcomes(plan(`Donated\n${below}`))).toEqual(['B-1 gone_list', 'B-2 gone_list'])
    expect(plan(`Equipment checkout\n${below}`).counts).toMatchObject({ create: 2 })
    expect(plan(`Lost Lake Studio\n${below}`).counts).toMatchObject({ create: 2 })
  })

  it('leaves only A-1 of the odd sheet f1-titles created', () => {
    const planned = plan(odd('f1-titles.csv'))
    expect(outcomes(planned).filter((outcome) => outcome.endsWith(' create'))).toEqual(['A-1 create'])
    expect(planned.counts['question']).toBeGreaterThan(12)
  })
})
