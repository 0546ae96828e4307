// SheetJS, a second reader of workbooks, must read every cell as Kitroom does.
import { read as readOther, utils, type CellObject, type WorkSheet } from '@e965/xlsx'
import { writeXlsx } from 'hucre/xlsx'
import { expect, it } from 'vitest'
import { readSheets } from '../../sheets/readers/reader.ts'
import type { Cell, Sheet } from '../../sheets/types.ts'
import { createSeededRandom, type Random } from '../support/random.ts'
import { formatted, formula, failed, makeWorkbook, sheetData } from './makeWorkbook.ts'
import { fixture } from './support.ts'

type Described = string | null

/** Rounded to seconds, because the readers round fractions of a day differently. */
const day = (value: Date): string => new Date(Math.round(value.getTime() / 1000) * 1000).toISOString()

function describeOurCell(cell: Cell | undefined): Described {
  if (!cell || cell.kind === 'blank') return null
  if (cell.kind === 'error') return `error ${cell.text}`
  return cell.value instanceof Date ? `date ${day(cell.value)}` : `${cell.kind} ${JSON.stringify(cell.value)}`
}

function describeTheirCell(cell: CellObject | undefined): Described {
  if (!cell || cell.t === 'z' || cell.v === undefined || cell.v === '') return null
  if (cell.t === 'e') return `error ${cell.w ?? ''}`
  if (cell.v instanceof Date) return `date ${day(cell.v)}`
  return `${{ n: 'number', s: 'text', b: 'boolean', d: 'date' }[cell.t]} ${JSON.stringify(cell.v)}`
}

function compareSheet(sheet: Sheet, otherSheet: WorkSheet): { cells: number; differences: string[] } {
  const data = (otherSheet['!data'] ?? []) as (CellObject | undefined)[][]
  const height = Math.max(sheet.rows.length, data.length)
  const differences: string[] = []
  let cells = 0
  for (let row = 0; row < height; row++) {
    const width = Math.max(sheet.rows[row]?.cells.length ?? 0, data[row]?.length ?? 0)
    for (let column = 0; column < width; column++) {
      const [a, b] = [describeOurCell(sheet.rows[row]?.cells[column]), describeTheirCell(data[row]?.[column])]
      if (a !== null || b !== null) cells++
      if (a !== b) differences.push(`${sheet.name} ${utils.encode_cell({ r: row, c: column })}: ${a} | ${b}`)
    }
  }
  return { cells, differences }
}

async function compare(bytes: Uint8Array): Promise<{ cells: number; differences: string[] }> {
  const otherWorkbook = readOther(bytes, { cellDates: true, UTC: true, dense: true, cellNF: true })
  const sheets = await readSheets(bytes, 'sheet.xlsx')
  expect(sheets.map(({ name }) => name)).toEqual(otherWorkbook.SheetNames)
  const comparisons = sheets.map((sheet) => compareSheet(sheet, otherWorkbook.Sheets[sheet.name ?? ''] ?? {}))
  return {
    cells: comparisons.reduce((sum, { cells }) => sum + cells, 0),
    differences: comparisons.flatMap(({ differences }) => differences),
  }
}

it.each([
  ['studio.xlsx', 800],
  ['studio-v2.xlsx', 800],
])('every cell of %s is read as SheetJS reads it', async (name, atLeast) => {
  const { cells, differences } = await compare(fixture(name))
  expect(differences).toEqual([])
  expect(cells).toBeGreaterThan(atLeast)
})

const texts = [
  'Canon',
  'α7 IV',
  ' two  spaces ',
  'Zoë 🔧',
  '00123',
  '=1+1',
  'a\nb',
  '<clear>',
  '"quoted" & <b>',
  '_x000D_',
  'é',
  '١٢٣',
]

function randomValue(random: Random): string | number | boolean | Date | null {
  const kind = random.int(6)
  if (kind === 0) return null
  if (kind === 1) return random.chance(0.5)
  if (kind === 2)
    return new Date(
      Date.UTC(1950 + random.int(150), random.int(12), 1 + random.int(28), random.chance(0.8) ? 0 : random.int(24)),
    )
  if (kind === 3) return random.chance(0.5) ? random.int(100_000) : random.int(1_000_000) / 100
  return random.pick(texts)
}

it.each([1, 2, 3, 4, 5])('every cell of a generated workbook is read as SheetJS reads it (seed %i)', async (seed) => {
  const random = createSeededRandom(seed)
  const rows = Array.from({ length: 100 }, () => Array.from({ length: 12 }, () => randomValue(random)))
  const bytes = await writeXlsx({
    sheets: [
      { name: 'One', rows },
      { name: 'Two', rows: rows.slice(0, 9) },
    ],
    stringMode: seed % 2 ? 'shared' : 'inline',
  })
  const { cells, differences } = await compare(bytes)
  expect(differences).toEqual([])
  expect(cells).toBeGreaterThan(900)
})

it.each([false, true])(
  'formats, formulas and errors are read as SheetJS reads them (days from 1904: %s)',
  async (date1904) => {
    const formats = [
      '00000',
      'yyyy-mm-dd',
      '#,##0.00 [$€-407]',
      '0%',
      '[$-409]d-mmm-yy;@',
      'dd.mm.yyyy hh:mm',
      '[Red]0.00',
      '@',
    ]
    const numbers = [0, 1, 123, 45351, 1299.5, 0.1, 12345678]
    const rows = [
      ...numbers.map((value) => formats.map((_format, index) => formatted(value, index + 1))),
      ['#REF!', '#N/A', '#DIV/0!', '#NAME?', '#VALUE!', '#NUM!', '#NULL!'].map(failed),
      [
        formula('1+1', '2'),
        formula('"a"', 'a', 't="str"'),
        formula('1=1', '1', 't="b"'),
        formula('EDATE(A1,1)', '45351', 's="2"'),
      ],
    ]
    const { cells, differences } = await compare(
      makeWorkbook({ sheets: [{ name: 'One', data: sheetData(rows) }], formats, date1904 }),
    )
    expect(differences).toEqual([])
    expect(cells).toBe(numbers.length * formats.length + 11)
  },
)
