import { describe, expect, it } from 'vitest'
import { countRowGroups, requireEveryRow, RowCountDefect } from '../../sheets/mapping/rowGroups.ts'
import { readDelimited } from '../../sheets/readers/delimited.ts'
import { RowNumbers } from '../../sheets/mapping/rowNumbers.ts'
import { mapText } from './support.ts'

const numbersOf = (rows: readonly { row: number }[]): Set<number> => new Set(rows.map(({ row }) => row))

const head = 'Asset Tag,Type,Brand,Model,Serial,Price\n'
const firstList = `${head}A-1,camera,Sony,FX3,S-1,4199\nA-2,lens,Sony,24-70,S-2,2199\nA-3,lens,Sony,70-200,S-3,2599\n`

it('each row is counted once, in its group', () => {
  const text = `My gear,,,,,\n,,,,,\n${firstList}Lenses,,,,,\n${head}\n\nSupplier,Phone\nCalumet,030 1\nTotal,\n`
  const { mapping } = mapText(text)
  expect(mapping).toMatchObject({
    rows: 13,
    row_groups: {
      above_header: 1,
      blank: 3,
      header: 1,
      item: 3,
      group_row: 1,
      repeated_header: 1,
      table_header: 1,
      other_table: 2,
    },
  })
  expect(Object.values(mapping.row_groups).reduce((sum, count) => sum + count, 0)).toBe(mapping.rows)
})

describe('countRowGroups', () => {
  const text = `My gear\n${firstList}\nSupplier,Phone\nCalumet,030 1\n`
  const sheet = readDelimited(Buffer.from(text))
  const { rows, mapping } = mapText(text)
  const [rowsAbove, headers] = [new Set([1]), new Set([2])]

  it('agrees with the mapping', () => {
    expect(countRowGroups(sheet, { rows, above: rowsAbove, headers })).toEqual(mapping.row_groups)
    expect(() => requireEveryRow(mapping, numbersOf(rows))).not.toThrow()
  })

  it('throws for a row that is lost, duplicated or not in the sheet', () => {
    const lostRows = rows.filter(({ row }) => row !== 4)
    expect(() => countRowGroups(sheet, { rows: lostRows, above: rowsAbove, headers })).toThrow(
      new RowCountDefect('row 4 stands in no group'),
    )
    expect(() => requireEveryRow(mapping, numbersOf(lostRows))).toThrow(RowCountDefect)
    const repeatedRows = [...rows, ...rows.filter(({ row }) => row === 4)]
    expect(() => countRowGroups(sheet, { rows: repeatedRows, above: rowsAbove, headers })).toThrow(
      'row 4 stands twice in table 1',
    )
    const blankRow = [...rows, ...rows.slice(0, 1).map((row) => ({ ...row, row: 6 }))]
    expect(() => countRowGroups(sheet, { rows: blankRow, above: rowsAbove, headers })).toThrow(
      'row 6 stands in blank and item',
    )
    const rowBeyond = [...rows, ...rows.slice(0, 1).map((row) => ({ ...row, row: 99 }))]
    expect(() => countRowGroups(sheet, { rows: rowBeyond, above: rowsAbove, headers })).toThrow(
      'rows 99 are not rows of the sheet',
    )
    expect(() => requireEveryRow(mapping, numbersOf(rowBeyond))).toThrow(RowCountDefect)
  })
})

it('row numbers count once, also when they arrive in no order', () => {
  const numbers = new RowNumbers()
  for (const row of [70_000, 1, 8191, 8192, 1, 0, 70_000, 450_001]) numbers.add(row)
  expect(numbers.size).toBe(6)
})
