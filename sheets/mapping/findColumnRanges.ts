import type { SheetRow } from '../types.ts'
import { isFilled } from './cellKind.ts'
import type { FoundHeader } from './findHeader.ts'
import { listMissingRequired, type HeaderReader, type HeaderRow } from './headerRow.ts'
import { BLANK_CELL, cutRowToRange, type ColumnRange } from './columnRange.ts'
import { findAdjacentLists } from './adjacentLists.ts'

interface HeaderRun extends ColumnRange {
  header: HeaderRow
}

const countFilled = (row: SheetRow, { from, to }: ColumnRange): number => {
  let count = 0
  for (let index = from; index <= Math.min(to, row.cells.length - 1); index++)
    if (isFilled(row.cells[index] ?? BLANK_CELL)) count++
  return count
}

/** Splits a header row at columns that are empty down to the next header. */
function findRuns(header: SheetRow, body: readonly SheetRow[], reader: HeaderReader): HeaderRun[] {
  const bounds: ColumnRange[] = []
  header.cells.forEach((cell, index) => {
    if (!isFilled(cell)) return
    const lastBound = bounds.at(-1)
    const continuesRun = lastBound && !isEmptyBetween(lastBound.to + 1, index - 1, body)
    if (lastBound && continuesRun) lastBound.to = index
    else bounds.push({ from: index, to: index })
  })
  return bounds.map((bound) => ({ ...bound, header: reader.read(cutRowToRange(header, bound)) }))
}

function isEmptyBetween(from: number, to: number, body: readonly SheetRow[]): boolean {
  for (let column = from; column <= to; column++)
    if (!body.some((row) => isFilled(row.cells[column] ?? BLANK_CELL))) return true
  return false
}

const isComplete = (run: HeaderRun): boolean => listMissingRequired(run.header).length === 0

/**
 * True if columns belong to another table: they have headers of other lists, repeated fields, or rows that do not align
 * with the gear list.
 */
function isSeparate(run: HeaderRun, main: HeaderRun, body: readonly SheetRow[]): boolean {
  if (run.header.filled.length < 2) return false
  if (run.header.listHeaders > 0 || [...run.header.fields].some((field) => main.header.fields.has(field))) return true
  const rows = body.map((row) => ({ inMain: countFilled(row, main), inRun: countFilled(row, run) }))
  if (rows.some(({ inMain, inRun }) => inMain === 0 && inRun > 1)) return true
  const items = rows.filter(({ inMain }) => inMain > 1)
  const lastFilled = items.findLastIndex(({ inRun }) => inRun > 0)
  return (
    lastFilled >= 0 && lastFilled < items.length - 2 && items.slice(0, lastFilled + 1).every(({ inRun }) => inRun > 0)
  )
}

/** Returns the rows down to the next header of any kind. */
function bodyOf(rows: readonly SheetRow[], header: FoundHeader, reader: HeaderReader): readonly SheetRow[] {
  const body = rows.slice(header.index + 1)
  const end = body.findIndex((row) => {
    const headerRow = reader.read(row)
    return headerRow.names.size > 1 && headerRow.data.length === 0
  })
  return end < 0 ? body : body.slice(0, end)
}

/** Finds the first column of a gear list that starts further down, to the right of the header. */
function findLowerStart(
  rows: readonly SheetRow[],
  header: FoundHeader,
  extent: ColumnRange,
  reader: HeaderReader,
): number | undefined {
  for (const row of rows.slice(header.index + 1)) {
    if (row.cells.length <= extent.to + 1 || countFilled(row, extent) === 0) continue
    const headerBeside = reader.read(cutRowToRange(row, { from: extent.to + 1, to: Infinity }))
    if (listMissingRequired(headerBeside).length === 0) return headerBeside.filled[0]
  }
  return undefined
}

/** Finds the first columns of the tables beside the main table. */
function findSeparateStarts(headerRow: SheetRow, body: readonly SheetRow[], reader: HeaderReader): number[] {
  const runs = findRuns(headerRow, body, reader)
  const main = runs.find(isComplete)
  if (!main) return []
  const before = runs.slice(0, runs.indexOf(main))
  return runs.slice(1).flatMap((run) => {
    const isSeparateRun =
      run === main
        ? before.some((other) => isSeparate(other, main, body))
        : isComplete(run) || isSeparate(run, main, body)
    return isSeparateRun ? [run.from] : []
  })
}

export function findColumnRanges(rows: readonly SheetRow[], header: FoundHeader, reader: HeaderReader): ColumnRange[] {
  const headerRow = rows[header.index]
  if (!headerRow) return [{ from: 0, to: Infinity }]
  const extent = { from: headerRow.cells.findIndex(isFilled), to: headerRow.cells.findLastIndex(isFilled) }
  // The search for tables beside this one is slow, and most headers have no empty cell.
  const hasGap = countFilled(headerRow, extent) <= extent.to - extent.from
  const separateStarts = [0, ...(hasGap ? findSeparateStarts(headerRow, bodyOf(rows, header, reader), reader) : [])]
  const starts = separateStarts.flatMap((from, index) =>
    findAdjacentLists(headerRow, { from, to: (separateStarts[index + 1] ?? extent.to + 1) - 1 }, reader),
  )
  const lowerStart = findLowerStart(rows, header, extent, reader)
  if (lowerStart !== undefined) starts.push(lowerStart)
  return starts.map((from, index) => ({ from, to: (starts[index + 1] ?? Infinity) - 1 }))
}
