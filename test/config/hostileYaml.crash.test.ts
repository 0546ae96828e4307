import { describe, expect, it } from 'vitest'
import { loadConfig } from '../../config/config.ts'
import { listConfigFaults } from '../support/configFaults.ts'
import { referenceMsOf } from '../support/hostileTexts.ts'

/** The time of a tenth of this is usual. Quadratic time would be minutes. */
const MAX_MS = 3000

const bomb = (levels: number): string =>
  [
    'a0: &a0 [x, x, x, x, x, x, x, x, x]',
    ...Array.from(
      { length: levels },
      (_, index) => `a${index + 1}: &a${index + 1} [${Array.from({ length: 9 }, () => `*a${index}`).join(', ')}]`,
    ),
  ].join('\n')

describe('a hostile kitroom.yaml is a fault with its line:', () => {
  it.each([
    ['aliases that multiply', bomb(8), /^kitroom\.yaml:\d+: has too many aliases/],
    [
      'many aliases of one value',
      `sources:\n  - &one { id: a, file: a.csv }\n${'  - *one\n'.repeat(150)}`,
      /^kitroom\.yaml:\d+: has too many aliases/,
    ],
    [
      'an alias without its anchor',
      'sources: *main\n',
      /^kitroom\.yaml:1: \*main repeats a value that is not named before/,
    ],
    ['an alias before its anchor', 'sources: *x\nreminders: &x {}\n', /^kitroom\.yaml:1: \*x repeats/],
    ['an alias of itself', 'sources: &x\n  - *x\n', /^kitroom\.yaml:2: \*x stands inside/],
    ['nested lists', `sources: ${'['.repeat(100_000)}`, /nested too deeply/],
    [
      'nested blocks',
      Array.from({ length: 3000 }, (_, depth) => `${' '.repeat(depth)}- `).join('\n'),
      /^kitroom\.yaml:/,
    ],
    ['a text without an end', `sources: [${'a, '.repeat(400_000)}]`, /has more than 512 KiB/],
    ['keys that repeat', 'sources: []\nsources: []\n', /^kitroom\.yaml:2: Map keys must be unique$/],
  ])('%s', (_name, text, fault) => {
    const faults = listConfigFaults(text)
    expect(faults.length).toBeGreaterThan(0)
    expect(faults[0]).toMatch(fault)
  })
})

it('anchors and aliases of honest settings work', () => {
  const text = [
    'sources:',
    '  - { id: a, file: a.csv, columns: &columns { "Kept in": storage_location } }',
    '  - { id: b, file: b.csv, columns: *columns }',
  ].join('\n')
  expect(loadConfig(text).sources.map(({ columns }) => columns)).toEqual([
    { 'Kept in': 'storage_location' },
    { 'Kept in': 'storage_location' },
  ])
})

it('the time for many keys grows with their number, faults included', async () => {
  const lines = Array.from({ length: 15_000 }, (_, index) => `      "Header ${index}": nothing`)
  const text = ['sources:', '  - id: main', '    file: a.csv', '    columns:', ...lines].join('\n')
  expect(await referenceMsOf(MAX_MS, () => expect(listConfigFaults(text)).toHaveLength(15_000))).toBeLessThan(MAX_MS)
})

it.each([
  '[',
  '{',
  '- ',
  '? ',
  '&a ',
  '*a ',
  '!!str ',
  '"',
  "'",
  '# ',
  ': ',
  '\\',
  '|\n',
  '>\n',
  ' ',
  '\t',
  '\n',
  '---\n',
  '%',
  'a: ',
])('a text of %j alone is read in short time', async (part) => {
  const text = part.repeat(Math.ceil(50_000 / part.length))
  expect(await referenceMsOf(MAX_MS, () => listConfigFaults(text))).toBeLessThan(MAX_MS)
})
