import type { SheetRow } from '../types.ts'
import { isFilled } from './cellKind.ts'
import type { FoundHeader } from './findHeader.ts'
import { missingRequired, type HeaderReader, type HeaderRow } from './headerRow.ts'
import { BLANK, cutRow, type Strip } from './strip.ts'
import { findTouchingLists } from './touchingLists.ts'

/** Headers side by side without an empty column between them. */
interface Run extends Strip {
  header: HeaderRow
}

const filledIn = (row: SheetRow, { from, to }: Strip): number => {
  let count = 0
  for (let index = from; index <= Math.min(to, row.cells.length - 1); index++) if (isFilled(row.cells[index] ?? BLANK)) count++
  return count
}

/** The headers of a row, parted where a column is empty from the header to the next header. */
function findRuns(header: SheetRow, body: readonly SheetRow[], reader: HeaderReader): Run[] {
  const bounds: Strip[] = []
  header.cells.forEach((cell, index) => {
    if (!isFilled(cell)) return
    const last = bounds.at(-1)
    const isBeside = last && !isEmptyBetween(last.to + 1, index - 1, body)
    if (last && isBeside) last.to = index
    else bounds.push({ from: index, to: index })
  })
  return bounds.map((bound) => ({ ...bound, header: reader.read(cutRow(header, bound)) }))
}

function isEmptyBetween(from: number, to: number, body: readonly SheetRow[]): boolean {
  for (let column = from; column <= to; column++) if (!body.some((row) => isFilled(row.cells[column] ?? BLANK))) return true
  return false
}

const isComplete = (run: Run): boolean => missingRequired(run.header).length === 0

/**
 * Whether headers beside those of a gear list belong to another table: they name columns of other lists, or a field that the list has already,
 * or their rows are filled where the list's are not, or they end while the list goes on.
 */
function isSeparate(run: Run, main: Run, body: readonly SheetRow[]): boolean {
  if (run.header.filled.length < 2) return false
  if (run.header.listHeaders > 0 || [...run.header.fields].some((field) => main.header.fields.has(field))) return true
  const rows = body.map((row) => ({ inMain: filledIn(row, main), inRun: filledIn(row, run) }))
  if (rows.some(({ inMain, inRun }) => inMain === 0 && inRun > 1)) return true
  const items = rows.filter(({ inMain }) => inMain > 1)
  const lastFilled = items.findLastIndex(({ inRun }) => inRun > 0)
  return lastFilled >= 0 && lastFilled < items.length - 2 && items.slice(0, lastFilled + 1).every(({ inRun }) => inRun > 0)
}

/** Rows from the header to the next row that reads like a header of anything. */
function bodyOf(rows: readonly SheetRow[], header: FoundHeader, reader: HeaderReader): readonly SheetRow[] {
  const body = rows.slice(header.index + 1)
  const end = body.findIndex((row) => {
    const read = reader.read(row)
    return read.names.size > 1 && read.data.length === 0
  })
  return end < 0 ? body : body.slice(0, end)
}

/** Finds a gear list that begins lower, in columns outside those of the header. */
function findLowerStart(rows: readonly SheetRow[], header: FoundHeader, extent: Strip, reader: HeaderReader): number | undefined {
  for (const row of rows.slice(header.index + 1)) {
    if (row.cells.length <= extent.to + 1 || filledIn(row, extent) === 0) continue
    const beside = reader.read(cutRow(row, { from: extent.to + 1, to: Infinity }))
    if (missingRequired(beside).length === 0) return beside.filled[0]
  }
  return undefined
}

/** Where headers after the first begin a table of their own. */
function findOwnRuns(headerRow: SheetRow, body: readonly SheetRow[], reader: HeaderReader): number[] {
  const runs = findRuns(headerRow, body, reader)
  const main = runs.find(isComplete)
  if (!main) return []
  const before = runs.slice(0, runs.indexOf(main))
  return runs.slice(1).flatMap((run) => {
    const isOwn = run === main ? before.some((other) => isSeparate(other, main, body)) : isComplete(run) || isSeparate(run, main, body)
    return isOwn ? [run.from] : []
  })
}

/** Parts the columns of a sheet where gear lists or other lists stand side by side. */
export function findStrips(rows: readonly SheetRow[], header: FoundHeader, reader: HeaderReader): Strip[] {
  const headerRow = rows[header.index]
  if (!headerRow) return [{ from: 0, to: Infinity }]
  const extent = { from: headerRow.cells.findIndex(isFilled), to: headerRow.cells.findLastIndex(isFilled) }
  // most headers have no gap, and reading every row as a header takes long
  const hasGap = filledIn(headerRow, extent) <= extent.to - extent.from
  const apart = [0, ...(hasGap ? findOwnRuns(headerRow, bodyOf(rows, header, reader), reader) : [])]
  const starts = apart.flatMap((from, index) => findTouchingLists(headerRow, { from, to: (apart[index + 1] ?? extent.to + 1) - 1 }, reader))
  const lower = findLowerStart(rows, header, extent, reader)
  if (lower !== undefined) starts.push(lower)
  return starts.map((from, index) => ({ from, to: (starts[index + 1] ?? Infinity) - 1 }))
}
