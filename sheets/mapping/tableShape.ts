import type { SheetRow } from '../types.ts'
import { isFilled } from './cellKind.ts'
import { findFieldKind } from '../vocabulary/fields.ts'
import type { HeaderReader, HeaderRow } from './headerRow.ts'
import type { TablePart } from './tablePart.ts'

/** Number of rows to examine, enough to find the numeric columns. */
const SAMPLED_ROWS = 500
const MIN_CELLS = 3
const MIN_NUMERIC_COLUMNS = 2
const MAX_CHARACTERS = 40

/** Describes the typical cells of a gear list, by column. */
export interface TableShape {
  /** True for a row with words in numeric columns: it is a header with unknown words. */
  isUnknownHeader: (row: SheetRow, read: HeaderRow) => boolean
}

const hasDigit = (text: string): boolean => /\d/.test(text)

const NUMERIC: ReadonlySet<string | undefined> = new Set(['money', 'measure', 'count', 'date'])

const isNumericColumn = ({ read }: TablePart, index: number): boolean => {
  const target = read.matches[index]?.target
  return typeof target === 'string' && NUMERIC.has(findFieldKind(target))
}

/** Finds the columns in which rows with a known type almost always have a digit. */
export function createTableShape(table: TablePart, rows: readonly SheetRow[], reader: HeaderReader): TableShape {
  const typeColumn = table.read.matches.findIndex((match) => match?.target === 'gear_type')
  const typedRows = rows
    .slice(table.header.index + 1, table.header.index + 1 + SAMPLED_ROWS)
    .filter(({ cells }) => reader.isType(cells[typeColumn]))
  const counts = new Map<number, { filled: number; digits: number }>()
  for (const { cells } of typedRows)
    for (const [index, cell] of cells.entries()) {
      if (!isFilled(cell)) continue
      const count = counts.get(index) ?? { filled: 0, digits: 0 }
      count.filled++
      if (cell.kind !== 'text' || hasDigit(cell.text)) count.digits++
      counts.set(index, count)
    }
  const digitColumns = new Set(
    [...counts].filter(([, { filled, digits }]) => digits / filled >= 0.9).map(([index]) => index),
  )
  return {
    isUnknownHeader: (row, read) => {
      if (typedRows.length === 0 || read.filled.length < MIN_CELLS || read.data.length > 0) return false
      const type = row.cells[typeColumn]
      if (!type || !isFilled(type) || reader.isType(type)) return false
      const texts = read.filled.map((index) => row.cells[index]?.text.trim() ?? '')
      if (new Set(texts).size < texts.length || texts.some((text) => text.length > MAX_CHARACTERS)) return false
      return (
        read.filled.filter((index) => digitColumns.has(index) || isNumericColumn(table, index)).length >=
        MIN_NUMERIC_COLUMNS
      )
    },
  }
}
