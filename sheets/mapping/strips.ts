import type { SheetRow } from '../types.ts'
import { isFilled } from './cellKind.ts'
import type { FoundHeader } from './findHeader.ts'
import { missingRequired, type HeaderReader, type HeaderRow } from './headerRow.ts'
import { BLANK, cutRow, type Strip } from './strip.ts'
import { findAdjacentLists } from './adjacentLists.ts'

interface Run extends Strip {
  header: HeaderRow
}

const filledIn = (row: SheetRow, { from, to }: Strip): number => {
  let count = 0
  for (let index = from; index <= Math.min(to, row.cells.length - 1); index++) if (isFilled(row.cells[index] ?? BLANK)) count++
  return count
}

/** Splits a row's headers at columns that are empty down to the next header. */
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

/** True when adjacent headers belong to another table: other names, repeated fields, or rows that do not align with the gear list. */
function isSeparate(run: Run, main: Run, body: readonly SheetRow[]): boolean {
  if (run.header.filled.length < 2) return false
  if (run.header.listHeaders > 0 || [...run.header.fields].some((field) => main.header.fields.has(field))) return true
  const rows = body.map((row) => ({ inMain: filledIn(row, main), inRun: filledIn(row, run) }))
  if (rows.some(({ inMain, inRun }) => inMain === 0 && inRun > 1)) return true
  const items = rows.filter(({ inMain }) => inMain > 1)
  const lastFilled = items.findLastIndex(({ inRun }) => inRun > 0)
  return lastFilled >= 0 && lastFilled < items.length - 2 && items.slice(0, lastFilled + 1).every(({ inRun }) => inRun > 0)
}

/** Rows down to the next header of any kind. */
function bodyOf(rows: readonly SheetRow[], header: FoundHeader, reader: HeaderReader): readonly SheetRow[] {
  const body = rows.slice(header.index + 1)
  const end = body.findIndex((row) => {
    const read = reader.read(row)
    return read.names.size > 1 && read.data.length === 0
  })
  return end < 0 ? body : body.slice(0, end)
}

/** Finds a gear list that starts lower, in other columns. */
function findLowerStart(rows: readonly SheetRow[], header: FoundHeader, extent: Strip, reader: HeaderReader): number | undefined {
  for (const row of rows.slice(header.index + 1)) {
    if (row.cells.length <= extent.to + 1 || filledIn(row, extent) === 0) continue
    const beside = reader.read(cutRow(row, { from: extent.to + 1, to: Infinity }))
    if (missingRequired(beside).length === 0) return beside.filled[0]
  }
  return undefined
}

/** Columns at which separate tables start. */
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

export function findStrips(rows: readonly SheetRow[], header: FoundHeader, reader: HeaderReader): Strip[] {
  const headerRow = rows[header.index]
  if (!headerRow) return [{ from: 0, to: Infinity }]
  const extent = { from: headerRow.cells.findIndex(isFilled), to: headerRow.cells.findLastIndex(isFilled) }
  // Most headers have no gap, and reading every row as a header is slow.
  const hasGap = filledIn(headerRow, extent) <= extent.to - extent.from
  const apart = [0, ...(hasGap ? findOwnRuns(headerRow, bodyOf(rows, header, reader), reader) : [])]
  const starts = apart.flatMap((from, index) => findAdjacentLists(headerRow, { from, to: (apart[index + 1] ?? extent.to + 1) - 1 }, reader))
  const lower = findLowerStart(rows, header, extent, reader)
  if (lower !== undefined) starts.push(lower)
  return starts.map((from, index) => ({ from, to: (starts[index + 1] ?? Infinity) - 1 }))
}
