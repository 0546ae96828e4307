import { expect, it } from 'vitest'
import { foldLine } from '../../calendars/ical/foldLine.ts'
import { findScheduleFault } from '../../sheets/settings/scheduleText.ts'
import { nameSheet } from '../../sheets/sources/url/sheetName.ts'
import { SheetRefused } from '../../sheets/types.ts'
import { fullOrSmall } from '../support/counts.ts'
import { cpuMsOf, findSlowTexts, listHostileTexts, type HostileText } from '../support/hostileTexts.ts'
import { measureSlowness } from '../support/measureSlowness.ts'
import { createSeededRandom } from '../support/random.ts'
import { makeWorkbook, sheetData } from './makeWorkbook.ts'
import { parseHere, source, toCsv } from './support.ts'

/** Where a pattern takes quadratic time, a text of this length takes a second. */
const LENGTH = 40_000
const HEADERS = [
  'Asset Tag',
  'Type',
  'Brand',
  'Model',
  'Serial Number',
  'Status',
  'Condition',
  'Purchase Price',
  'Purchase Date',
  'Warranty Until',
  'Warranty Provider',
  'Quantity',
  'Weight',
  'Max Aperture',
  'Focal Length',
  'Compatible With',
  'Storage Location',
  'Notes',
]
const GOOD = ['T-1', 'camera', 'Canon', 'R5']
/** For the reference machine. */
const maxMs = 400

const seed = Number(process.env['KITROOM_TEST_SEED'] ?? 29)
/** All texts in the long run, else some of them. */
function chooseTexts(texts: HostileText[], count: number): HostileText[] {
  const random = createSeededRandom(seed)
  return texts
    .map((text) => ({ text, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, fullOrSmall(texts.length, count))
    .map(({ text }) => text)
}

const texts = chooseTexts(listHostileTexts(LENGTH), 60)
const fewTexts = texts.slice(0, fullOrSmall(texts.length, 20))

/** Parses a sheet in this process. It may be refused, and must not fail otherwise. */
async function parse(bytes: Uint8Array, name: string): Promise<void> {
  try {
    await parseHere(bytes, name, source(), 'EUR')
  } catch (error) {
    if (!(error instanceof SheetRefused)) throw error
  }
}

const csv = (rows: string[][]): Buffer => Buffer.from(toCsv(rows))

/** A sheet with the text in each column, one row for each. */
const inEachColumn = (text: string): string[][] => [
  HEADERS,
  ...HEADERS.map((_, column) => HEADERS.map((_header, index) => (index === column ? text : (GOOD[index] ?? '')))),
]

it('a hostile cell takes no long time in any column of a text file', async () => {
  expect(await findSlowTexts(texts, maxMs, (text) => parse(csv(inEachColumn(text)), 'a.csv'))).toEqual([])
})

it('a hostile header, title or list in a text file takes no long time', async () => {
  const sheets = (text: string): string[][][] => [
    [
      [...GOOD, text],
      ['T-2', 'lens', 'Canon', 'RF', '1'],
    ],
    [
      [...HEADERS.slice(0, 4), text],
      [...GOOD, '1'],
    ],
    [[text], HEADERS.slice(0, 4), GOOD, [text], [text, text]],
  ]
  const parseAll = async (text: string): Promise<void> => {
    for (const rows of sheets(text)) await parse(csv(rows), 'a.csv')
  }
  expect(await findSlowTexts(fewTexts, maxMs, parseAll)).toEqual([])
})

it('a hostile text file takes no long time', async () => {
  expect(await findSlowTexts(texts, maxMs, (text) => parse(Buffer.from(text), 'a.csv'))).toEqual([])
})

it('a hostile cell, format or sheet name of a workbook takes no long time', async () => {
  const parseAll = async (text: string): Promise<void> => {
    const cells = sheetData(inEachColumn(text.slice(0, LENGTH / 4)))
    await parse(makeWorkbook({ sheets: [{ name: 'Inventory', data: cells }] }), 'a.xlsx')
    const price = { xml: '<v>12.5</v>', attributes: 's="1"' }
    const formatted = sheetData([
      [...HEADERS.slice(0, 4), 'Purchase Price'],
      ...Array.from({ length: 20 }, () => [...GOOD, price]),
    ])
    await parse(makeWorkbook({ sheets: [{ name: text.slice(0, 2000), data: formatted }], formats: [text] }), 'a.xlsx')
  }
  expect(
    await findSlowTexts(
      fewTexts.filter(({ text }) => !text.includes('\u0000')),
      3 * maxMs,
      parseAll,
    ),
  ).toEqual([])
})

it('a hostile worksheet takes no long time', async () => {
  const rows = sheetData([HEADERS.slice(0, 4), GOOD])
  const worksheets: [string, string][] = [
    ['tags of rows without an end', `<sheetData>${'<row '.repeat(200_000)}`],
    ['one tag without an end', `<sheetData><row ${' '.repeat(20_000_000)}`],
    ['a text without a tag', `<sheetData><row r="1">${'a'.repeat(20_000_000)}`],
    ['nested elements', '<a>'.repeat(100_000)],
    ['comments', `<sheetData>${'<!-- '.repeat(100_000)}`],
    [
      'many attributes',
      `<sheetData><row ${Array.from({ length: 50_000 }, (_, index) => `a${index}="1"`).join(' ')}/></sheetData>`,
    ],
    [
      'merged ranges over all rows',
      `${sheetData(Array.from({ length: 2000 }, () => GOOD))}<mergeCells>${'<mergeCell ref="A1:D2000"/>'.repeat(3000)}</mergeCells>`,
    ],
    [
      'references',
      `<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${'&amp;'.repeat(100_000)}&</t></is></c></row></sheetData>`,
    ],
  ]
  const byName = new Map(worksheets)
  const slow = await findSlowTexts(
    worksheets.map(([name]) => ({ name, text: name })),
    5 * maxMs,
    (name) => parse(makeWorkbook({ sheets: [{ name: 'Inventory', data: byName.get(name) ?? rows }] }), 'a.xlsx'),
  )
  expect(slow).toEqual([])
})

it('hostile addresses and headers take no long time to name a sheet', async () => {
  const name = (text: string): string =>
    nameSheet({
      address: new URL(`https://a.example/${text.slice(0, 200_000)}a/`),
      url: new URL(`https://a.example/${text}a`),
      contentType: 'text/csv',
      disposition: text.slice(0, 16_000),
      bytes: new Uint8Array(),
    })
  const repeated = ["filename*=UTF-8''", 'filename="', 'filename= ', "filename*=UTF-8'", '/', '\\', '%', '%2f']
  const own = repeated.map((part) => ({ name: part, text: part.repeat(200_000 / part.length) }))
  expect(await findSlowTexts([...texts, ...own], maxMs, name)).toEqual([])
})

it('hostile schedules and lines of calendars take no long time', async () => {
  expect(await findSlowTexts(texts, maxMs, findScheduleFault)).toEqual([])
  const inMinutes = (text: string): unknown => findScheduleFault(`${text.replaceAll(/\s/g, '')} 1 1 1 1`)
  expect(await findSlowTexts(texts, maxMs, inMinutes)).toEqual([])
  const long = ['1', '1-2', '*/2', '0-59/1', 'jan'].map((part) => ({
    name: part,
    text: `${part},`.repeat(8000) + part,
  }))
  expect(await findSlowTexts(long, maxMs, inMinutes)).toEqual([])
  expect(await findSlowTexts(texts, 2 * maxMs, foldLine)).toEqual([])
})

const KEYED = HEADERS.slice(0, 4)

/** Sheets of many equal parts, by their number. */
const structures: [string, (count: number) => string[][]][] = [
  [
    'columns without a known header',
    (count) => [[...KEYED, ...Array.from({ length: count }, (_, index) => `Column ${index}`)], GOOD],
  ],
  ['columns of one header', (count) => [[...KEYED, ...Array.from({ length: count }, () => 'Serial Number')], GOOD]],
  ['empty columns between', (count) => [[...KEYED, ...Array.from({ length: count }, () => ''), 'Notes'], GOOD]],
  ['headers', (count) => Array.from({ length: count }, () => KEYED)],
  [
    'headers of other tables',
    (count) => Array.from({ length: count }, (_, index) => (index % 2 ? ['Supplier', 'Phone', 'City'] : KEYED)),
  ],
  [
    'lists with titles',
    (count) => Array.from({ length: count }, (_, index) => [[`Sold ${index}`], KEYED, GOOD, []][index % 4] ?? []),
  ],
  ['rows of one key', (count) => [KEYED, ...Array.from({ length: count }, () => GOOD)]],
  [
    'rows of one serial',
    (count) => [
      [...KEYED, 'Serial Number'],
      ...Array.from({ length: count }, (_, index) => [`T-${index}`, ...GOOD.slice(1), 'S-1']),
    ],
  ],
  [
    'unknown words',
    (count) => [KEYED, ...Array.from({ length: count }, (_, index) => [`T-${index}`, `kind ${index}`, 'Canon', 'R5'])],
  ],
  [
    'headings',
    (count) => [
      KEYED,
      ...Array.from({ length: count }, (_, index) =>
        index % 2 ? [`T-${index}`, ...GOOD.slice(1)] : [`Shelf ${index}`],
      ),
    ],
  ],
  [
    'quantities',
    (count) => [
      [...KEYED, 'Quantity'],
      ...Array.from({ length: count }, (_, index) => [`T-${index}`, ...GOOD.slice(1), '3']),
    ],
  ],
  [
    'ditto marks',
    (count) => [KEYED, GOOD, ...Array.from({ length: count }, (_, index) => [`T-${index}`, '"', '〃', '"'])],
  ],
]

it.each(structures)('the time for many %s grows with their number', async (_name, makeRows) => {
  const [few, many] = [csv(makeRows(1500)), csv(makeRows(6000))]
  await parse(few, 'a.csv')
  const fewMs = Math.min(await cpuMsOf(() => parse(few, 'a.csv')), await cpuMsOf(() => parse(few, 'a.csv')))
  // Four times as many take four times as long, and sixteen times where each is compared with all others.
  const extraMs = (await cpuMsOf(() => parse(many, 'a.csv'))) - 9 * fewMs
  const limitMs = maxMs / 4
  expect(extraMs <= limitMs ? extraMs : extraMs / measureSlowness()).toBeLessThan(limitMs)
})
