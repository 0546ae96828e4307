import { expect, it } from 'vitest'
import { mapTable } from '../../sheets/mapping/mapTable.ts'
import { readDelimited } from '../../sheets/readers/delimited.ts'
import { expectEqual } from '../support/quickExpect.ts'
import { createSeededRandom } from '../support/random.ts'
import { source, toCsv } from './support.ts'

const HEAD = ['Asset Tag', 'Type', 'Brand', 'Model', 'Serial Number', 'Purchase Price', 'Purchase Date', 'Notes']
const WORDS = [
  '',
  'lens',
  'camera',
  'Canon',
  '1.234,50',
  '12/31/2024',
  '31/12/2024',
  '"quoted"',
  'two\nlines',
  'é 🙂',
  ' padded ',
  '0',
]

/** Rows of any length, of which a column has more different texts than are shared. */
function randomSheet(seed: number, rows: number): Buffer {
  const random = createSeededRandom(seed)
  const cells = Array.from({ length: rows }, (_, row) => [
    `T-${row}`,
    ...Array.from({ length: random.int(HEAD.length + 2) }, () => random.pick(WORDS)),
  ])
  return Buffer.from(toCsv([HEAD, ...cells]))
}

const MARK = '\ufeff'

it.each<[number, number, string, (text: string) => string]>([
  [1, 10, 'Unix lines', (text) => text],
  [2, 1024, 'a mark and Windows lines', (text) => MARK + text.replaceAll('\n', '\r\n')],
  [3, 5100, 'a line of its separator, and lines of old Macs', (text) => `sep=,\n${text}`.replaceAll('\n', '\r')],
  [4, 50, 'a mark and a line of its separator', (text) => `${MARK}sep=,\n${text}`],
  [5, 20, 'few letters beyond ASCII', (text) => `${text.replaceAll(/[^\u0000-\u007f]/gu, '')}\nT-é,lens,Canon,x`],
  [6, 20, 'ASCII only', (text) => text.replaceAll(/[^\u0000-\u007f]/gu, '')],
])('compact rows hold the same cells, and are mapped alike (seed %i, %i rows, %s)', (seed, rows, _name, change) => {
  const bytes = Buffer.from(change(randomSheet(seed, rows).toString()))
  const [plain, compact] = [readDelimited(bytes), readDelimited(bytes, undefined, 0)]
  expect({ ...compact, rows: [] }).toEqual({ ...plain, rows: [] })
  expectEqual(
    compact.rows.map(({ row, line, cells }) => ({ row, line, cells: [...cells] })),
    plain.rows.map(({ row, line, cells }) => ({ row, line, cells: [...cells] })),
  )
  const cellByCell = compact.rows.map((row, index) =>
    Array.from(plain.rows[index]?.cells ?? [], (_cell, column) => row.cellAt?.(column)),
  )
  expectEqual(
    cellByCell,
    plain.rows.map(({ cells }) => [...cells]),
  )
  expect(
    compact.rows
      .map((row, index) => row.cellAt?.(plain.rows[index]?.cells.length ?? 0))
      .some((cell) => cell !== undefined),
  ).toBe(false)
  expectEqual(mapTable(compact, source(), { currency: 'USD' }), mapTable(plain, source(), { currency: 'USD' }))
})
