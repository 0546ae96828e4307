// Formulas without a value, as programs save them that do not calculate.
import { expect, it } from 'vitest'
import { chooseSheet } from '../../sheets/mapping/chooseSheet.ts'
import { mapTable } from '../../sheets/mapping/mapTable.ts'
import { readSheets } from '../../sheets/readers/reader.ts'
import type { MappedTable } from '../../sheets/types.ts'
import { formula, makeWorkbook, sheetData, type MadeCell, type WorkbookParts } from './makeWorkbook.ts'
import { source } from './support.ts'

const header = ['Asset Tag', 'Type', 'Brand', 'Model']
const item: MadeCell[] = ['T-1', 'camera', 'Canon', 'R5']

async function map(parts: WorkbookParts): Promise<MappedTable> {
  const sheets = await readSheets(makeWorkbook(parts), 'sheet.xlsx', {})
  return mapTable(chooseSheet(sheets, source()), source(), { currency: 'USD' })
}

it.each<[string, string, string]>([
  ['none', '<f>"S-"&amp;7</f>', ''],
  ['an empty one', '<f>"S-"&amp;7</f><v></v>', ''],
  ['an empty one, as text', '<f>"S-"&amp;7</f><v></v>', 't="str"'],
  ['none, as text', '<f>"S-"&amp;7</f>', 't="str"'],
  ['none of a shared formula', '<f t="shared" si="0"/>', 't="str"'],
  ['an empty one of an array formula', '<f t="array" ref="A3">"S-"&amp;7</f><v/>', ''],
])('a key whose formula has no value is named so: %s', async (_name, xml, attributes) => {
  const key: MadeCell = { xml, attributes }
  const rows = [header, ['S-1', ...item.slice(1)], [key, ...item.slice(1)]]
  const table = await map({ sheets: [{ name: 'Inventory', data: sheetData(rows) }] })
  expect(table.rows.map(({ errors }) => errors.map(({ cell, code }) => `${cell} ${code}`))).toEqual([
    [],
    ['A3 formula_not_calculated'],
  ])
  expect(table.rows[1]?.errors[0]?.message).toMatch(/formula without .+value.+save it/)
})

it('rows in which each formula gives an empty text are blank', async () => {
  const empty = formula('IF(Z3="","",Z3)', '', 't="str"')
  const rows = [header, item, ...Array.from({ length: 3 }, () => [empty, empty, empty, empty])]
  const table = await map({ sheets: [{ name: 'Inventory', data: sheetData(rows) }] })
  expect({ rows: table.rows.length, groups: table.mapping.row_groups }).toEqual({
    rows: 1,
    groups: { header: 1, item: 1 },
  })
})

it('a 0 that a program without calculation stores for each formula is no value', async () => {
  const zero = formula('1299*1.19', '0')
  const rows = [
    [...header, 'Price', 'Replacement value'],
    [...item, zero, 0],
    ['T-2', ...item.slice(1), formula('1+1', '2'), 5],
    [formula('"T-"&ROW()', '0'), ...item.slice(1), 5, 5],
  ]
  const sheets = [{ name: 'Inventory', data: sheetData(rows) }]
  const codesOf = ({ rows: mapped }: MappedTable): string[][] =>
    mapped.map(({ errors }) => errors.map(({ cell, code }) => `${cell} ${code}`))
  expect(codesOf(await map({ sheets, needsCalculation: true }))).toEqual([
    ['E2 formula_not_calculated'],
    [],
    ['A4 formula_not_calculated'],
  ])
  const calculated = await map({ sheets })
  expect(calculated.rows[0]?.fields).toMatchObject({ purchase_price: 0, replacement_value: 0 })
})
