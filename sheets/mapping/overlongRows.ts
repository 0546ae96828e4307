// Rows of a text file with more values than the header. Mostly an unquoted delimiter has shifted their columns.
import { say } from '../../contract/sentences/say.ts'
import { toColumnLetter } from '../vocabulary/columnLetters.ts'
import type { MappedRow, SheetRow } from '../types.ts'
import type { TablePart } from './tablePart.ts'
import { isFilled } from './cellKind.ts'

const STARTS_WITH_SPACE = /^\s+\S/
const DIGIT_AT_START = /^\s*\d/

const textAt = (row: SheetRow, index: number): string =>
  ((row.cellAt ? row.cellAt(index) : row.cells[index])?.text ?? '').trim()

/** Refuses a row whose values may stand in wrong columns. */
export type RefuseOverlong = (mapped: MappedRow, row: SheetRow) => void

/**
 * Creates the check of a table's rows. A row with a remark to the right of the header is not shifted: its value in the
 * last column stands there in another row too, and no value begins with the space that follows a comma in a sentence.
 * @param width number of values in the header's record
 */
export function createOverlongCheck({ headerRow, rows }: TablePart, width: number): RefuseOverlong {
  const last = headerRow.cells.findLastIndex(isFilled)
  let known: Set<string> | undefined
  const listKnown = (): Set<string> => {
    const lists = rows.filter(({ role, whole }) => role === 'row' && (whole.width ?? whole.cells.length) <= width)
    return new Set(lists.map(({ row }) => textAt(row, last)).filter(Boolean))
  }
  const isInPlace = (row: SheetRow, first: number): boolean => {
    if (row.cells.some(({ text }, index) => index > 0 && STARTS_WITH_SPACE.test(text))) return false
    if (DIGIT_AT_START.test(row.cells[first]?.text ?? '')) return false
    known ??= listKnown()
    return known.has(textAt(row, last))
  }
  return (mapped, row) => {
    if ((row.width ?? row.cells.length) <= width) return
    const index = row.cells.findIndex((cell, column) => column >= width && cell.text.trim() !== '')
    if (index < 0 || isInPlace(row, index)) return
    mapped.outcome = 'refused'
    mapped.errors.push({
      cell: `${toColumnLetter(index)}${row.row}`,
      code: 'too_long',
      raw: row.cells[index]?.text ?? '',
      ...say('values_shifted', { values: row.cells.length, headers: width }),
    })
  }
}
