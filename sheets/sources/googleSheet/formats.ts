import { toNumberCell } from '../../cells/displayedCell.ts'
import { toColumnLetter } from '../../vocabulary/columnLetters.ts'
import type { GoogleFormat, GoogleGrid } from '../../googleGrid.ts'
import { gridsOf } from './listTabs.ts'
import { columnRange } from './ranges.ts'
import type { GridData, SheetReads } from './reads.ts'
import type { TabCells } from './values.ts'

export type GridFormats = Pick<GoogleGrid, 'formats' | 'columnFormats' | 'cellFormats'>

/** Assigns indexes to formats. */
class FormatList {
  readonly formats: GoogleFormat[] = []
  private readonly indexes = new Map<string, number>()

  indexOf(format: GoogleFormat | undefined): number | null {
    if (!format) return null
    const key = JSON.stringify(format)
    const known = this.indexes.get(key)
    if (known !== undefined) return known
    this.indexes.set(key, this.formats.length)
    return this.formats.push(format) - 1
  }
}

/** Patterns by type, for types without one: Google omits the usual pattern of the locale. */
const usualPatterns: Readonly<Record<string, string>> = { PERCENT: '0.00%', SCIENTIFIC: '0.00E+00', TIME: 'h:mm:ss' }

/** A longer text is no amount, and searching it would take long. */
const MAX_AMOUNT_CHARACTERS = 200

/** @param displayed the cell's text, which has the currency if Google omits the pattern */
function toFormat(type: string, pattern: string, displayed: string): GoogleFormat {
  if (pattern !== '' || type !== 'CURRENCY') return { type, pattern: pattern || (usualPatterns[type] ?? '') }
  const [, before = '', after = ''] =
    displayed.length > MAX_AMOUNT_CHARACTERS
      ? []
      : (/^[\s(-]*([^\d\s(-]*)[^]*?([^\d\s)]*)[\s)]*$/.exec(displayed) ?? [])
  return { type, pattern: `${before && `"${before}"`}#,##0.00${after && ` "${after}"`}` }
}

/** Reads the number formats of a grid's cells: by row, then by column, both from 0. */
function readGridFormats(
  { startRow, startColumn, rowData = [] }: GridData,
  { displayed }: TabCells,
): Map<number, Map<number, GoogleFormat>> {
  const rows = rowData.map(({ values = [] }, index): [number, Map<number, GoogleFormat>] => {
    const row = (startRow ?? 0) + index
    const cells = values.flatMap(({ effectiveFormat }, offset): [number, GoogleFormat][] => {
      const { type, pattern } = effectiveFormat?.numberFormat ?? {}
      const column = (startColumn ?? 0) + offset
      return typeof type === 'string' ? [[column, toFormat(type, pattern ?? '', displayed[row]?.[column] ?? '')]] : []
    })
    return [row, new Map(cells)]
  })
  return new Map(rows)
}

/** Finds the format of most numbers in a column's first rows. */
function findUsualFormat(
  column: number,
  { values }: TabCells,
  first: ReadonlyMap<number, ReadonlyMap<number, GoogleFormat>>,
): GoogleFormat | undefined {
  const found = [...first].flatMap(([row, cells]) =>
    typeof values[row]?.[column] === 'number' ? [JSON.stringify(cells.get(column) ?? null)] : [],
  )
  const groups = [...Map.groupBy(found, (key) => key)].toSorted((a, b) => b[1].length - a[1].length)
  return (JSON.parse(groups[0]?.[0] ?? 'null') as GoogleFormat | null) ?? undefined
}

/** True if a number of the column is not displayed in the column's usual format. */
function hasOtherFormats(column: number, format: GoogleFormat | undefined, { values, displayed }: TabCells): boolean {
  return values.some((row, index) => {
    const value = row[column]
    return (
      typeof value === 'number' &&
      toNumberCell(value, format?.pattern ?? '').text !== displayed[index]?.[column]?.trim()
    )
  })
}

const widthOf = ({ values }: TabCells): number => values.reduce((widest, row) => Math.max(widest, row.length), 0)

interface Columns {
  usual: (GoogleFormat | undefined)[]
  /** Columns with several formats. */
  mixed: number[]
}

function compareColumns(cells: TabCells, first: ReadonlyMap<number, ReadonlyMap<number, GoogleFormat>>): Columns {
  const columns = Array.from({ length: widthOf(cells) }, (_, column) => column)
  const usual = columns.map((column) => findUsualFormat(column, cells, first))
  return { usual, mixed: columns.filter((column) => hasOtherFormats(column, usual[column], cells)) }
}

function collect({ usual, mixed }: Columns, cells: TabCells, whole: readonly GridData[]): GridFormats {
  const list = new FormatList()
  const columnFormats = usual.map((format) => list.indexOf(format))
  const byRow = whole.map((grid) => readGridFormats(grid, cells))
  const formatAt = (row: number, column: number): GoogleFormat | undefined => {
    for (const rows of byRow) {
      const format = rows.get(row)?.get(column)
      if (format) return format
    }
    return undefined
  }
  const cellFormats = Object.fromEntries(
    mixed.map((column) => [String(column), cells.values.map((_, row) => list.indexOf(formatAt(row, column)))]),
  )
  return { formats: list.formats, columnFormats, cellFormats }
}

/**
 * Finds the number format of every cell, in one or two reads. The first rows give a column's usual format. A second
 * read gets all formats of columns in which a number is displayed otherwise.
 */
export async function readFormats(reads: SheetReads, sheets: readonly TabCells[]): Promise<GridFormats[]> {
  const first = await reads.firstFormats(sheets.map(({ tab }) => tab))
  const columns = sheets.map((cells) => {
    const [grid = {}] = gridsOf(first, cells.tab)
    return compareColumns(cells, readGridFormats(grid, cells))
  })
  const ranges = sheets.flatMap(({ tab, values }, index) =>
    columns[index]!.mixed.map((column) =>
      columnRange(tab.title, toColumnLetter(column), tab.area.firstRow, values.length),
    ),
  )
  const whole = ranges.length === 0 ? {} : await reads.formats(ranges)
  return sheets.map((cells, index) => collect(columns[index]!, cells, gridsOf(whole, cells.tab)))
}
