import { expect, it } from 'vitest'
import { explainSheet, toSheetFile } from '../../sheets/parseSheet.ts'
import { formatExplanation } from '../../cli/show/explanation.ts'
import { createTerminal, type Terminal } from '../../cli/base/terminal.ts'
import { fixture, source } from '../sheets/support.ts'

const plainTerminal: Terminal = createTerminal(process, { NO_COLOR: '1' })

it('an explanation prints file, columns, evidence and words as lines', async () => {
  const { read } = await explainSheet(toSheetFile(fixture('studio.xlsx'), 'studio.xlsx'), source(), { currency: 'USD' })
  const text = formatExplanation(
    { source: 'main', file: './studio.xlsx', read, rows: { item: 59, refused: 6, skipped: 6 }, refused: null },
    plainTerminal,
  )
  expect(text).toContain('main: ./studio.xlsx')
  expect(text).toMatch(/sheet {6}Inventory {3}not read: Archive/)
  expect(text).toMatch(/header {5}row 3/)
  expect(text).toMatch(/rows {7}59 can be read, 6 cannot, 6 are no items/)
  expect(text).toMatch(/M {3}Filter thread +→ filter_thread_mm \(lens\), thread_mm \(filter\)/)
  expect(text).toMatch(/Furniture → not known {3}1 cell$/m)
  expect(text).toMatch(/In use → in_use/)
})

it('an explanation names the evidence of a column and the nearest header, and prints no control characters', async () => {
  const sheet = 'Asset Tag,Type,Brand,Model,Purchased,Notez,\u001b[2J\nT-1,camera,Canon,R5,13/04/2024,x,y\n'
  const { read } = await explainSheet(toSheetFile(Buffer.from(sheet), 'a.csv'), source(), { currency: 'USD' })
  const text = formatExplanation(
    { source: 'main', file: 'a.csv', read, rows: { item: 1 }, refused: null },
    plainTerminal,
  )
  expect(text).toMatch(/→ purchase_date {3}\(its cells say: day-month-year\)/)
  expect(text).toMatch(/Notez {3}nearest: notes/)
  expect(text).not.toContain('\u001b')
})

it('a refused file prints its sentence and code', () => {
  const refusal = { code: 'no_header', detail: 'No row looks like a header.' }
  expect(
    formatExplanation({ source: 'main', file: 'a.csv', read: null, rows: {}, refused: refusal }, plainTerminal),
  ).toBe('main: a.csv\nNo row looks like a header. [no_header]')
})
