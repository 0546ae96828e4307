import { describe, expect, it } from 'vitest'
import { cellContents, contentOf, type CellContent } from '../../sheets/cells/cellContent.ts'
import { contentsOfField } from '../../sheets/mapping/fieldContents.ts'
import { listWordsByLanguage } from '../../sheets/vocabulary/headerEntry.ts'
import { headerTable } from '../../sheets/vocabulary/headers.ts'
import { SheetRefused } from '../../sheets/types.ts'
import { isLongRun } from '../support/counts.ts'
import { runSeed } from '../support/seed.ts'
import { mapText, toCsv } from './support.ts'

/** Cells of each content, in several languages and forms. */
const samples: Readonly<Record<CellContent, readonly string[]>> = {
  date: ['2023-02-01', '03.11.2023', 'Feb 2023', '28/11/2023', '2024-05-06'],
  year: ['2021', '2023', '2019', '2024', '2020'],
  duration: ['2 years', '24 Monate', '3 ans', '36 months', '1 año'],
  money: ['$1,299.00', '749,00 €', '€ 50', '3 899,00 EUR', '£20'],
  yes_no: ['yes', 'no', 'ja', 'nein', 'oui'],
  letter: ['C', 'D', 'F', 'G', 'H'],
  cover: ['expired', 'abgelaufen', 'in warranty', 'sous garantie', 'vigente'],
  number: ['12', '7', '120', '64', '3'],
  size: ['128GB', '2 TB', '67 mm', '1920x1080', '48MP'],
  plug: ['USB-C', 'HDMI', 'XLR', 'Thunderbolt 3', 'SDI'],
  link: [
    'https://example.com/a',
    'www.example.org',
    'ada@example.com',
    'https://b.example/x?y=1',
    'shop.example.de/12',
  ],
  code: ['KR-0001', 'EUR-12', 'fr007', 'A7-441', 'SN0012', '4K77', 'ZX-9', 'B12/3'],
  name: ['Alpha', 'Cinema Line', 'Hauptkamera', 'Jean Dupont', 'main shelf'],
  sentence: [
    'was dropped on set last week again',
    'geht nicht mehr an.',
    'see the box under the desk there',
    'Il manque le capuchon avant droit.',
    'ask Kim before you take this one',
  ],
}

/** Further cells of contents that people write in many ways. */
const moreSamples: Partial<Readonly<Record<CellContent, readonly string[]>>> = {
  yes_no: ['有', 'sim', 'nie', '○', '✓', 'tak'],
  cover: ['légale', 'finie', 'gesetzlich', 'statutory', 'wygasła'],
  size: ['128 Go', '2x64 GB', '512GB CFast', '1 To', '64 ГБ'],
  plug: ['HDMI Typ A', '2x SDI, HDMI', 'USB-C 3.1', '3/8"', '1/4-20', 'cold shoe', 'SD card'],
}

/** Codes and names that are made of the words of plugs and screws. */
const codesAndNames: readonly [string, CellContent][] = [
  ['C-13-07', 'code'],
  ['E-38-07', 'code'],
  ['C7', 'code'],
  ['SD-1', 'code'],
  ['LAN 4', 'name'],
  ['Jack', 'name'],
  ['4 GoPro', 'name'],
]

describe('the content of a cell', () => {
  const listed = cellContents.flatMap((content) =>
    [...samples[content], ...(moreSamples[content] ?? [])].map((text): [string, CellContent] => [text, content]),
  )
  it.each([...listed, ...codesAndNames])('%s is %s', (text, content) => {
    expect(contentOf({ text, value: text, kind: 'text' }, text)).toBe(content)
  })
})

/** Types with the field, so that its cells count. */
const typeOf: Readonly<Record<string, string>> = {
  mount: 'lens',
  focal_length_min_mm: 'lens',
  focal_length_max_mm: 'lens',
  max_aperture: 'lens',
  filter_thread_mm: 'lens',
  image_circle: 'lens',
  stabilized: 'lens',
  category: 'accessory',
  compatible_with: 'accessory',
  battery_wh: 'accessory',
  filter_kind: 'filter',
  nd_stops: 'filter',
  thread_mm: 'filter',
  registration_number: 'drone',
  max_flight_minutes: 'drone',
  flight_hours: 'drone',
  battery_count: 'drone',
  remote_id: 'drone',
}

const base = ['asset_tag', 'gear_type', 'brand', 'model']

/** Values that a sheet would write to a field whose column has these cells. A refused sheet writes nothing. */
function listWritten(field: string, header: string, cells: readonly string[]): unknown[] {
  const names = base.filter((name) => name !== field)
  const values: Readonly<Record<string, (row: number) => string>> = {
    asset_tag: (row) => `T-${row}`,
    gear_type: () => typeOf[field] ?? 'camera',
    brand: () => 'Canon',
    model: (row) => `R${row}`,
  }
  const rows = cells.map((cell, index) => [...names.map((name) => values[name]?.(index + 1) ?? ''), cell])
  const own = base.includes(field) ? [] : ['asset_tag']
  try {
    const table = mapText(toCsv([[...names, header], ...rows], ';'))
    return table.rows.flatMap((row) => {
      const isWritten = row.outcome !== 'refused' && row.doubtful?.includes(field) !== true
      return isWritten && row.fields[field] !== undefined && own ? [row.fields[field]] : []
    })
  } catch (error) {
    if (error instanceof SheetRefused) return []
    throw error
  }
}

const cases = headerTable.flatMap((entry) =>
  (typeof entry.target === 'string' ? [entry.target] : Object.values(entry.target)).map((field) => ({
    field,
    headers: [
      ...listWordsByLanguage(entry).flatMap(([, words]) => words.split(', ')),
      ...(entry.weak?.split(', ') ?? []),
    ],
  })),
)

/** The long run tries each header with all contents, others with a third of them, which the seed chooses. */
const isTried = (header: number, content: number): boolean => isLongRun || (header + content + runSeed) % 3 === 0

describe('a column of contents that its field does not take writes nothing:', () => {
  it.each(cases.map(({ field, headers }): [string, readonly string[]] => [field, headers]))('%s', (field, headers) => {
    const others = cellContents.filter((content) => !contentsOfField(field).includes(content))
    for (const [index, header] of headers.entries())
      for (const [at, content] of others.entries()) {
        if (!isTried(index, at)) continue
        const cells = index % 2 === 1 ? moreSamples[content] : undefined
        expect(listWritten(field, header, cells ?? samples[content]), `${header}: ${content}`).toEqual([])
      }
  })
})

/** Cells of a content that the field takes, but of another unit or meaning. */
const ofOtherMeaning: Readonly<Record<string, readonly (readonly string[])[]>> = {
  weight_g: [
    ['3', '4', '12'],
    ['2', '5', '11'],
  ],
  resolution_mp: [['2160', '1080', '4320']],
  filter_thread_mm: [['4', '5', '6']],
  thread_mm: [['4', '5', '6']],
  battery_wh: [['6600', '10400', '6800']],
  mount: [
    ['Gimbal', 'Tripod', 'Chest strap'],
    ['Wall', 'Ceiling'],
  ],
  storage_location: [['128', '256', '64']],
  firmware_version: [['latest', 'up to date', 'unknown version']],
  remote_id: [['external module', 'Standard', 'built in']],
}
const GRAMS = /\bg\b|gram/

describe('a column of another unit or meaning than its header writes nothing:', () => {
  const checked = cases.filter(({ field }) => ofOtherMeaning[field])
  it.each(checked.map(({ field, headers }): [string, readonly string[]] => [field, headers]))(
    '%s',
    (field, headers) => {
      for (const header of headers.filter((text) => field !== 'weight_g' || !GRAMS.test(text)))
        for (const cells of ofOtherMeaning[field] ?? [])
          expect(listWritten(field, header, cells), `${header}: ${cells.join(', ')}`).toEqual([])
    },
  )

  it.each(['Serie', 'Série', 'SERIE'])('%s above product lines', (header) => {
    for (const cells of [
      ['A7', 'A7', 'Z9'],
      ['A7', 'R5'],
      ['Alpha 7', 'EOS R5'],
      ['D850', 'D780', 'D5'],
    ])
      expect(listWritten('serial_number', header, cells), cells.join(', ')).toEqual([])
    expect(listWritten('serial_number', header, ['S2-4402', '5501127'])).toEqual(['S2-4402', '5501127'])
  })
})
