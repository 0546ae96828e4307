import { describe, expect, it } from 'vitest'
import { chooseSheet } from '../../sheets/mapping/chooseSheet.ts'
import { readTitle } from '../../sheets/mapping/listTitles.ts'
import { mapTable } from '../../sheets/mapping/mapTable.ts'
import { readSheets } from '../../sheets/readers/reader.ts'
import type { MappedTable } from '../../sheets/types.ts'
import { makeWorkbook, sheetData } from './makeWorkbook.ts'
import { mapText, source } from './support.ts'

const HEAD = 'Asset Tag,Type,Brand,Model'

/** Each item's tag with its status, or with the codes of its faults. */
const outcomes = ({ rows }: MappedTable): string[] =>
  rows
    .filter(({ outcome }) => outcome !== 'skipped')
    .map(
      ({ key, fields, errors }) =>
        `${key} ${errors.map(({ code }) => code).join(' ') || (typeof fields['status'] === 'string' ? fields['status'] : 'read')}`,
    )

const read = (text: string, ...settings: string[]): string[] => outcomes(mapText(text, source(...settings)))

async function readWorkbook(
  names: readonly string[],
  ...settings: string[]
): Promise<{ name: string | undefined; outcomes: string[] }> {
  const sheets = names.map((name, index) => ({
    name,
    data: sheetData([HEAD.split(','), [`T-${index + 1}`, 'camera', 'Canon', 'R5']]),
  }))
  const sourceSettings = source(...settings)
  const sheet = chooseSheet(await readSheets(makeWorkbook({ sheets }), 'gear.xlsx', sourceSettings), sourceSettings)
  return { name: sheet.name, outcomes: outcomes(mapTable(sheet, sourceSettings, { currency: 'USD' })) }
}

describe('a title that says that gear is not on hand', () => {
  const listBelow = `Tag,Type,Brand,Model,Price\nB-1,camera,Sony,FX3,1\nB-2,camera,Sony,FX6,2`
  const list = `${HEAD}\nA-1,camera,Canon,R5\n,,,\n`

  it.each([
    'Sold',
    'Verkauft',
    'Ausgemustert',
    'Verkaufte Geräte 2023',
    'VENDU',
    'Lost / stolen',
    'Written off',
    '売却済み',
    'Wunschliste',
  ])('refuses only the rows below it: %s', (title) => {
    expect(read(`${title},,,,\n${listBelow}`)).toEqual(['B-1 not_on_hand', 'B-2 not_on_hand'])
    expect(read(`${list}${title},,,,\n,,,,\n${listBelow}`)).toEqual(['A-1 read', 'B-1 not_on_hand', 'B-2 not_on_hand'])
  })

  it('may follow the title of the whole file', () => {
    expect(read(`Studio Nord\nSold 2023\nas of May\n${listBelow}`)).toEqual(['B-1 not_on_hand', 'B-2 not_on_hand'])
  })

  it('does not apply to the list below the next title', () => {
    expect(read(`Sold\n${listBelow}\n\nStudio\n${HEAD}\nA-1,camera,Canon,R5`)).toEqual([
      'B-1 not_on_hand',
      'B-2 not_on_hand',
      'A-1 read',
    ])
  })

  it('is named in the message, with the setting that helps', () => {
    const [row] = mapText(`Verkauft\n${listBelow}`).rows
    expect(row?.errors).toMatchObject([
      {
        cell: 'A3',
        code: 'not_on_hand',
        raw: 'B-1',
        message:
          'The row stands under "Verkauft", so its item is not on hand. Set sold_lists: retire for this source to keep such items as retired, or sold_lists: read to read them like any others.',
      },
    ])
    expect(mapText(`Verkauft\n${listBelow}`).mapping.tables.map(({ title }) => title)).toEqual(['Verkauft'])
  })
})

describe('a heading that says so inside a list', () => {
  it('refuses the rows up to the next heading', () => {
    expect(
      read(
        `${HEAD}\nCameras\nA-1,camera,Canon,R5\nSold\nB-1,camera,Sony,FX3\n\nB-2,camera,Sony,FX6\nLenses\nL-1,lens,Canon,RF 50`,
      ),
    ).toEqual(['A-1 read', 'B-1 not_on_hand', 'B-2 not_on_hand', 'L-1 read'])
  })

  it('with a heading directly below it refuses all rows that follow', () => {
    expect(
      read(`${HEAD}\nA-1,camera,Canon,R5\nVerkauft\nKameras\nB-1,camera,Sony,FX3\nObjektive\nL-1,lens,Canon,RF 50`),
    ).toEqual(['A-1 read', 'B-1 not_on_hand', 'L-1 not_on_hand'])
  })

  it('may be above a repeated header', () => {
    expect(read(`${HEAD}\nA-1,camera,Canon,R5\n\nSold\n${HEAD}\nB-1,camera,Sony,FX3`)).toEqual([
      'A-1 read',
      'B-1 not_on_hand',
    ])
  })

  it('may be beside a year', () => {
    expect(read(`${HEAD}\nA-1,camera,Canon,R5\nSold,2023,,\nB-1,camera,Sony,FX3`).at(-1)).toBe('B-1 not_on_hand')
  })
})

describe('sold_lists:', () => {
  const text = `${HEAD},Status\nA-1,camera,Canon,R5,\nSold\nB-1,camera,Sony,FX3,\nB-2,camera,Sony,FX6,sold\nB-3,camera,Sony,FX9,available`

  it('retire makes the items retired, and refuses a row whose status contradicts that', () => {
    expect(read(text, 'sold_lists: retire')).toEqual(['A-1 read', 'B-1 retired', 'B-2 retired', 'B-3 not_on_hand'])
    expect(read(`Sold\n${HEAD}\nB-1,camera,Sony,FX3`, 'sold_lists: retire', 'blank: clear')).toEqual(['B-1 retired'])
    expect(read(`Wish list\n${HEAD}\nB-1,camera,Sony,FX3`, 'sold_lists: retire')).toEqual(['B-1 not_on_hand'])
  })

  it('read reads the rows like any others', () => {
    expect(read(text, 'sold_lists: read')).toEqual(['A-1 read', 'B-1 read', 'B-2 retired', 'B-3 available'])
    expect(read(`Wish list\n${HEAD}\nB-1,camera,Sony,FX3`, 'sold_lists: read')).toEqual(['B-1 read'])
  })

  it('by default reads a row whose own status is retired', () => {
    expect(read(text)).toEqual(['A-1 read', 'B-1 not_on_hand', 'B-2 retired', 'B-3 not_on_hand'])
  })
})

describe('a sheet of a workbook called Sold', () => {
  it('is not read when there is another one', async () => {
    expect(await readWorkbook(['Sold', 'Gear'])).toEqual({ name: 'Gear', outcomes: ['T-2 read'] })
  })

  it('is refused row by row when it is the only one or the named one', async () => {
    expect(await readWorkbook(['Verkauft'])).toEqual({ name: 'Verkauft', outcomes: ['T-1 not_on_hand'] })
    expect(await readWorkbook(['Gear', 'Sold'], 'sheet: Sold')).toEqual({ name: 'Sold', outcomes: ['T-2 not_on_hand'] })
    expect(await readWorkbook(['Gear', 'Sold'], 'sheet: Sold', 'sold_lists: retire')).toEqual({
      name: 'Sold',
      outcomes: ['T-2 retired'],
    })
  })
})

describe('a column such as "Sold on"', () => {
  const text = `${HEAD},Sold on,Status\nA-1,camera,Canon,R5,,\nB-1,camera,Sony,FX3,2024-01-31,\nB-2,camera,Sony,FX6,2024-01-31,sold\nB-3,camera,Sony,FX9,no,\nB-4,camera,Sony,A1,n/a,`

  it('refuses the rows that have a value in it, or retires their items', () => {
    expect(read(text)).toEqual(['A-1 read', 'B-1 not_on_hand', 'B-2 retired', 'B-3 read', 'B-4 read'])
    expect(read(text, 'sold_lists: retire')).toEqual(['A-1 read', 'B-1 retired', 'B-2 retired', 'B-3 read', 'B-4 read'])
    expect(read(text, 'ignore: [Sold on]')).toEqual(['A-1 read', 'B-1 read', 'B-2 retired', 'B-3 read', 'B-4 read'])
  })

  it('is listed in the plan as not_on_hand', () => {
    const [table] = mapText(text).mapping.tables
    expect({ field: table?.columns.find(({ column }) => column === 'E')?.field, left_out: table?.left_out }).toEqual({
      field: 'not_on_hand',
      left_out: [],
    })
  })
})

it('other titles have no effect', () => {
  const titles = [
    'Inventory',
    'Rental house',
    'For sale',
    'zu verkaufen',
    'Not sold',
    'Lost and found',
    'Unsold',
    'Old list',
    '2023',
    'Rented out',
    'Solditalia',
    '',
  ]
  expect(titles.filter((title) => readTitle(title) !== undefined)).toEqual([])
})
