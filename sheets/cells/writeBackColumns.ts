import { BLANK } from './displayedCell.ts'
import type { Sheet } from '../types.ts'

/**
 * Headers of the columns that Kitroom writes into a sheet. They are recognised only next to each other, in this order.
 */
export const writeBackHeaders = ['Kitroom ID', 'Status', 'Message', 'Synced at'] as const

/** Values of the column `Status`. None of them is a status of gear. */
const writeBackStatuses = [
  'created',
  'updated',
  'unchanged',
  'refused',
  'conflict',
  'deleted in Kitroom',
  'not written',
] as const
export type WriteBackStatus = (typeof writeBackStatuses)[number]

const statuses: ReadonlySet<string> = new Set(writeBackStatuses)
const ID = /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})?$/

const isBlockAt = (texts: readonly string[], column: number): boolean =>
  writeBackHeaders.every((header, offset) => texts[column + offset]?.trim() === header)

/** Finds the columns of a row at which Kitroom's headers begin. */
export const findWriteBackBlocks = (texts: readonly string[]): number[] =>
  texts.flatMap((text, column) => (text.trim() === writeBackHeaders[0] && isBlockAt(texts, column) ? [column] : []))

/**
 * True if Kitroom wrote the cells of a row: its id and status tell. A person wrote any other text below these headers.
 */
export const isWrittenByKitroom = (id: string, status: string): boolean =>
  statuses.has(status.trim()) && ID.test(id.trim())

/**
 * Finds the headers and cells that Kitroom wrote into a sheet.
 * @returns row and first column of each group of four cells, both from 0
 */
export function findWriteBackCells<T>(
  rows: Iterable<readonly T[]>,
  textOf: (cell: T) => string,
): { row: number; column: number }[] {
  const columns = new Set<number>()
  const found: { row: number; column: number }[] = []
  let row = -1
  for (const cells of rows) {
    row++
    const textAt = (column: number): string => {
      const cell = cells[column]
      return cell === undefined ? '' : textOf(cell)
    }
    for (const column of columns)
      if (isWrittenByKitroom(textAt(column), textAt(column + 1))) found.push({ row, column })
    if (!cells.some((cell) => textOf(cell).trim() === writeBackHeaders[0])) continue
    for (const column of findWriteBackBlocks(cells.map(textOf))) {
      columns.add(column)
      found.push({ row, column })
    }
  }
  return found
}

/** Blanks the cells that Kitroom wrote, so that its columns count neither as fields nor as unknown. */
export function blankWriteBackColumns(sheet: Sheet): Sheet {
  const found = findWriteBackCells(
    sheet.rows.values().map(({ cells }) => cells),
    ({ text }) => text,
  )
  if (found.length === 0) return sheet
  const columnsByRow = Map.groupBy(found, ({ row }) => row)
  const rows = sheet.rows.map((sheetRow, row) => {
    const columns = columnsByRow.get(row)
    if (!columns) return sheetRow
    const isOwn = (index: number): boolean =>
      columns.some(({ column }) => index >= column && index < column + writeBackHeaders.length)
    return { ...sheetRow, cells: sheetRow.cells.map((cell, index) => (isOwn(index) ? BLANK : cell)) }
  })
  return { ...sheet, rows }
}
