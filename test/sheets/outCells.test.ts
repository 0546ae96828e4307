import { describe, expect, it } from 'vitest'
import { createCellReader } from '../../sheets/cells/cellState.ts'
import { escapeCellText } from '../../sheets/cells/escape.ts'
import { normaliseList, splitList } from '../../sheets/cells/list.ts'
import { matchHeader } from '../../sheets/mapping/matchHeader.ts'
import { exportColumns, findItemWithLongList, buildGearTable } from '../../sheets/write/gearTable.ts'
import { escapeFormula, formatCsvRow, formatPlainDecimal, joinList } from '../../contract/csv.ts'
import { gearTypes, writableFields } from '../../contract/api/gearFields.ts'
import { makeGear, readCell } from './support.ts'

const texts = [
  '=1',
  '+1',
  '-',
  '@x',
  '＝1+1',
  '＋49 170',
  '－5',
  '＠SUM(A1)',
  '\u200b=1',
  "'＝1",
  "'",
  "''x",
  'n/a',
  'Keine',
  'KEINE',
  '#REF!',
  'Err:502',
  '1.5E+10',
  'Hersteller',
  'plain',
  "O'Neill",
  '',
  'x'.repeat(300),
]

describe("escaping with '", () => {
  it.each(texts)('%j is read back unchanged', (text) => {
    for (const token of ['<clear>', 'keine']) {
      const cell = escapeCellText(text, token)
      const state = createCellReader(token)({ text: cell, value: cell, kind: cell === '' ? 'blank' : 'text' })
      expect(state).toEqual({ state: text === '' ? 'blank' : 'value', text })
    }
  })

  it("leaves an ordinary text that begins with ' unchanged", () => {
    expect(createCellReader('<clear>')({ text: "'t Hooft", value: "'t Hooft", kind: 'text' })).toEqual({
      state: 'value',
      text: "'t Hooft",
    })
  })

  // Control characters are removed on reading, so a cell is escaped by its other characters.
  it.each([
    ['Warranty provider', 'warranty_provider', '\u00993', '3'],
    ['Warranty provider', 'warranty_provider', '\u009924 months', '24 months'],
    ['Serial number', 'serial_number', '\u00991.5E+10', '1.5E+10'],
    ['Serial number', 'serial_number', '1\u200d.5E+10', '1.5E+10'],
    ['Serial number', 'serial_number', '\u009912%', '12%'],
  ])('%s (%s): %j is read back without invisible characters', (header, field, value, rest) => {
    const item = makeGear({ gear_type: 'camera', brand: 'Canon', model: 'R5', [field]: value })
    const [headers, row] = [...buildGearTable([item], '<clear>')]
    expect(readCell(header, field, String(row?.[headers?.indexOf(header) ?? -1]))).toBe(rest)
  })

  it('keeps a serial number that looks rounded', () => {
    expect(readCell('Serial', 'serial_number', "'1.5E+10")).toBe('1.5E+10')
    expect(readCell('Serial', 'serial_number', '1.5E+10')).toBe('digits_lost')
  })
})

describe('lists', () => {
  const lists = [
    ['a'],
    ['a, b', 'c'],
    ['a;b', '"x"', 'say "hi"'],
    ['5" tube', '7"'],
    ['line\u2028break', 'c'],
    ['"', ',', ';'],
    ['-', 'n/a'],
  ]
  it.each(lists)('%j is joined and split unchanged', (...members) =>
    expect(splitList(joinList(members))).toEqual(normaliseList(members)),
  )

  it.each([
    ['Sony E; Canon RF\nNikon Z, ', ['Sony E', 'Canon RF', 'Nikon Z']],
    ['5" lens; 7" monitor', ['5" lens', '7" monitor']],
    ['"Sony" E, "a, b"', ['"Sony" E', 'a, b']],
    ['"not closed, b', ['"not closed', 'b']],
    [';;', []],
  ])('%j is read', (text, members) => expect(splitList(text)).toEqual(members))
})

it.each([
  [1e9, '1000000000'],
  [1299.5, '1299.5'],
  [24.105, '24.1050'],
  [1e-9, '0.000000001'],
  [1.25e-7, '0.000000125'],
  [1e21, '1000000000000000000000'],
  [0, '0'],
])('%d is written %s', (value, text) => expect(formatPlainDecimal(value)).toBe(text))

it.each([
  ['=1', "'=1"],
  ['-5', '-5'],
  ['-1.299,50', '-1.299,50'],
  ['-007', "'-007"],
  ['+1.299,50', "'+1.299,50"],
  ['+491701', "'+491701"],
  ['-', "'-"],
  ['+49 170', "'+49 170"],
  ['@x', "'@x"],
  ['\tx', "'\tx"],
  ['\nx', "'\nx"],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－5', "'－5"],
  [' =1+1', "' =1+1"],
  ['\u3000＝1', "'\u3000＝1"],
  ['\u200b@x', "'\u200b@x"],
  ["'=1", "'=1"],
  ['\n', '\n'],
  ['＠x', "'＠x"],
  ['x=1', 'x=1'],
])('%j in a file is %j', (text, cell) => expect(escapeFormula(text)).toBe(cell))

it('every field of every type has one column, under a header that the sync recognises', () => {
  for (const { header, target } of exportColumns) expect(matchHeader(header, new Map())).toEqual({ target })
  for (const type of gearTypes) {
    const fields = exportColumns.map(({ target }) => (typeof target === 'string' ? target : target[type]))
    for (const field of ['gear_type', ...writableFields(type)])
      expect(fields.filter((name) => name === field)).toEqual([field])
  }
})

it('empty columns are omitted, and an empty inventory has a header', () => {
  const [header] = buildGearTable([makeGear({ gear_type: 'lens', brand: 'Leica', model: 'Noctilux' })], '<clear>')
  expect(header).toEqual(['Type', 'Brand', 'Model', 'Status', 'Condition'])
  expect([...buildGearTable([], '<clear>')]).toEqual([exportColumns.map((column) => column.header)])
})

it('a list that is too long for a cell of a workbook is found', () => {
  const list = (length: number): string[] => Array.from({ length }, (_, index) => '🔧'.repeat(195) + index)
  const accessory = (length: number) =>
    makeGear({ gear_type: 'accessory', brand: 'B', model: 'M', compatible_with: list(length) })
  expect(findItemWithLongList([accessory(80)])).toBeUndefined()
  expect(findItemWithLongList([accessory(90)])).toBeDefined()
})

it('a row of CSV escapes every text, and quotes what a program could split or trim', () =>
  expect(formatCsvRow([' =1', 'a;b', 'say "hi"', '\n=1', -5, '-5', '＝1', 24.105, null, 'plain'])).toBe(
    '\' =1,"a;b","say ""hi""","\'\n=1",-5,-5,\'＝1,24.1050,,plain\r\n',
  ))
