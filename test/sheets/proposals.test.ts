import type { FieldProposal } from '../../contract/control/explain.ts'
import { afterEach, describe, expect, it } from 'vitest'
import type { CustomField } from '../../contract/api/customFields.ts'
import { isFieldName, proposeFieldName } from '../../contract/settings/fieldNames.ts'
import { defineCustomFields } from '../../sheets/vocabulary/customFields.ts'
import type { MappedTable } from '../../sheets/types.ts'
import { createSeededRandom, type Random } from '../support/random.ts'
import { isLongRun } from '../support/counts.ts'
import { runSeed } from '../support/seed.ts'
import { mapText, toCsv } from './support.ts'

afterEach(() => defineCustomFields([]))

const HEAD = ['Asset Tag', 'Type', 'Brand', 'Model']
const HEADER = 'Besonderheit'

const mapColumn = (cells: readonly string[], header = HEADER): MappedTable =>
  mapText(toCsv([[...HEAD, header], ...cells.map((cell, index) => [`T-${index}`, 'camera', 'Canon', 'R5', cell])]))

const proposalOf = (table: MappedTable): FieldProposal | undefined =>
  table.read.unknown_columns.find(({ header }) => header !== '')?.proposal

const toField = ({ name, label, type, unit, choices }: FieldProposal): CustomField => ({
  id: '0192f3a4-0000-7000-8000-000000000001',
  name,
  label,
  gear_type: null,
  type,
  unit: unit ?? null,
  choices: choices ?? null,
  unique: false,
  filterable: false,
  help: null,
  state: 'active',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
})

const repeat = (words: readonly string[], count: number): string[] =>
  Array.from({ length: count }, (_, index) => words[index % words.length] ?? '')

describe('the own field that is proposed for a column', () => {
  it.each<[string, readonly string[], Omit<FieldProposal, 'name' | 'label'>]>([
    ['names', ['Teltec', 'Calumet', 'Foto Meyer'], { type: 'text' }],
    ['yes and no', ['ja', 'nein', 'ja'], { type: 'boolean' }],
    ['whole numbers', ['4', '12', '300'], { type: 'integer' }],
    ['decimals', ['4,5', '12,25', '3'], { type: 'number' }],
    ['numbers with a unit', ['12,5 kg', '9 kg', '3kg'], { type: 'number', unit: 'kg' }],
    ['numbers with two units', ['12 kg', '9 g', '3 kg'], { type: 'text' }],
    ['percentages', ['12 %', '9 %', '3 %'], { type: 'text' }],
    ['numbers with leading zeros', ['0012', '0013', '1200'], { type: 'text' }],
    ['days', ['12.05.2026', '13.05.2026', '31.12.2026'], { type: 'date' }],
    ['days of which the order is unclear', ['01/02/2026', '03/04/2026'], { type: 'text' }],
    ['days that do not exist', ['30.02.2026', '13.05.2026'], { type: 'text' }],
    ['addresses', ['00:1B:44:11:3A:B7', '00:1B:44:11:3A:B8'], { type: 'text' }],
    ['telephone numbers', ['+49 30 1234567', '030 7654321'], { type: 'text' }],
    [
      'few words',
      repeat(['gut', 'mittel', 'schlecht'], 24),
      { type: 'choice', choices: ['gut', 'mittel', 'schlecht'] },
    ],
    ['few words in few cells', ['gut', 'mittel', 'gut'], { type: 'text' }],
    ['one word in all cells', repeat(['gut'], 24), { type: 'text' }],
    ['words that differ in case', repeat(['gut', 'Gut'], 24), { type: 'text' }],
  ])('for %s', (_, cells, expected) => {
    expect(proposalOf(mapColumn(cells))).toEqual({ name: 'besonderheit', label: HEADER, ...expected })
  })

  it('is none for an empty column, and for texts that no own field holds', () => {
    expect(proposalOf(mapColumn(['', '', '']))).toBeUndefined()
    expect(proposalOf(mapColumn(['x'.repeat(1001), 'y']))).toBeUndefined()
  })

  it('has a name that the account can define, whatever the header', () => {
    const headers = [
      'Händler-Nr.',
      'Œuvre',
      '2nd owner',
      '品番',
      '---',
      'constructor',
      'Notes!',
      'x'.repeat(90),
      'Ångström Æ',
    ]
    expect(headers.map((header) => proposeFieldName(header))).toEqual([
      'haendler_nr',
      'oeuvre',
      'nd_owner',
      'field',
      'field',
      'constructor_2',
      'notes_2',
      'x'.repeat(40),
      'angstroem_ae',
    ])
    for (const header of headers) expect(isFieldName(proposeFieldName(header))).toBe(true)
    expect(proposeFieldName('Owner', ['owner', 'owner_2'])).toBe('owner_3')
  })
})

const between = (random: Random, from: number, to: number): number => from + random.int(to - from + 1)

/** Makes one cell of a kind. */
const kinds: Readonly<Record<string, (random: Random) => string>> = {
  integers: (random) => String(between(random, -500, 100_000)),
  decimals: (random) => `${between(random, 0, 900)},${between(random, 0, 99)}`,
  points: (random) => `${between(random, 0, 900)}.${between(random, 0, 9999)}`,
  grouped: (random) => `${between(random, 1, 99)}.${String(between(random, 0, 999)).padStart(3, '0')},50`,
  units: (random) => `${between(random, 1, 900)} ${random.pick(['kg', 'kg', 'V', 'lm'])}`,
  days: (random) => `${between(random, 1, 28)}.${between(random, 1, 12)}.20${between(random, 10, 30)}`,
  isoDays: (random) => `20${between(random, 10, 30)}-0${between(random, 1, 9)}-1${between(random, 0, 9)}`,
  yesNo: (random) => random.pick(['ja', 'nein', 'yes', 'no', 'x', '1', '0']),
  words: (random) => random.pick(['gut', 'mittel', 'schlecht', 'neu']),
  codes: (random) => `${random.pick(['A', 'KR-', '00'])}${between(random, 1, 9999)}`,
  texts: (random) =>
    random.pick(['=1+1', "'0012", '  two  words ', 'ÄÖÜ ß', '12"', '+49 30', '-', 'n/a', '日本', '1/2', 'a;b']),
  years: (random) => String(between(random, 1950, 2049)),
}

describe('a proposed own field', () => {
  it(`holds every cell of its column (seed ${runSeed})`, () => {
    const random = createSeededRandom(runSeed)
    for (let round = 0; round < (isLongRun ? 3000 : 300); round++) {
      const make = random.pick(Object.values(kinds))
      const other = random.pick(Object.values(kinds))
      const isMixed = between(random, 0, 3) === 0
      const cells = Array.from({ length: between(random, 1, 30) }, () =>
        (isMixed && between(random, 0, 1) === 0 ? other : make)(random),
      )
      defineCustomFields([])
      const proposal = proposalOf(mapColumn(cells))
      if (!proposal) continue
      defineCustomFields([toField(proposal)])
      const table = mapColumn(cells)
      const column = table.read.columns['E']
      expect(column?.field, `${JSON.stringify(proposal)} of ${JSON.stringify(cells)}`).toBe(`fields.${proposal.name}`)
      const faults = table.rows.flatMap(({ errors }) => errors.map(({ message }) => message))
      expect(faults, `${JSON.stringify(proposal)} of ${JSON.stringify(cells)}`).toEqual([])
    }
  })
})
