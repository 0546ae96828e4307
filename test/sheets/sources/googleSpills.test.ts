import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SheetRefused } from '../../../sheets/types.ts'
import { writeBackHeaders } from '../../../sheets/cells/writeBackColumns.ts'
import type { NewSheet } from '../../google/sheets/storedSheet.ts'
import type { StoredSpreadsheet } from '../../google/sheets/storedSpreadsheet.ts'
import { gearOf, HEADER, openGoogleSource, type GoogleSource } from './support/googleSource.ts'
import { idOf, messagesOf, readCells, writeTo } from './support/writeBack.ts'

// Kitroom writes beside lists that a formula fills. A text inside a formula's range would break the list.

let source: GoogleSource
beforeEach(async () => {
  source = await openGoogleSource()
})
afterEach(() => source[Symbol.asyncDispose]())

const TAGS = ['C-1', 'C-2', 'C-3']
const add = (more: Partial<NewSheet>): StoredSpreadsheet => source.add([{ ...gearOf(3), ...more }], 'writer')
const imported = (range: string, formula: string, more: Partial<NewSheet> = {}): StoredSpreadsheet =>
  add({ columnCount: 40, spills: [{ range, formula }], ...more })
const write = (spreadsheet: StoredSpreadsheet) => writeTo(source, spreadsheet, messagesOf(TAGS))
const isWhole = (spreadsheet: StoredSpreadsheet): boolean => spreadsheet.sheet('Inventory').cellAt(1, 0).value === 'C-1'
const columnOfHeaders = (spreadsheet: StoredSpreadsheet): number =>
  (readCells(spreadsheet, 'Inventory', 40)[0] ?? []).indexOf(writeBackHeaders[0])

async function refusalOf(writing: Promise<unknown>): Promise<string> {
  const error: unknown = await writing.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(SheetRefused)
  return (error as SheetRefused).message
}

const URL = '"https://docs.google.com/spreadsheets/d/1AbC"'

describe('new columns', () => {
  it.each([
    ['IMPORTRANGE of more columns than have cells', 'A1:Z', `=IMPORTRANGE(${URL},"Gear!A:Z")`, 26],
    ['QUERY over another sheet', 'A1:L', '=QUERY(Stock!A:L,"select *",1)', 12],
    [
      'QUERY that computes more columns than it reads',
      'A1:J',
      '=QUERY(Stock!A:A,"select A, A*2, A*3, A*4, A*5, A*6, A*7, A*8, A*9, A*10")',
      10,
    ],
    ['a formula in the second row', 'A2:H', '=ARRAYFORMULA(Stock!$A2:$H)', 8],
    ['FILTER inside IFERROR', 'A1:I', '=iferror(filter(Stock!A:I, Stock!A:A<>""))', 9],
    ['a sum for each row', 'F2:F', '=ARRAYFORMULA(IF(A2:A="","",E2:E*2))', 6],
    ['a look-up in one column', 'F2:F2', '=XLOOKUP(A2,Stock!A:A,Stock!B:B)', 6],
    ['no list: the name of a function in a text', 'F2:F2', '="see QUERY( and {"', 6],
  ])('%s: beside all that it can fill', async (_, range, formula, column) => {
    const spreadsheet = imported(range, formula)
    expect(await write(spreadsheet)).toMatchObject({ rows: 3, notes: [] })
    expect({ column: columnOfHeaders(spreadsheet), isWhole: isWhole(spreadsheet) }).toEqual({ column, isWhole: true })
  })

  it.each([
    ['SPLIT', '=SPLIT(Stock!A2,",")'],
    ['an array', '={Stock!A:C, Stock!F:G}'],
    ['a pivot', '=QUERY(Stock!A:C,"select A, count(B) group by A pivot C")'],
    ['a named range', '=ARRAYFORMULA(Gear)'],
    ['a query in a cell', '=QUERY(Stock!A:C,Stock!Z1)'],
    ['a query that is put together', '=QUERY(Stock!A:C,"select "&Stock!Z1)'],
    ['columns chosen again', '=CHOOSECOLS(Stock!A:B,1,2,1,2,1,2,1)'],
    ['a range of a given size', '=OFFSET(Stock!A1:A2,0,0,10,20)'],
    ['rows without columns', `=IMPORTRANGE(${URL},"Gear!1:100")`],
    ['a table of the web', '=IMPORTHTML("https://a.example","table",1)'],
  ])('%s: none, because the width cannot be known', async (_, formula) => {
    const spreadsheet = imported('A1:T', formula)
    expect(await refusalOf(write(spreadsheet))).toMatch(/The formula in A1 fills cells to its right.*Enter the headers/)
    expect({ column: columnOfHeaders(spreadsheet), isWhole: isWhole(spreadsheet) }).toEqual({
      column: -1,
      isWhole: true,
    })
    // What the message advises helps.
    for (const [index, header] of writeBackHeaders.entries())
      spreadsheet.setCell('Inventory', `${['V', 'W', 'X', 'Y'][index]}1`, header)
    expect(await write(spreadsheet)).toMatchObject({ rows: 3 })
    expect(isWhole(spreadsheet)).toBe(true)
  })

  it('a column that somebody filled ends what a formula can fill', async () => {
    const cells = [[...HEADER, 'Place'], ...TAGS.map((tag) => [tag, 'camera', 'Sony', 'FX3', '', '', 'Shelf 1'])]
    const spreadsheet = add({ cells, spills: [{ range: 'A1:F', formula: '={Stock!A:C, Stock!F:H}' }] })
    expect(await write(spreadsheet)).toMatchObject({ rows: 3 })
    expect({ column: columnOfHeaders(spreadsheet), isWhole: isWhole(spreadsheet) }).toEqual({
      column: 7,
      isWhole: true,
    })
  })

  it('checkboxes in every row are cells, and no rows of the list', async () => {
    const spreadsheet = add({ checkboxes: ['H2:H'] })
    expect(await write(spreadsheet)).toMatchObject({ rows: 3, notes: [] })
    expect(columnOfHeaders(spreadsheet)).toBe(8)
    expect(
      readCells(spreadsheet)
        .slice(4)
        .flat()
        .filter((text) => text !== 'false' && text !== ''),
    ).toEqual([])
  })

  it('a formula below the list does not matter, and room is asked for where it is missing', async () => {
    const below = gearOf(3).cells ?? []
    const spreadsheet = add({
      cells: [...below, [], ['', '', '', '', '=x']],
      spills: [{ range: 'E6:H6', formula: '=SPLIT("a,b",",")' }],
    })
    expect(await write(spreadsheet)).toMatchObject({ rows: 3 })
    const narrow = imported('A1:Z', `=IMPORTRANGE(${URL},"Gear!A:Z")`, { columnCount: 28 })
    expect(await refusalOf(write(narrow))).toMatch(/has no room .* Insert 4 columns/)
    expect(isWhole(narrow)).toBe(true)
  })
})

describe('columns that exist', () => {
  const own = (tag: string): string[] => [idOf(tag), 'created', '', '2026-11-23T04:10']
  const withOwn = (rows: (tag: string) => string[]) => [
    [...HEADER, ...writeBackHeaders],
    ...TAGS.map((tag) => [tag, 'camera', 'Sony', 'FX3', '', '', ...rows(tag)]),
  ]

  it('are written when the formula of the first row ends before them', async () => {
    const spreadsheet = add({ cells: withOwn(own), spills: [{ range: 'A2:F', formula: '={Stock!A:C, Stock!F:H}' }] })
    expect(await write(spreadsheet)).toMatchObject({ rows: 3 })
    expect(isWhole(spreadsheet)).toBe(true)
  })

  it('are left blank when a formula may reach them, until a text beside it shows that it does not', async () => {
    const spreadsheet = add({
      cells: withOwn(() => []),
      spills: [{ range: 'A2:H', formula: '={Stock!A:C, Stock!F:J}' }],
    })
    expect(await refusalOf(write(spreadsheet))).toMatch(/The formula in A2 may fill the columns .* in row 2/)
    expect(isWhole(spreadsheet)).toBe(true)
  })

  it('a new row with a look-up that was filled down is written', async () => {
    const formula = (row: number): string => `=INDEX(Stock!A:F,MATCH(A${row},Stock!A:A,0),3)`
    const spreadsheet = add({
      cells: withOwn((tag) => (tag === 'C-3' ? [] : own(tag))),
      spills: [2, 3, 4].map((row) => ({ range: `F${row}:F${row}`, formula: formula(row) })),
    })
    expect(await write(spreadsheet)).toMatchObject({ rows: 3, notes: [] })
    expect(isWhole(spreadsheet)).toBe(true)
  })
})
