import { say } from '../contract/sentences/say.ts'
import { createCellReader, type ReadCell } from './cells/cellState.ts'
import { listWords } from './cells/words.ts'
import { createClassifier } from './mapping/classifyRow.ts'
import { isFilled } from './mapping/cellKind.ts'
import { mapColumns, type MappedColumn } from './mapping/columns.ts'
import { findColumnRanges } from './mapping/findColumnRanges.ts'
import { findNearestHeader } from './mapping/findHeader.ts'
import type { HeaderRow } from './mapping/headerRow.ts'
import { headerReaderOf, splitSheet } from './mapping/splitSheet.ts'
import { splitTables, type SplitRange } from './mapping/splitTables.ts'
import type { TablePart } from './mapping/tablePart.ts'
import { readDelimited } from './readers/delimited.ts'
import { decodeRawText, scanRecords, type RawRecord } from './readers/rawText.ts'
import { SheetRefused, type Sheet, type SheetRow } from './types.ts'
import { blankWriteBackColumns } from './cells/writeBackColumns.ts'

const HEADER = 'Asset Tag'
const TAG = /^KR-(\d{1,9})$/i
const DIGITS = 4

interface TagPlan {
  /** Rows of items without a tag: the index of their tag column by the row's index; -1 if there is no tag column. */
  items: Map<number, number>
  headers: Set<number>
  hasColumn: boolean
  tags: string[]
}

/** Settings of a source that say what its columns are. */
type TagSettings = Parameters<typeof splitSheet>[1]

const noSettings: TagSettings = { columns: {}, values: {}, clear_token: '<clear>' }

const tagColumnOf = ({ header }: TablePart): number => {
  const named = header.matches.findIndex((match) => match?.target === 'asset_tag' && !match.weak)
  return named === -1 ? header.matches.findIndex((match) => match?.target === 'asset_tag') : named
}

type ItemColumn = Pick<MappedColumn, 'index' | 'target'>

/**
 * Lists the columns that items fill: those with a field, else all. A header that the sync would refuse matters not
 * here.
 */
function listItemColumns({ headerRow, header, rows }: TablePart, readCell: ReadCell): ItemColumn[] {
  const body = rows.filter(({ role }) => role === 'row').map(({ row }) => row)
  let columns: ItemColumn[]
  try {
    columns = mapColumns(headerRow, header, body, readCell).columns
  } catch (error) {
    if (!(error instanceof SheetRefused)) throw error
    columns = header.matches.flatMap((match, index) => (match ? [{ index, target: match.target }] : []))
  }
  if (columns.length > 0) return columns
  return headerRow.cells.flatMap((cell, index) => (isFilled(cell) ? [{ index, target: 'ignore' }] : []))
}

function planTable(
  part: TablePart,
  indexOf: ReadonlyMap<SheetRow, number>,
  settings: TagSettings,
  plan: TagPlan,
): void {
  const readCell = createCellReader(settings.clear_token)
  const column = tagColumnOf(part)
  const typeWords = listWords('gear_type', settings.values.gear_type)
  const classify = createClassifier(part.headerRow, listItemColumns(part, readCell), column, readCell, typeWords)
  plan.headers.add(part.header.index)
  for (const { row, whole, role } of part.rows) {
    const index = indexOf.get(whole) ?? -1
    const tag = row.cells[column]?.text.trim() ?? ''
    if (role === 'repeated_header') plan.headers.add(index)
    else if (tag === '' && classify(row) === 'item') plan.items.set(index, column)
    plan.tags.push(tag)
  }
}

/** Splits a list whose header lacks required columns. Other tables with the same columns belong to it. */
function splitIncomplete(sheet: Sheet, settings: TagSettings): SplitRange[] | undefined {
  const reader = headerReaderOf(settings)
  const header = findNearestHeader(sheet.rows, reader)
  const row = header && sheet.rows[header.index]
  if (!row) return undefined
  const { fields } = reader.read(row)
  const missingIn = (other: HeaderRow): string[] => {
    if (fields.size > 0) return [...fields].filter((field) => !other.fields.has(field))
    return other.names.size > 1 ? ['gear_type'] : []
  }
  return splitTables(sheet.rows, findColumnRanges(sheet.rows, header, reader), header.index, { ...reader, missingIn })
}

/** Splits a sheet. A list without types, brands or models gets tags too. @throws SheetRefused no_header, no_rows */
function splitForTags(sheet: Sheet, settings: TagSettings): SplitRange[] {
  try {
    return splitSheet(sheet, settings).ranges
  } catch (error) {
    const ranges = error instanceof SheetRefused ? splitIncomplete(sheet, settings) : undefined
    if (ranges === undefined) throw error
    return ranges
  }
}

function planTags(sheet: Sheet, settings: TagSettings): TagPlan {
  const ranges = splitForTags(sheet, settings)
  const gearTables = ranges
    .map(({ tables }) => tables.filter(({ missing }) => missing.length === 0))
    .filter(({ length }) => length > 0)
  const tables = gearTables[0] ?? []
  const hasColumn = tables.some((part) => tagColumnOf(part) >= 0)
  if (gearTables.length > 1) throw new SheetRefused('unreadable_file', say('gear_side_by_side'))
  const untaggedTable = hasColumn && tables.find((part) => tagColumnOf(part) < 0)
  if (untaggedTable)
    throw new SheetRefused(
      'no_key_column',
      say('list_without_column', { row: untaggedTable.headerRow.row, header: HEADER }),
    )
  const plan: TagPlan = { items: new Map(), headers: new Set(), hasColumn, tags: [] }
  const indexOf = new Map(sheet.rows.map((row, index): [SheetRow, number] => [row, index]))
  for (const part of tables) planTable(part, indexOf, settings, plan)
  return plan
}

const findHighest = (tags: Iterable<string>): number => {
  let max = 0
  for (const tag of tags) max = Math.max(max, Number(TAG.exec(tag)?.[1] ?? 0))
  return max
}

interface Edit {
  from: number
  to: number
  text: string
}

function* listEdits(records: readonly RawRecord[], plan: TagPlan, delimiter: string, first: number): Generator<Edit> {
  const insertAt = (at: number, text: string): Edit => ({ from: at, to: at, text })
  let next = first
  const newTag = (): string => `KR-${String(next++).padStart(DIGITS, '0')}`
  for (const [index, record] of records.entries()) {
    const column = plan.items.get(index)
    if (!plan.hasColumn) {
      const isHeader = plan.headers.has(index)
      const tagOfItem = (): string => (column === undefined ? '' : newTag())
      if (record.end > record.start) yield insertAt(record.start, (isHeader ? HEADER : tagOfItem()) + delimiter)
      continue
    }
    if (column === undefined) continue
    const cell = record.cells[column]
    if (cell) yield { from: cell.start, to: cell.end, text: newTag() }
    else yield insertAt(record.end, delimiter.repeat(column - record.cells.length + 1) + newTag())
  }
}

/**
 * Copies a text file and gives each item without a tag the next one after the highest existing `KR-` tag, starting at
 * `KR-0001`. All other bytes stay unchanged. A missing tag column is inserted as the first column.
 * @param settings of the source that the sheet is for
 * @throws SheetRefused for an unreadable file, or one without a header
 */
export function tagSheet(
  bytes: Uint8Array,
  takenTags: Iterable<string>,
  settings: TagSettings = noSettings,
): { bytes: Uint8Array; added: number } {
  const sheet = readDelimited(bytes)
  const delimiter = sheet.delimiter ?? ','
  const raw = decodeRawText(bytes, sheet.encoding ?? 'utf-8')
  const records = scanRecords(raw.text, raw.start, delimiter)
  const hasSameCells =
    records.length === sheet.rows.length &&
    records.every(({ cells }, index) => cells.length === sheet.rows[index]?.cells.length)
  if (!hasSameCells) throw new SheetRefused('unreadable_file', say('quotation_marks_open'))
  const plan = planTags(blankWriteBackColumns(sheet), settings)
  const pieces: string[] = []
  let copiedTo = 0
  for (const { from, to, text } of listEdits(
    records,
    plan,
    delimiter,
    Math.max(findHighest(plan.tags), findHighest(takenTags)) + 1,
  )) {
    pieces.push(raw.text.slice(copiedTo, from), text)
    copiedTo = to
  }
  pieces.push(raw.text.slice(copiedTo))
  return { bytes: raw.encode(pieces.join('')), added: plan.items.size }
}
