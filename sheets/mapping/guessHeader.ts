// Tells a header of unknown words from the first item of a list without a header.
import { isMaker } from '../vocabulary/makers.ts'
import { toLookupKey } from '../vocabulary/lookupKey.ts'
import type { SheetRow } from '../types.ts'
import { isFilled, isNumeric } from './cellKind.ts'
import type { HeaderReader } from './headerRow.ts'

const SEARCHED_ROWS = 100
const MIN_SHARE_OF_DATA = 0.6

const filledAt = ({ cells }: SheetRow): number[] => cells.flatMap((cell, index) => (isFilled(cell) ? [index] : []))

/** Finds the first row that is about as wide as the list: rows above it are titles. */
function findFirstRow(rows: readonly SheetRow[]): number | undefined {
  const widths = rows.slice(0, SEARCHED_ROWS).map((row) => filledAt(row).length)
  const filled = widths.filter((width) => width > 0).toSorted((a, b) => a - b)
  const median = filled[Math.floor(filled.length / 2)] ?? 0
  const index = widths.findIndex((width) => width >= 2 && width >= median / 2)
  return index < 0 ? undefined : index
}

/** True if the row has words only, no cell repeats below it, and it names a field or has a column of data below. */
function isHeader(rows: readonly SheetRow[], index: number, reader: HeaderReader): boolean {
  const row = rows[index]
  if (!row) return false
  const filled = filledAt(row)
  const texts = filled.map((at) => row.cells[at]?.text.trim() ?? '')
  const isWord = (text: string): boolean => /\p{L}/u.test(text) && !/\p{N}/u.test(text) && !isMaker(text)
  if (new Set(texts.map(toLookupKey)).size < texts.length || !texts.every(isWord)) return false
  const body = rows.slice(index + 1, index + 1 + SEARCHED_ROWS)
  return (
    filled.every(
      (at) => !body.some(({ cells }) => toLookupKey(cells[at]?.text ?? '') === toLookupKey(row.cells[at]?.text ?? '')),
    ) &&
    !filled.some((at) => isTypeAbove(row, body, at, reader)) &&
    (reader.read(row).fields.size > 0 || filled.some((at) => isDataColumn(body, at, reader)))
  )
}

/** True for a word for a type above another one: both are types of items. */
const isTypeAbove = (row: SheetRow, body: readonly SheetRow[], at: number, reader: HeaderReader): boolean =>
  reader.isType(row.cells[at]) && body.some(({ cells }) => reader.isType(cells[at]))

/** True if most cells of a column are data: numbers, codes, dates, types or makers. */
function isDataColumn(body: readonly SheetRow[], at: number, reader: HeaderReader): boolean {
  const cells = body.flatMap(({ cells: all }) => {
    const cell = all[at]
    return cell && isFilled(cell) ? [cell] : []
  })
  const data = cells.filter(
    (cell) => isNumeric(cell) || /\p{N}/u.test(cell.text) || reader.isType(cell) || isMaker(cell.text),
  )
  return cells.length > 0 && data.length >= cells.length * MIN_SHARE_OF_DATA
}

/** The first row of a list without a known header: its names in unknown words, or its first item. */
export interface GuessedRow {
  index: number
  kind: 'header' | 'item'
}

export function guessHeader(rows: readonly SheetRow[], reader: HeaderReader): GuessedRow | undefined {
  const index = findFirstRow(rows)
  if (index === undefined) return undefined
  return { index, kind: isHeader(rows, index, reader) ? 'header' : 'item' }
}
