import { describe, expect, it } from 'vitest'
import { readSheet } from '../../sheets/readers/reader.ts'
import { SheetRefused, type Sheet } from '../../sheets/types.ts'

const read = (content: string | Uint8Array, name = 'sheet.csv'): Promise<Sheet> =>
  readSheet(typeof content === 'string' ? Buffer.from(content) : content, name)
const values = (sheet: Sheet): string[][] => sheet.rows.map((row) => row.cells.map((cell) => cell.text))
const numbers = (sheet: Sheet): (number | undefined)[][] => sheet.rows.map(({ row, line }) => [row, line])

async function refusal(content: string | Uint8Array, name?: string): Promise<SheetRefused> {
  const error = await read(content, name).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof SheetRefused)) throw new Error(`not refused: ${String(error)}`)
  return error
}

describe('encodings', () => {
  const text = 'Tag;Größe\n1;5 €\n'
  const utf16be = (hasMark: boolean): Buffer => Buffer.from(`${hasMark ? '\ufeff' : ''}${text}`, 'utf16le').swap16()
  const table: [string, Uint8Array][] = [
    ['utf-8', Buffer.from(text)],
    ['utf-8 (byte order mark)', Buffer.from(`\ufeff${text}`)],
    ['utf-16le (byte order mark)', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['utf-16be (byte order mark)', utf16be(true)],
    ['utf-16le', Buffer.from(text, 'utf16le')],
    ['utf-16be', utf16be(false)],
    [
      'windows-1252',
      Buffer.concat([
        Buffer.from('Tag;Gr'),
        Buffer.from([0xf6, 0xdf]),
        Buffer.from('e\n1;5 '),
        Buffer.from([0x80, 0x0a]),
      ]),
    ],
  ]
  it.each(table)('%s', async (encoding, bytes) => {
    const sheet = await read(bytes)
    expect(sheet.encoding).toBe(encoding)
    expect(values(sheet)).toEqual([
      ['Tag', 'Größe'],
      ['1', '5 €'],
    ])
  })
})

describe('delimiters', () => {
  it.each([[';'], [','], ['\t'], ['|']])('%j is detected by the rows that it makes', async (delimiter) => {
    const sheet = await read(
      [`a${delimiter}b${delimiter}c`, `1${delimiter}2${delimiter}3`, `4${delimiter}${delimiter}6`].join('\n'),
    )
    expect(sheet.delimiter).toBe(delimiter)
    expect(values(sheet)[2]).toEqual(['4', '', '6'])
  })

  it('a comma in every price does not hide the semicolons', async () => {
    expect((await read('tag;name;price,EUR\n1;a;1,50\n2;b;2,50\n3;c;9,99')).delimiter).toBe(';')
  })

  it('a few ragged rows do not hide the delimiter', async () => {
    const rows = Array.from({ length: 12 }, (_, index) => `${index},b,c,d`)
    expect((await read(['a,b,c,d', ...rows, '13,b', '14,b,c,d,e'].join('\n'))).delimiter).toBe(',')
  })

  it('the line sep= sets the delimiter and is no row', async () => {
    const sheet = await read('sep=|\na|b;c\n1|2;3')
    expect({ delimiter: sheet.delimiter, values: values(sheet), numbers: numbers(sheet) }).toEqual({
      delimiter: '|',
      values: [
        ['a', 'b;c'],
        ['1', '2;3'],
      ],
      numbers: [
        [1, 2],
        [2, 3],
      ],
    })
  })

  it('a file that two delimiters fit equally is refused', async () => {
    const error = await refusal('a,b;c\n1,2;3\n4,5;6')
    expect(error).toMatchObject({ code: 'ambiguous_delimiter', message: expect.stringContaining('sep=') })
  })
})

describe('lines and quotes', () => {
  it('line ends of all kinds may be mixed', async () => {
    expect(values(await read('a;b\r1;2\r\n3;4\n5;6'))).toEqual([
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
      ['5', '6'],
    ])
  })

  it('rows have the number of the spreadsheet, and lines that of the file', async () => {
    const sheet = await read('a;b\n1;"x\r\ny"\n\n2;z\n')
    expect(numbers(sheet)).toEqual([
      [1, 1],
      [2, 2],
      [3, 4],
      [4, 5],
    ])
    expect(values(sheet)[1]).toEqual(['1', 'x\ny'])
  })

  it('a quote inside a value is text', async () => {
    expect(values(await read('a;b\n1;5" lens\n2;"7"" disc"'))).toEqual([
      ['a', 'b'],
      ['1', '5" lens'],
      ['2', '7" disc'],
    ])
  })

  it.each([
    ['never closed', 'a;b\n1;"open\n2;3\n4;5\n', 'line 2'],
    ['closed in the middle of a value', 'a;b\n1;2\n3;"x" y\n', 'line 3'],
    ['opened again further down', 'a;b\n1;"open\n2;"x"\n', 'line 2'],
    ['beside an unquoted inch sign', 'a;b\n1;5" lens\n2;"x" y\n', 'line 3'],
  ])('a quote %s is refused with its line', async (_name, text, line) => {
    const error = await refusal(text)
    expect(error).toMatchObject({ code: 'unreadable_file', message: expect.stringContaining(line) })
  })

  it('a record of more than a megabyte is refused', async () => {
    expect((await refusal(`a;b\n1;"${'x'.repeat(1_100_000)}";2\n`)).code).toBe('unreadable_file')
  })

  it('NUL bytes and names such as __proto__ are plain text', async () => {
    expect(values(await read('__proto__;constructor\n1\0;2'))).toEqual([
      ['__proto__', 'constructor'],
      ['1\0', '2'],
    ])
  })
})

describe('a file of the wrong kind is refused:', () => {
  it.each([
    ['a workbook called .csv', Buffer.from('PK\x03\x04rest'), 'sheet.csv', 'unreadable_file', 'ends in .xlsx'],
    ['a text called .xlsx', Buffer.from('Asset Tag;Type'), 'sheet.xlsx', 'unreadable_file', 'no workbook'],
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1]), 'sheet.xls', 'unreadable_file', 'old Excel'],
    ['a PDF', Buffer.from('%PDF-1.7'), 'sheet.csv', 'unreadable_file', 'PDF'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47]), 'sheet.csv', 'unreadable_file', 'picture'],
    ['a web page', Buffer.from('<html><table><tr><td>Asset Tag'), 'sheet.xls', 'unreadable_file', 'web page'],
    [
      'an XML spreadsheet',
      Buffer.from('<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>'),
      'sheet.xls',
      'unreadable_file',
      '2003',
    ],
    ['another ending', Buffer.from('a;b'), 'folder/sheet.numbers', 'unreadable_file', '.csv'],
    ['nothing', new Uint8Array(), 'sheet.csv', 'no_rows', 'empty'],
  ])('%s', async (_name, bytes, name, code, hint) => {
    const error = await refusal(bytes, name)
    expect({ code: error.code, message: error.message }).toEqual({ code, message: expect.stringContaining(hint) })
  })
})
