import { describe, expect, it } from 'vitest'
import {
  accessoryCategories,
  filterKinds,
  gearConditions,
  gearStatuses,
  gearTypes,
  sensorFormats,
} from '../../contract/api/gearFields.ts'
import { gearTypeWords } from '../../sheets/vocabulary/gearTypeWords.ts'
import { toLookupKey } from '../../sheets/vocabulary/lookupKey.ts'
import {
  conditionWords,
  filterKindWords,
  sensorWords,
  statusWords,
  yesNoWords,
  type WordTable,
} from '../../sheets/vocabulary/words.ts'
import { mapColumn, readCell, source } from './support.ts'

describe('words', () => {
  const tables: [string, WordTable, readonly string[]][] = [
    [
      'gear_type',
      gearTypeWords,
      [
        ...gearTypes,
        ...accessoryCategories.map((name) => `accessory/${name}`),
        ...filterKinds.map((name) => `filter/${name}`),
      ],
    ],
    ['status', statusWords, gearStatuses],
    ['condition', conditionWords, gearConditions],
    ['sensor', sensorWords, sensorFormats],
    ['filter_kind', filterKindWords, filterKinds],
    ['yes and no', yesNoWords, ['true', 'false']],
  ]
  it.each(tables)('%s: every word means one value of the contract', (_name, table, values) => {
    expect(Object.keys(table).filter((value) => !values.includes(value))).toEqual([])
    const meanings = new Map<string, string>()
    const ambiguousWords: string[] = []
    for (const [value, lists] of Object.entries(table))
      for (const word of lists.flatMap((list) => list.split(', '))) {
        const foldedWord = toLookupKey(word) || word
        const knownMeaning = meanings.get(foldedWord)
        if (knownMeaning !== undefined && knownMeaning !== value)
          ambiguousWords.push(`${word}: ${knownMeaning}, ${value}`)
        meanings.set(foldedWord, value)
      }
    expect(ambiguousWords).toEqual([])
  })

  const type = (word: string, ...settings: string[]): unknown => {
    const row = mapColumn('Notes', ['x'], source(...settings), word).rows[0]
    return row?.errors[0]?.code ?? [row?.fields['gear_type'], row?.fields['category'] ?? row?.fields['filter_kind']]
  }

  it.each([
    ['Camera ', ['camera', undefined]],
    ['LENSES', ['lens', undefined]],
    ['Objektiv', ['lens', undefined]],
    ['Zubehör', ['accessory', undefined]],
    ['Stativ', ['accessory', 'tripod']],
    ['Trépied', ['accessory', 'tripod']],
    ['Memory-Card', ['accessory', 'memory_card']],
    ['micrófono', ['accessory', 'audio']],
    ['ND Filter', ['filter', 'nd']],
    ['Drohne', ['drone', undefined]],
    ['Furniture', 'unknown_type'],
  ])('type %j', (word, outcome) => {
    expect(type(word)).toEqual(outcome)
  })

  const kinds = [
    ...accessoryCategories.map((name): [string, string] => ['accessory', name]),
    ...filterKinds.map((name): [string, string] => ['filter', name]),
  ]
  it.each(kinds)('%s/%s is read, as messages and the block of values write it', (kind, detail) => {
    for (const word of [`${kind}/${detail}`, `${kind.toUpperCase()} / ${detail.replaceAll('_', ' ')}`])
      expect({ word, outcome: type(word) }).toEqual({ word, outcome: [kind, detail] })
  })

  it.each([
    ['Zubehör / Stativ', ['accessory', 'tripod']],
    ['Accessoires > Éclairage', ['accessory', 'light']],
    ['Accesorios: Trípode', ['accessory', 'tripod']],
    ['Filter – Polfilter', ['filter', 'polarizer']],
    ['Objektive | Festbrennweite', ['lens', undefined]],
    ['アクセサリー／三脚', ['accessory', 'tripod']],
    ['Stativ / Zubehör', ['accessory', 'tripod']],
    ['Kamera / Objektiv', 'unknown_type'],
    ['Zubehör / Möbel', 'unknown_type'],
    ['Stativ / Licht', 'unknown_type'],
  ])('a type with its kind: %j', (word, outcome) => {
    expect(type(word)).toEqual(outcome)
  })

  it('the settings add words and override them', () => {
    const values = 'values: { gear_type: { Glass: lens, "Light stand": accessory/tripod, Light: accessory/other } }'
    expect(type('glass', values)).toEqual(['lens', undefined])
    expect(type('light-stand', values)).toEqual(['accessory', 'tripod'])
    expect(type('Light', values)).toEqual(['accessory', 'other'])
  })

  it('an unknown word is refused with the nearest known one', () => {
    const [typo, unknownHeader] = [
      mapColumn('Notes', ['x'], source(), 'Camara ').rows[0],
      mapColumn('Status', ['Xyzzy']).rows[0],
    ]
    expect(typo?.fields['gear_type'] ?? typo?.errors[0]?.message).toBe('camera')
    expect(unknownHeader?.errors[0]).toMatchObject({
      code: 'unknown_value',
      raw: 'Xyzzy',
      message: expect.stringContaining('available, ready, in_use'),
    })
    expect(mapColumn('Notes', ['x'], source(), 'Obyektiv').rows[0]?.errors[0]?.message).toContain('which means lens')
  })

  it.each([
    ['Status', 'status', 'In use', 'in_use'],
    ['Status', 'status', 'IN-USE', 'in_use'],
    ['Status', 'status', 'Verfügbar', 'available'],
    ['Zustand', 'condition', 'sehr gut', 'excellent'],
    ['Zustand', 'condition', 'mangelhaft', 'poor'],
    ['Sensor', 'sensor_format', 'Vollformat', 'full_frame'],
    ['Sensor', 'sensor_format', 'APS-C', 'aps_c'],
    ['Sensor', 'sensor_format', 'M4/3', 'micro_four_thirds'],
  ])('%s %j', (header, field, word, value) => {
    expect(readCell(header, field, word)).toBe(value)
  })

  it('yes and no', () => {
    const stabilized = (word: string): unknown => readCell('Stabilized', 'stabilized', word, { type: 'lens' })
    expect(['yes', 'Ja', 'x', '✓', 'no', 'nein', 'perhaps'].map(stabilized)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
      'unknown_value',
    ])
  })
})

describe('words with marks', () => {
  const condition = (word: string, ...settings: string[]): unknown =>
    readCell('Condition', 'condition', word, { settings })

  it.each([
    ['B', 'good'],
    ['B+', 'good'],
    ['b +', 'good'],
    ['Grade B', 'good'],
    ['8/10', 'good'],
    ['8 / 10', 'good'],
    ['９／１０', 'excellent'],
    ['9.5/10', 'excellent'],
    ['very-good', 'excellent'],
    ['(good)', 'good'],
    ['B-', 'unknown_value'],
    ['B –', 'unknown_value'],
    ['B−', 'unknown_value'],
    ['Grade B-', 'unknown_value'],
    ['C+', 'unknown_value'],
    ['A--', 'unknown_value'],
    ['good-', 'unknown_value'],
    ['very good+', 'unknown_value'],
    ['B?', 'unknown_value'],
    ['good?', 'unknown_value'],
    ['good (?)', 'unknown_value'],
    ['25', 'unknown_value'],
    ['55', 'unknown_value'],
    ['810', 'unknown_value'],
    ['8-10', 'unknown_value'],
    ['4.5/5', 'unknown_value'],
    ['95/10', 'unknown_value'],
  ])('condition %j', (word, outcome) => {
    expect(condition(word)).toBe(outcome)
  })

  it('a number without its inch mark is no sensor size', () => {
    expect(readCell('Sensor size', 'sensor_format', '1"')).toBe('one_inch')
    expect(readCell('Sensor size', 'sensor_format', '1')).toBe('unknown_value')
  })

  it('true and false mean yes and no', () => {
    const stabilized = (word: string): unknown => readCell('Stabilized', 'stabilized', word, { type: 'lens' })
    expect(['true', 'FALSE', 'yes'].map(stabilized)).toEqual([true, false, true])
  })

  it('can be named in values: of the settings', () => {
    const values = 'values: { condition: { "B-": fair, "C+": fair, "good?": fair, "55": poor } }'
    expect(['B-', 'C+', 'good?', '55', 'B', 'good'].map((word) => condition(word, values))).toEqual([
      'fair',
      'fair',
      'fair',
      'poor',
      'good',
      'good',
    ])
  })

  it('that differ only in their marks are two unknown words', () => {
    const { mapping } = mapColumn('Condition', ['C-', 'C+', 'C-'], source())
    expect(mapping.unknown_words.map(({ word, cells, nearest }) => [word, cells, nearest])).toEqual([
      ['C-', 2, undefined],
      ['C+', 1, undefined],
    ])
  })
})
