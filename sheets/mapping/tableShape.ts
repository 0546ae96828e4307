import type { SheetRow } from '../types.ts'
import { isFilled } from './cellKind.ts'
import { kindOf } from './fields.ts'
import type { HeaderReader, HeaderRow } from './headerRow.ts'
import type { TablePart } from './tablePart.ts'

/** A sample suffices to recognize a table's shape. */
const SAMPLED_ROWS = 500
const MIN_CELLS = 3
const MIN_OFF_SHAPE = 2
const MAX_CHARACTERS = 40

/** Typical cells of a gear list, by column. */
export interface Shape {
  /** True for a row of words in numeric columns: a header with unknown words. */
  isForeign: (row: SheetRow, read: HeaderRow) => boolean
}

const hasDigit = (text: string): boolean => /\d/.test(text)

const NUMERIC: ReadonlySet<string | undefined> = new Set(['money', 'measure', 'count', 'date'])

const isNumericColumn = ({ read }: TablePart, index: number): boolean => {
  const target = read.matches[index]?.target
  return typeof target === 'string' && NUMERIC.has(kindOf(target))
}

/** Learns from rows with a known type which columns always contain a digit. */
export function createShape(table: TablePart, rows: readonly SheetRow[], reader: HeaderReader): Shape {
  const types = table.read.matches.findIndex((match) => match?.target === 'gear_type')
  const sure = rows.slice(table.header.index + 1, table.header.index + 1 + SAMPLED_ROWS).filter(({ cells }) => reader.isType(cells[types]))
  const counts = new Map<number, { filled: number; digits: number }>()
  for (const { cells } of sure)
    for (const [index, cell] of cells.entries()) {
      if (!isFilled(cell)) continue
      const count = counts.get(index) ?? { filled: 0, digits: 0 }
      count.filled++
      if (cell.kind !== 'text' || hasDigit(cell.text)) count.digits++
      counts.set(index, count)
    }
  const digitColumns = new Set([...counts].filter(([, { filled, digits }]) => digits / filled >= 0.9).map(([index]) => index))
  return {
    isForeign: (row, read) => {
      if (sure.length === 0 || read.filled.length < MIN_CELLS || read.data.length > 0) return false
      const type = row.cells[types]
      if (!type || !isFilled(type) || reader.isType(type)) return false
      const texts = read.filled.map((index) => row.cells[index]?.text.trim() ?? '')
      if (new Set(texts).size < texts.length || texts.some((text) => text.length > MAX_CHARACTERS)) return false
      return read.filled.filter((index) => digitColumns.has(index) || isNumericColumn(table, index)).length >= MIN_OFF_SHAPE
    },
  }
}
