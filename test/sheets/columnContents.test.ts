import { describe, expect, it } from 'vitest'
import { cellContents, contentOf, type CellContent } from '../../sheets/cells/cellContent.ts'
import { contentsOfField } from '../../sheets/mapping/fieldContents.ts'
import { listWordsByLanguage } from '../../sheets/vocabulary/headerEntry.ts'
import { headerTable } from '../../sheets/vocabulary/headers.ts'
import { SheetRefused } from '../../sheets/types.ts'
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

describe('the content of a cell', () => {
  it.each(cellContents.flatMap((content) => samples[content].map((text): [string, CellContent] => [text, content])))(
    '%s is %s',
    (text, content) => {
      expect(contentOf({ text, value: text, kind: 'text' }, text)).toBe(content)
    },
  )
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

describe('a column of contents that its field does not take writes nothing:', () => {
  it.each(cases.map(({ field, headers }): [string, readonly string[]] => [field, headers]))('%s', (field, headers) => {
    const others = cellContents.filter((content) => !contentsOfField(field).includes(content))
    for (const header of headers)
      for (const content of others)
        expect(listWritten(field, header, samples[content]), `${header}: ${content}`).toEqual([])
  })
})
