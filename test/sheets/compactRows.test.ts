import { expect, test } from 'vitest'
import { mapTable } from '../../sheets/mapping/mapTable.ts'
import { readDelimited } from '../../sheets/readers/delimited.ts'
import { createSeededRandom } from '../support/random.ts'
import { source, toCsv } from './support.ts'

const HEAD = ['Asset Tag', 'Type', 'Brand', 'Model', 'Serial Number', 'Purchase Price', 'Purchase Date', 'Notes']
const WORDS = ['', 'lens', 'camera', 'Canon', '1.234,50', '12/31/2024', '31/12/2024', '"quoted"', 'two\nlines', 'é 🙂', ' padded ', '0']

/** Rows of any length, of which a column has more different texts than are shared. */
function randomSheet(seed: number, rows: number): Buffer {
  const random = createSeededRandom(seed)
  const cells = Array.from({ length: rows }, (_, row) => [
    `T-${row}`,
    ...Array.from({ length: random.int(HEAD.length + 2) }, () => random.pick(WORDS)),
  ])
  return Buffer.from(toCsv([HEAD, ...cells]))
}

test.each([
  [1, 10],
  [2, 1024],
  [3, 5100],
])('compact rows hold the same cells, and are mapped alike (seed %i, %i rows)', (seed, rows) => {
  const bytes = randomSheet(seed, rows)
  const [plain, compact] = [readDelimited(bytes), readDelimited(bytes, undefined, 0)]
  expect(compact.rows.map(({ row, line, cells }) => ({ row, line, cells }))).toEqual(plain.rows)
  const cellByCell = compact.rows.map((row, index) => Array.from(plain.rows[index]?.cells ?? [], (_cell, column) => row.cellAt?.(column)))
  expect(cellByCell).toEqual(plain.rows.map(({ cells }) => cells))
  expect(compact.rows.map((row, index) => row.cellAt?.(plain.rows[index]?.cells.length ?? 0)).some((cell) => cell !== undefined)).toBe(false)
  expect(mapTable(compact, source(), { currency: 'USD' })).toEqual(mapTable(plain, source(), { currency: 'USD' }))
})
