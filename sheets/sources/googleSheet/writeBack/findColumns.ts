import { say } from '../../../../contract/sentences/say.ts'
import { toColumnIndex, toColumnLetter } from '../../../vocabulary/columnLetters.ts'
import { findWriteBackBlocks, writeBackHeaders } from '../../../cells/writeBackColumns.ts'
import { refuse } from '../../refuse.ts'
import type { RowMessages } from '../../writeBack.ts'
import type { Area } from '../area.ts'

/** Present position of the list. Rows and columns count from 0. */
export interface FoundColumns {
  headerRow: number
  keyColumn: number
  /** First of Kitroom's columns; undefined before they are created. */
  ownColumn: number | undefined
}

const normalise = (text: string): string => text.trim().replaceAll(/\s+/g, ' ')
const OWN = writeBackHeaders.join(', ')

/** Selects the texts in the columns of the list, at their positions. */
const ofList = (texts: readonly string[], { firstColumn, endColumn }: Area): string[] =>
  texts.slice(0, endColumn).fill('', 0, firstColumn)

/** Finds the row with most of the headers that the sheet had when it was read. */
function findHeaderRow(rows: readonly (readonly string[])[], { headers, key, headerRow }: RowMessages): number {
  const wanted = new Set(headers.map(normalise).filter(Boolean))
  const scores = rows.map((row) => {
    const texts = new Set(row.map(normalise))
    return texts.has(normalise(key.header)) ? [...wanted].filter((header) => texts.has(header)).length : 0
  })
  const best = scores.reduce((found, score, row) => (score > (scores[found] ?? 0) ? row : found), 0)
  if (2 * (scores[best] ?? 0) > wanted.size) return best
  throw refuse(say('header_gone', { row: headerRow }))
}

function findKeyColumn(texts: readonly string[], { key }: RowMessages): number {
  const found = texts.flatMap((text, column) => (normalise(text) === normalise(key.header) ? [column] : []))
  const index = toColumnIndex(key.column)
  if (found.includes(index)) return index
  const [only, second] = found
  if (only !== undefined && second === undefined) return only
  throw refuse(say('header_repeated', { header: key.header, count: found.length }))
}

function findOwnColumn(texts: readonly string[], headerRow: number): number | undefined {
  const [column, second] = findWriteBackBlocks(texts)
  const names = (columns: readonly number[]): string =>
    columns.map((at) => `${toColumnLetter(at)}${headerRow + 1}`).join(', ')
  if (column !== undefined && second !== undefined)
    throw refuse(say('own_columns_twice', { columns: OWN, cells: names([column, second]) }))
  const first = texts.findIndex((text) => text.trim() === writeBackHeaders[0])
  if (column === undefined && first >= 0) throw refuse(say('own_columns_apart', { columns: OWN, cell: names([first]) }))
  return column
}

/**
 * Finds the header row, the key column and Kitroom's own columns, which may be outside the list.
 * @param rows the first rows of the list's part of the sheet, as displayed, with all columns
 * @throws SheetRefused if they cannot be identified
 */
export function findColumns(rows: readonly (readonly string[])[], messages: RowMessages, area: Area): FoundColumns {
  const listRows = rows.map((texts) => ofList(texts, area))
  const index = findHeaderRow(listRows, messages)
  const headerRow = area.firstRow + index
  return {
    headerRow,
    keyColumn: findKeyColumn(listRows[index] ?? [], messages),
    ownColumn: findOwnColumn(rows[index] ?? [], headerRow),
  }
}
