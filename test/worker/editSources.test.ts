import { expect, it } from 'vitest'
import { loadConfig, SettingsError } from '../../config/config.ts'
import { addSource, patchSource } from '../../worker/settings/editSources.ts'
import { STARTER_CONFIG } from '../../contract/control/starterConfig.ts'

const FILE = 'kitroom.yaml'
const add = (text: string, source: Record<string, unknown>): string => addSource(text, source, FILE)
const patch = (text: string, changes: Record<string, unknown>): string => patchSource(text, 'main', changes, FILE)
const sourcesOf = (text: string) => loadConfig(text).sources

it('a source is added to the file of the first start, whose comments stay', () => {
  const text = add(STARTER_CONFIG, { id: 'gear', dropped: true })
  expect(sourcesOf(text)).toMatchObject([{ id: 'gear', dropped: true, key: 'asset_tag' }])
  const comments = (of: string): string[] => of.split('\n').filter((line) => line.startsWith('#'))
  expect(comments(text)).toEqual(comments(STARTER_CONFIG))
  expect(text).toContain('sources:\n  - id: gear\n    dropped: true\n')
})

it.each(['', '# nothing yet\n', 'sources:\n', 'warranty: { steps: [7] }\n'])('a source is added to %j', (text) => {
  const added = add(add(text, { id: 'one', dropped: true }), { id: 'two', url: { address: 'https://a.example/b.csv' } })
  expect(sourcesOf(added).map(({ id }) => id)).toEqual(['one', 'two'])
  expect(loadConfig(added).warranty).toEqual(loadConfig(text).warranty)
})

it('settings are changed, added and removed, and all else stays as it is', () => {
  const text = `# studio
sources:
  - id: other # first
    file: other.csv
  - id: main
    file: a.csv # the list
    columns:
      # who sold it
      "Händler": fields.supplier
      Preis: purchase_price
    decimal: ","
calendars: []
`
  const changed = patch(text, { columns: { Preis: null, 2024: 'ignore' }, decimal: '.', date_order: 'DMY' })
  expect(changed).toBe(`# studio
sources:
  - id: other # first
    file: other.csv
  - id: main
    file: a.csv # the list
    columns:
      # who sold it
      "Händler": fields.supplier
      "2024": ignore
    decimal: .
    date_order: DMY
calendars: []
`)
  const back = patch(changed, { columns: { Preis: 'purchase_price', 2024: null }, decimal: ',', date_order: null })
  expect(loadConfig(back)).toEqual(loadConfig(text))
  expect(patch(changed, { columns: { Händler: null, 2024: null } })).not.toContain('columns:')
})

it('a header that stands as a number is found again', () => {
  const text = 'sources: [{ id: main, file: a.csv, columns: { 2024: ignore } }]\n'
  expect(sourcesOf(patch(text, { columns: { 2024: 'notes' } }))[0]?.columns).toEqual({ 2024: 'notes' })
  expect(sourcesOf(patch(text, { columns: { 2024: null } }))[0]?.columns).toEqual({})
})

it('a fault of the change is refused with its place', () => {
  const text = 'sources:\n  - id: main\n    file: a.csv\n'
  expect(() => patch(text, { decimal: ';' })).toThrow(/kitroom.yaml:4: sources.0.decimal/)
  expect(() => add(text, { id: 'main', dropped: true })).toThrow(SettingsError)
})

it('what an alias repeats is not changed', () => {
  const repeated = `sources:
  - { id: other, file: b.csv, columns: &columns { Preis: purchase_price } }
  - { id: main, file: a.csv, columns: *columns }
`
  expect(() => patch(repeated, { columns: { Preis: null } })).toThrow(/anchor or alias/)
  const anchored = `sources:
  - { id: main, file: a.csv, columns: &columns { Preis: purchase_price } }
  - { id: other, file: b.csv, columns: *columns }
`
  expect(() => patch(anchored, { columns: { Notiz: 'notes' } })).toThrow(/anchor or alias/)
  expect(sourcesOf(patch(anchored, { decimal: ',' }))[1]?.columns).toEqual({ Preis: 'purchase_price' })
})
