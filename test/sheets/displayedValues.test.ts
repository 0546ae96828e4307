import { describe, expect, it } from 'vitest'
import { mapTable } from '../../sheets/mapping/mapTable.ts'
import { readSheets } from '../../sheets/readers/reader.ts'
import type { MappedRow } from '../../sheets/types.ts'
import { formatted, makeWorkbook, sheetData, type MadeCell } from './makeWorkbook.ts'
import { mapText, outcomeOf, source, toCsv } from './support.ts'

const header = ['Asset Tag', 'Type', 'Brand', 'Model']
const formats = [
  '#,##0.0,"k"', // 1
  '#,##0,', // 2
  '0" mm"', // 3
  '0.0" kg"', // 4
  '#,##0.00\\ "kr"', // 5
  ';;;', // 6
  '_-* #,##0.00\\ "€"_-;\\-* #,##0.00\\ "€"_-;_-* "-"??\\ "€"_-;_-@_-', // 7
  '"KR-"#', // 8
  '#,##0', // 9
  'd\\-mmm', // 10
  'mmm\\-yy', // 11
  'yyyy\\-mm\\-dd', // 12
  '0%', // 13
  '0.00E+00', // 14
  'h:mm', // 15
  '[h]:mm', // 16
  'mmmm\\ yyyy', // 17
  '[>=1000]0.0,"k";0', // 18
  'yyyy', // 19
  '#,##0.00', // 20
  '0.00', // 21
  '[$€-407]\\ #,##0.00', // 22
]
const styled = (value: number, format: string): MadeCell => formatted(value, formats.indexOf(format) + 1)
const yesCell: MadeCell = { xml: '<v>1</v>', attributes: 't="b"' }
const runs = (...texts: [string, boolean][]): MadeCell => ({
  xml: `<is>${texts.map(([text, isStruck]) => `<r><rPr>${isStruck ? '<strike/>' : '<b/>'}</rPr><t xml:space="preserve">${text}</t></r>`).join('')}</is>`,
  attributes: 't="inlineStr"',
})

/** The row of an item in a workbook whose cell under `title` is added or replaced. */
async function rowWith(title: string, cell: MadeCell, currency = 'EUR', type = 'lens'): Promise<MappedRow | undefined> {
  const item: MadeCell[] = ['T-1', type, 'Canon', 'RF 50mm']
  const columnIndex = header.indexOf(title)
  const titles = columnIndex < 0 ? [...header, title] : header
  if (columnIndex < 0) item.push(cell)
  else item[columnIndex] = cell
  const bytes = makeWorkbook({ sheets: [{ name: 'Gear', data: sheetData([titles, item]) }], formats })
  const [sheet] = await readSheets(bytes, 'gear.xlsx')
  if (!sheet) throw new Error('no sheet')
  return mapTable(sheet, source(), { currency }).rows[0]
}

describe('a number of a workbook is read as its format shows it, or refused:', () => {
  it.each<[string, string, string, MadeCell, unknown]>([
    ['in thousands with a letter', 'Price', 'purchase_price', styled(4199, '#,##0.0,"k"'), 'shown_differently'],
    ['in thousands without a letter', 'Price', 'purchase_price', styled(4199, '#,##0,'), 'shown_differently'],
    ['in thousands by a condition', 'Price', 'purchase_price', styled(4199, '[>=1000]0.0,"k";0'), 'shown_differently'],
    ['below that condition', 'Price', 'purchase_price', styled(419, '[>=1000]0.0,"k";0'), 419],
    ['hidden', 'Price', 'purchase_price', styled(4199, ';;;'), 'shown_differently'],
    ['with the unit of the field', 'Filter thread', 'filter_thread_mm', styled(77, '0" mm"'), 77],
    ['with another currency', 'Price', 'purchase_price', styled(4199, '#,##0.00\\ "kr"'), 'other_currency'],
    ['in the accounting format', 'Price', 'purchase_price', styled(4199.5, formats[6] ?? ''), 4199.5],
    ['zero in the accounting format', 'Price', 'purchase_price', styled(0, formats[6] ?? ''), 0],
    ['with the language of a currency', 'Price', 'purchase_price', styled(1299.5, '[$€-407]\\ #,##0.00'), 1299.5],
    ['with decimals that are zero', 'Price', 'purchase_price', styled(4199, '#,##0.00'), 4199],
    ['an exponent', 'Price', 'purchase_price', styled(120000, '0.00E+00'), 'exponent'],
    ['a tag with a word in its format', 'Asset Tag', 'asset_tag', styled(7, '"KR-"#'), 'KR-7'],
    ['a tag with thousands', 'Asset Tag', 'asset_tag', styled(12345, '#,##0'), 'shown_differently'],
    ['a serial with decimals', 'Serial', 'serial_number', styled(123, '0.00'), 'shown_differently'],
    ['a serial that became an exponent', 'Serial', 'serial_number', styled(120000, '0.00E+00'), 'shown_differently'],
    ['a serial that became a percentage', 'Serial', 'serial_number', styled(0.12, '0%'), 'percent'],
    ['a model that became a percentage', 'Model', 'model', styled(0.5, '0%'), 'percent'],
    ['a model that is a plain number', 'Model', 'model', 503, '503'],
  ])('%s', async (_name, title, field, cell, expectedValue) => {
    expect(outcomeOf(await rowWith(title, cell), field)).toEqual(expectedValue)
  })

  it('hidden decimals are kept, with a warning that quotes both values', async () => {
    const row = await rowWith('Price', styled(1299.5, '#,##0'))
    expect(row?.fields['purchase_price']).toBe(1299.5)
    expect(row?.warnings.map(({ code, message }) => [code, message])).toEqual([
      ['decimals_hidden', expect.stringMatching(/1,300.*1299\.5/)],
    ])
  })

  it('weights in kilograms are never read as grams', async () => {
    const row = await rowWith('Weight', styled(1.2, '0.0" kg"'))
    expect(row?.fields['weight_g']).toBeOneOf([undefined, 1200])
  })

  it('the message quotes the formatted value', async () => {
    const row = await rowWith('Price', styled(0.125, '0%'))
    expect(row?.errors[0]).toMatchObject({
      code: 'percent',
      raw: '13%',
      message: expect.stringContaining('"13%"') as string,
    })
  })
})

describe('a name that a program has converted is refused:', () => {
  const convertedCells: [string, MadeCell][] = [
    ['a date', styled(46025, 'yyyy\\-mm\\-dd')],
    ['a day and a month', styled(46025, 'd\\-mmm')],
    ['a month and a year', styled(46025, 'mmm\\-yy')],
    ['a time', styled(0.57, 'h:mm')],
    ['a boolean', yesCell],
  ]
  const columns = [
    ['Asset Tag', 'asset_tag'],
    ['Model', 'model'],
    ['Brand', 'brand'],
    ['Serial', 'serial_number'],
    ['Location', 'storage_location'],
    ['Warranty provider', 'warranty_provider'],
    ['Firmware', 'firmware_version'],
  ] as const
  it.each(
    columns.flatMap(([title, field]) =>
      convertedCells.map(([description, cell]) => [title, description, field, cell] as const),
    ),
  )('%s: %s', async (title, _what, field, cell) => {
    const row = await rowWith(title, cell, 'EUR', 'camera')
    expect(row?.fields[field]).toBeUndefined()
    expect(row?.errors.map(({ code }) => code)).toEqual(['converted_value'])
    expect(row?.errors[0]?.message).toMatch(/[Ff]ormat the column as text/)
  })

  it.each([
    '2026-01-03',
    '03.01.2026',
    '1/3/2026',
    '3-Jan',
    'Jan-03',
    '03. Jan',
    'janv-03',
    'TRUE',
    'FALSE',
    'WAHR',
    'VRAI',
    'FALSO',
    'ИСТИНА',
  ])('in a text file: %s', (text) => {
    for (const title of ['Asset Tag', 'Model', 'Serial']) {
      const titles = [...header, 'Serial']
      const row = ['T-1', 'lens', 'Canon', 'RF 50mm', 'S1']
      row[titles.indexOf(title)] = text
      expect(mapText(toCsv([titles, row])).rows[0]?.errors.map(({ code }) => code)).toEqual(['converted_value'])
      row[titles.indexOf(title)] = `'${text}`
      expect(mapText(toCsv([titles, row])).rows[0]?.errors).toEqual([])
    }
  })

  it('a percentage in a text file', () => {
    expect(outcomeOf(mapText('Asset Tag,Type,Brand,Model\n12%,lens,Canon,R5').rows[0], 'asset_tag')).toBe('percent')
  })

  it.each(['true north', 'May', '5-10', 'R5 2024', '24-70', 'Mark II', 'Mars 12x', '16:9'])(
    '%s is not converted, so it is read',
    (text) => {
      expect(mapText(toCsv([header, ['T-1', 'lens', 'Canon', text]])).rows[0]?.fields['model']).toBe(text)
    },
  )
})

describe('protected text is read without its protection:', () => {
  it.each([
    ['="00124"', '00124'],
    ["'00124", '00124'],
    ["'KR-1", 'KR-1'],
    ['="KR-1"', 'KR-1'],
    ['="2026-01-03"', '2026-01-03'],
    ["'1E5", '1E5'],
    ['="say ""hi"""', 'say "hi"'],
  ])('%s', (written, expectedText) => {
    const row = mapText(toCsv([header, [written, 'lens', 'Canon', 'R5']])).rows[0]
    expect({ asset_tag: row?.fields['asset_tag'], errors: row?.errors }).toEqual({
      asset_tag: expectedText,
      errors: [],
    })
  })

  it.each(['=A1+B2', '=00124', '="a"&"b"', '=HYPERLINK("https://x.test","R5")'])(
    'but a formula in a text file is refused: %s',
    (text) => {
      expect(outcomeOf(mapText(toCsv([header, ['T-1', 'lens', 'Canon', text]])).rows[0], 'model')).toBe(
        'formula_not_calculated',
      )
    },
  )

  it('="…" in an unquoted cell', () => {
    const rows = mapText('Asset Tag;Type;Brand;Model\n="00124";lens;Canon;="0815"\n="00125";lens;Canon;R6').rows
    expect(rows.map(({ fields }) => [fields['asset_tag'], fields['model']])).toEqual([
      ['00124', '0815'],
      ['00125', 'R6'],
    ])
  })

  it.each(['=> see box 3', '== do not lend ==', '=1+1'])(
    'and a text that only begins like a formula is kept: %s',
    (text) => {
      expect(
        outcomeOf(
          mapText(
            toCsv([
              [...header, 'Notes'],
              ['T-1', 'lens', 'Canon', 'R5', text],
            ]),
          ).rows[0],
          'notes',
        ),
      ).toBe(text)
    },
  )

  it("and a name that begins with ' keeps it", () => {
    expect(
      mapText(
        toCsv([
          [...header, 'Location'],
          ['T-1', 'lens', 'Canon', 'R5', "'s-Hertogenbosch"],
        ]),
      ).rows[0]?.fields['storage_location'],
    ).toBe("'s-Hertogenbosch")
  })
})

describe('struck-out text', () => {
  it('is left out, with a warning', async () => {
    const row = await rowWith('Price', runs(['5999 ', true], ['6499', false]))
    expect({ purchase_price: row?.fields['purchase_price'], warnings: row?.warnings.map(({ code }) => code) }).toEqual({
      purchase_price: 6499,
      warnings: ['struck_out'],
    })
  })

  it('of a whole cell refuses the row', async () => {
    expect(outcomeOf(await rowWith('Price', runs(['5999', true])), 'purchase_price')).toBe('struck_out')
    expect(outcomeOf(await rowWith('Notes', runs(['old ', true], ['lens', true])), 'notes')).toBe('struck_out')
  })

  it('by the format of the cell refuses the row', async () => {
    const bytes = makeWorkbook({
      sheets: [
        {
          name: 'Gear',
          data: sheetData([
            [...header, 'Price'],
            ['T-1', 'lens', 'Canon', 'R5', { xml: '<v>5999</v>', attributes: 's="1"' }],
          ]),
        },
      ],
      formats: ['0'],
      struck: true,
    })
    const [sheet] = await readSheets(bytes, 'gear.xlsx')
    expect(outcomeOf(sheet && mapTable(sheet, source(), { currency: 'EUR' }).rows[0], 'purchase_price')).toBe(
      'struck_out',
    )
  })
})

describe('columns of dates', () => {
  it.each<[string, MadeCell, unknown]>([
    ['a plain number', 45351, 'not_a_date'],
    ['a year', 2024, 'not_a_date'],
    ['a duration', styled(1.1, '[h]:mm'), 'not_a_date'],
    ['a time', styled(0.57, 'h:mm'), 'not_a_date'],
    ['a day without a year', styled(46025, 'd\\-mmm'), 'not_a_date'],
    ['a year alone', styled(46025, 'yyyy'), 'not_a_date'],
    ['a month', styled(46023, 'mmmm\\ yyyy'), 'not_a_date'],
    ['months', '24 Monate', 'duration'],
    ['years', '2 years', 'duration'],
    ['a number with a letter', '2 J.', 'duration'],
  ])('%s is refused', async (_name, cell, code) => {
    expect(outcomeOf(await rowWith('Purchased', cell), 'purchase_date')).toBe(code)
    expect((await rowWith('Purchased', cell))?.errors[0]?.message).toMatch(/Write|Format|format/)
  })

  it('a duration is neither the end of a warranty nor its provider', () => {
    for (const title of ['Warranty provider', 'Warranty until'])
      for (const text of ['24 months', '2 ans', '24', 'lebenslang', '3 años', '36M', '2年'])
        expect(
          outcomeOf(
            mapText(
              toCsv([
                [...header, title],
                ['T-1', 'lens', 'Canon', 'R5', text],
              ]),
            ).rows[0],
            'warranty_provider',
          ),
        ).toBe('duration')
  })
})
