import { expect, it } from 'vitest'
import { tagSheet } from '../../sheets/tagSheet.ts'
import { writeBackHeaders } from '../../sheets/cells/writeBackColumns.ts'
import { makeWorkbook, sheetData } from './makeWorkbook.ts'
import { emptyAccount, parseHere, planIn, source, toCsv } from './support.ts'

const ID = '019352d4-7d2f-7a51-8e1d-6a0b54f7b001'
const HEADER = ['Asset Tag', 'Type', 'Brand', 'Model', 'Status']
const ROWS = [
  ['C-1', 'camera', 'Sony', 'FX3', 'available'],
  ['C-2', 'camera', 'Sony', 'FX6', 'retired'],
]
const OWN = [
  [ID, 'created', '', '2026-11-23T04:10'],
  ['', 'refused', 'Status: no such word.', '2026-11-23T04:10'],
]
const join = (left: readonly string[][], right: readonly string[][]): string[][] =>
  left.map((row, index) => [...row, ...(right[index] ?? [])])

const plain = [HEADER, ...ROWS]
const withOwn = join(plain, [[...writeBackHeaders], ...OWN])
const ownFirst = join([[...writeBackHeaders], ...OWN], plain)
const parse = (rows: readonly (readonly string[])[]) =>
  parseHere(Buffer.from(toCsv(rows)), 'sheet.csv', source(), 'USD')

it.each([
  ['at the right end', withOwn],
  ['at the left end', ownFirst],
])('a file with the columns %s is read as one without them, also beside a Status of its own', async (_, rows) => {
  const table = await parse(rows)
  const expected = planIn(emptyAccount(), await parse(plain))
  const plan = planIn(emptyAccount(), table)
  expect(plan.rows.map(({ outcome, fields }) => ({ outcome, fields }))).toEqual(
    expected.rows.map(({ outcome, fields }) => ({ outcome, fields })),
  )
  expect(table.read.unknown_columns).toEqual([])
  expect(Object.values(table.read.columns).map(({ header }) => header)).toEqual(HEADER)
})

it('a workbook with the columns', async () => {
  const bytes = makeWorkbook({ sheets: [{ name: 'Gear', data: sheetData(withOwn) }] })
  const table = await parseHere(bytes, 'gear.xlsx', source(), 'USD')
  expect(table.rows.map(({ key, outcome, fields }) => [key, outcome, fields['status']])).toEqual([
    ['C-1', undefined, 'available'],
    ['C-2', undefined, 'retired'],
  ])
  expect(table.read.unknown_columns).toEqual([])
})

it.each([
  ['without the first', ['Status', 'Message', 'Synced at']],
  ['with one between', ['Kitroom ID', 'Note', 'Status', 'Message', 'Synced at']],
])('headers %s are those of a person', async (_, header) => {
  const table = await parse(join([HEADER.slice(0, 4), ...ROWS.map((row) => row.slice(0, 4))], [header]))
  expect(Object.values(table.read.columns).find(({ header: text }) => text === 'Status')?.field).toBe('status')
})

it('text of a person below the headers is not dropped', async () => {
  const rows = [...withOwn, ['C-3', 'camera', 'Sony', 'FX9', 'available', 'seen by Ann', '', '', '']]
  expect((await parse(rows)).read.unknown_columns).toEqual([{ column: 'F', header: '' }])
})

it('tags are added to a file with the columns', () => {
  const rows = withOwn.map((row, index) => (index === 2 ? ['', ...row.slice(1)] : row))
  const { bytes, added } = tagSheet(Buffer.from(toCsv(rows)), [])
  expect(added).toBe(1)
  expect(Buffer.from(bytes).toString()).toContain('KR-0001,camera,Sony,FX6,retired,,refused')
})
