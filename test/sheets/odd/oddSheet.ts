import iconv from 'iconv-lite'
import { codeFields } from '../../../sheets/cells/identity.ts'
import { chooseSheet } from '../../../sheets/mapping/chooseSheet.ts'
import { mapTable } from '../../../sheets/mapping/mapTable.ts'
import { readSheets } from '../../../sheets/readers/reader.ts'
import { SheetRefused, type MappedRow, type MappedTable } from '../../../sheets/types.ts'
import { makeWorkbook, sheetData, type MadeCell, type WorkbookParts } from '../makeWorkbook.ts'
import { source } from '../support.ts'

/** An unusual but realistic sheet, and what its owner expects of each row. */
export interface OddSheet {
  name: string
  language: string
  encoding?: string
  file: string
  bytes: Buffer
  currency: string
  settings?: string[]
  /** The code with which the whole file is refused. */
  refused?: string
  /**
   * A line for each item, `row|tag|type|brand|model|field=value|…`, or for each refused row, `row|!code`.
   * `5.2` is the second item of row 5, `5@2` is in table 2, `filter/nd` is a type with its kind.
   */
  rows: string
}

type Facts = Omit<OddSheet, 'file' | 'bytes' | 'encoding'>

/** A text file. `⏎` in a line is a line break inside a cell. */
export const text = (encoding: string, content: string, facts: Facts, file = 'list.csv'): OddSheet => ({
  ...facts,
  encoding,
  file,
  bytes: iconv.encode(content.trim().replaceAll('\n', '\r\n').replaceAll('⏎', '\n'), encoding.replace('-bom', ''), {
    addBOM: /utf-16|bom/.test(encoding),
  }),
})

export const workbook = (
  rows: readonly (readonly MadeCell[])[],
  facts: Facts,
  parts: Partial<WorkbookParts> & { hidden?: number[] } = {},
): OddSheet => ({
  ...facts,
  file: 'list.xlsx',
  bytes: makeWorkbook({
    ...parts,
    sheets: [{ name: 'Sheet1', data: sheetData(rows, parts.hidden) }, ...(parts.sheets ?? [])],
  }),
})

/** @throws SheetRefused when the whole sheet is refused. */
export async function mapOdd({ bytes, file, settings = [], currency }: OddSheet): Promise<MappedTable> {
  const sourceSettings = source(...settings)
  return mapTable(chooseSheet(await readSheets(bytes, file, sourceSettings), sourceSettings), sourceSettings, {
    currency,
  })
}

const plainText = (value: unknown): string => (Array.isArray(value) ? value.join(';') : String(value))

function expectedFields([tag = '', type = '', brand = '', model = '', ...fields]: string[]): Record<string, string> {
  const [gearType = '', kind] = type.split('/')
  const namedFields = fields.map((pair): [string, string] => [
    pair.slice(0, pair.indexOf('=')),
    pair.slice(pair.indexOf('=') + 1),
  ])
  return Object.fromEntries(
    [
      ['asset_tag', tag],
      ['gear_type', gearType],
      ...(kind === undefined ? [] : [[gearType === 'filter' ? 'filter_kind' : 'category', kind]]),
      ['brand', brand],
      ['model', model],
      ...namedFields,
    ].filter(([, value]) => value !== ''),
  ) as Record<string, string>
}

/** The expected outcomes by row and item: the fields, or the code of a refusal. */
export function expectations({ rows }: OddSheet): Map<string, string | Record<string, string>> {
  const lines = rows.trim() === '' ? [] : rows.trim().split('\n')
  return new Map(
    lines.map((line) => {
      const [row = '', ...cells] = line.trim().replaceAll('⏎', '\n').split('|')
      return [row, cells[0]?.startsWith('!') ? cells[0].slice(1) : expectedFields(cells)]
    }),
  )
}

const isWritten = ({ outcome, errors }: MappedRow): boolean => outcome === undefined && errors.length === 0

/** What planning makes of doubtful cells in an empty account: no number, or the refusal of the row. */
function codeOfDoubtful({ doubtful = [] }: MappedRow): string | undefined {
  if (doubtful.includes('asset_tag')) return 'row_without_key'
  return doubtful.some((field) => !codeFields.has(field)) ? 'unknown_value' : undefined
}

/** The outcomes of the rows in the form of `expectations`, without skipped rows. */
export function outcomes(table: MappedTable): Map<string, string | Record<string, string>> {
  const found = new Map<string, string | Record<string, string>>()
  for (const row of table.rows) {
    if (row.outcome === 'skipped' && row.errors.length === 0) continue
    const unit = row.stack && row.stack.unit > 1 ? `.${row.stack.unit}` : ''
    const position = `${row.row}${row.table === undefined ? '' : `@${row.table}`}${unit}`
    const codes = [...new Set(row.errors.map(({ code }) => code))].join(' ') || (row.reason ?? '')
    const fields = Object.entries(row.fields).filter(([field]) => row.doubtful?.includes(field) !== true)
    found.set(
      position,
      isWritten(row)
        ? (codeOfDoubtful(row) ?? Object.fromEntries(fields.map(([field, value]) => [field, plainText(value)])))
        : codes,
    )
  }
  return found
}

export async function refusalOf(sheet: OddSheet): Promise<SheetRefused | undefined> {
  return mapOdd(sheet).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof SheetRefused) return error
      throw error
    },
  )
}
