import type { ColumnFact } from '../../contract/sentences/columns.ts'
import { say } from '../../contract/sentences/say.ts'
import { createCellReader } from '../cells/cellState.ts'
import type { TableInfo, SheetMapping } from '../../contract/control/explain.ts'
import { withAdvice } from '../refuseWithAdvice.ts'
import type { SheetSettings } from '../settings/settings.ts'
import {
  SheetRefused,
  type MappedRow,
  type MappedTable,
  type ReadSection,
  type Sheet,
  type TableSections,
} from '../types.ts'
import { answerCells, type AnsweredCells, type AnsweredSheet } from './answeredCells.ts'
import { describeGearTable, describeOtherTable } from './describeMapping.ts'
import {
  listRowNumbers,
  toIgnoredRow,
  mapGearTable,
  prepareGearTable,
  findTableTitle,
  type GearTable,
  type MapContext,
} from './gearTable.ts'
import type { LetterOf } from './findDuplicates.ts'
import { findMissingHeaders } from './findMissingHeaders.ts'
import { findPreset } from './findPreset.ts'
import { findWords } from './findWords.ts'
import { mapEach, mapStacks, mergeRows, type MapStep } from './mapSteps.ts'
import { mapOtherTable, prepareOtherTable, toRefusedTable, type OtherTable } from './otherTable.ts'
import { correctRow } from './rowFacts.ts'
import { countRowGroups, type CountedRow } from './rowGroups.ts'
import { splitSheet } from './splitSheet.ts'
import type { SplitRange } from './splitTables.ts'
import type { TablePart } from './tablePart.ts'
import { blankUncheckedRows } from './uncheckedRows.ts'
import { formatValuesYaml, UnknownWords } from './unknownWords.ts'

export interface MapOptions {
  currency: string
  /** Time zone of the studio, an IANA name; UTC if it is unknown. */
  timeZone?: string
  /** True if the account's subscription does not include maintenance. */
  lacksMaintenance?: boolean
  /** Texts that a person has given for cells. */
  cells?: AnsweredCells
  /** True to add the words of enumeration columns to the read section. */
  explain?: boolean
}

type OpenTable = { kind: 'gear'; gear: GearTable } | { kind: 'other'; other: OtherTable }

const partOf = (table: OpenTable): TablePart => (table.kind === 'gear' ? table.gear.part : table.other.part)

interface OpenSheet {
  main: GearTable
  tables: OpenTable[]
}

/**
 * Maps a sheet: finds tables, maps columns and parses the cells of gear tables. A faulty cell affects only its row. It
 * yields each row when mapped and holds none, so that a sheet may be larger than memory. Corrections follow once all
 * rows are known.
 * @throws SheetRefused no_rows, no_header, missing_required_column, duplicate_header, ambiguous_header, no_key_column
 */
export function* mapSheet(
  wholeSheet: Sheet,
  settings: SheetSettings,
  { currency, timeZone = 'UTC', lacksMaintenance = false, cells, explain }: MapOptions,
): Generator<MapStep, TableSections> {
  const { sheet, note } = answerCells(blankUncheckedRows(wholeSheet), cells)
  const context: MapContext = {
    settings,
    currency,
    timeZone,
    lacksMaintenance,
    readCell: createCellReader(settings.clear_token),
    sheetName: sheet.name,
    withLines: sheet.rows.some(({ row, line }) => line !== undefined && line !== row),
    widthOf: (index) => (sheet.delimiter === undefined ? undefined : sheet.rows[index]?.cells.length),
  }
  const { header, ranges } = splitSheet(sheet, settings)
  const openSheet = openTables(ranges, sheet.rows[header.index]?.row ?? 0, context)
  const { sections, rows } = yield* readTables(sheet, ranges, openSheet, context, note)
  if (explain) sections.read.words = findWords(sheet, sections.read, rows, settings)
  return sections
}

/** Maps a sheet like `mapSheet`, but holds all rows in memory. */
export function mapTable(sheet: Sheet, settings: SheetSettings, options: MapOptions): MappedTable {
  const rows: MappedRow[] = []
  const steps = mapSheet(sheet, settings, options)
  for (;;) {
    const step = steps.next()
    if (step.done) return { ...step.value, rows }
    addStep(rows, step.value)
  }
}

function addStep(rows: MappedRow[], step: MapStep): void {
  const row = 'position' in step ? rows[step.position] : undefined
  if (!('position' in step)) rows.push(step)
  else if (row) correctRow(row, step)
}

function openTables(ranges: readonly SplitRange[], headerRow: number, context: MapContext): OpenSheet {
  const parts = ranges
    .flatMap(({ tables }) => tables)
    .toSorted((a, b) => a.header.index - b.header.index || a.range.from - b.range.from)
  const attempts = parts.map((part): Attempt => (part.missing.length === 0 ? tryPrepareTable(part, context) : { part }))
  const main = attempts.find(({ gear }) => gear && gear.items.length > 0)?.gear
  const firstComplete = attempts.find(({ part }) => part.missing.length === 0)
  // If the first list has no key, another list may become the main one. Any other fault of the first list refuses the
  // sheet.
  if (firstComplete?.refused && (!main || firstComplete.refused.code !== 'no_key_column')) throw firstComplete.refused
  if (!main) throw attempts.find(({ refused }) => refused)?.refused ?? noItems(headerRow)
  const tables = attempts.map(({ part, gear, refused }): OpenTable => {
    if (gear && gear.key.field === main.key.field) return { kind: 'gear', gear }
    if (gear)
      return {
        kind: 'other',
        other: toRefusedTable(part, say('table_without_key', { field: main.key.field })),
      }
    return { kind: 'other', other: refused ? toRefusedTable(part, refused.said) : prepareOtherTable(part) }
  })
  return { main, tables }
}

const noItems = (headerRow: number): SheetRefused => new SheetRefused('no_rows', say('no_items', { row: headerRow }))

/** Result of reading a table as a gear list. A table without the required headers has neither `gear` nor `refused`. */
interface Attempt {
  part: TablePart
  gear?: GearTable
  refused?: SheetRefused
}

function tryPrepareTable(part: TablePart, context: MapContext): Attempt {
  try {
    return { part, gear: prepareGearTable(part, context) }
  } catch (error) {
    if (error instanceof SheetRefused) return { part, refused: advisePreset(error, part, context) }
    throw error
  }
}

/** Advises a preset first where the headers are those of another program. */
function advisePreset(refused: SheetRefused, { headerRow }: TablePart, { settings }: MapContext): SheetRefused {
  const preset = settings.preset === undefined ? findPreset(headerRow.cells.map(({ text }) => text)) : undefined
  if (preset === undefined) return refused
  return withAdvice(refused, [{ kind: 'settings', settings: { preset } }, ...refused.advice])
}

interface ReadTable {
  info: TableInfo
  /** Read once. */
  rows: Iterable<MappedRow>
  inferred: Record<string, ColumnFact>
}

function readTable(table: OpenTable, number: number, context: MapContext): ReadTable {
  if (table.kind === 'other')
    return { info: describeOtherTable(table.other, number), rows: mapOtherTable(table.other, context), inferred: {} }
  const { rows, inferred, rules } = mapGearTable(table.gear, context)
  return {
    info: describeGearTable(table.gear, { inferred, rules }, number, findTableTitle(table.gear.part, context)),
    rows,
    inferred,
  }
}

/** Merges the rows of all tables in the sheet's order. */
function listRows(
  { main, tables }: OpenSheet,
  readResults: readonly ReadTable[],
  { withLines }: MapContext,
): Iterable<MappedRow> {
  const mainHeaderRow = main.part.headerRow.row
  const gearTables = tables.flatMap((table) => (table.kind === 'gear' ? [table.gear] : []))
  const gearRows = new Set(gearTables.length === tables.length ? [] : gearTables.flatMap(listRowNumbers))
  // The gear list already has these rows, so a list beside it is not listed row by row.
  const isHidden = (row: MappedRow, { kind }: OpenTable): boolean =>
    kind === 'other' && (gearRows.has(row.row) || row.row === mainHeaderRow)
  const rowsOf = function* (table: OpenTable, index: number): Generator<MappedRow> {
    const { headerRow } = partOf(table)
    const isMain = partOf(table) === main.part
    const headerRows =
      isMain || headerRow.row === mainHeaderRow ? [] : [toIgnoredRow(headerRow, 'table_header', withLines)]
    for (const rows of [headerRows, readResults[index]?.rows ?? []])
      for (const row of rows) if (!isHidden(row, table)) yield isMain ? row : Object.assign(row, { table: index + 1 })
  }
  return mergeRows(tables.map(rowsOf))
}

interface ReadSheet {
  sections: TableSections
  /** All rows, corrected. */
  rows: Iterable<CountedRow>
}

function* readTables(
  sheet: Sheet,
  ranges: readonly SplitRange[],
  openSheet: OpenSheet,
  context: MapContext,
  note: AnsweredSheet['note'],
): Generator<MapStep, ReadSheet> {
  const { main, tables } = openSheet
  const { settings } = context
  const readResults = tables.map((table, index) => readTable(table, index + 1, context))
  const mainIndex = tables.findIndex((table) => partOf(table) === main.part)
  const infos = readResults.map(({ info }) => info)
  const infoOf = ({ table }: Pick<MappedRow, 'table'>): TableInfo | undefined => infos[(table ?? mainIndex + 1) - 1]
  const words = new UnknownWords(settings)
  const fieldAt = (row: MappedRow, cell: string): string | undefined => {
    const field = infoOf(row)?.columns.find(({ column }) => column === /^[A-Z]+/.exec(cell)?.[0])?.field
    return typeof field === 'string' ? field : undefined
  }
  const letterOf: LetterOf = (row, field) => infoOf(row)?.columns.find((column) => column.field === field)?.column
  const listed = listRows(openSheet, readResults, context)
  const hasStacks = tables.some((table) => table.kind === 'gear' && table.gear.mapped.quantity)
  const rows = yield* (hasStacks ? mapStacks : mapEach)(listed, main.key.field, letterOf, (row) => {
    words.add(row, (cell) => fieldAt(row, cell))
    note(row)
  })
  const unknown_words = words.list()
  const missingHeaders = findMissingHeaders(
    settings,
    tables.map((table) => partOf(table).headerRow),
  )
  const above = new Set(ranges.flatMap((range) => range.above.map(({ row }) => row.row)))
  const row_groups = countRowGroups(sheet, { rows, above, headers: new Set([main.part.headerRow.row]) })
  const mapping: SheetMapping = {
    rows: sheet.rows.length,
    row_groups,
    ...(sheet.encodingFacts && { encoding: sheet.encodingFacts }),
    tables: infos,
    unknown_words,
    ...(missingHeaders.length > 0 && { missing_headers: missingHeaders }),
    values_block: formatValuesYaml(unknown_words),
  }
  return {
    sections: { read: describeRead(sheet, main, readResults[mainIndex]?.inferred ?? {}, settings), mapping },
    rows,
  }
}

function describeRead(
  sheet: Sheet,
  { part, mapped, key }: GearTable,
  inferred: Record<string, ColumnFact>,
  settings: SheetSettings,
): ReadSection {
  const { columns, notes, unknown, ignored, quantity, currencies, gone } = mapped
  const hiddenRows = sheet.rows.filter(({ hidden, cells }) => hidden && cells.length > 0).length
  // Undefined members are left out of the JSON that is stored.
  return {
    sheet: sheet.name,
    range: sheet.range,
    sheets_not_read: sheet.otherSheets,
    encoding: sheet.encoding,
    delimiter: sheet.delimiter,
    header_row: part.headerRow.row,
    hidden_columns: sheet.hiddenColumns,
    ...(hiddenRows > 0 && { hidden_rows: hiddenRows }),
    columns: Object.fromEntries(
      [...notes, ...columns, ...currencies, ...gone, ...(quantity ? [quantity] : [])]
        .toSorted((a, b) => a.index - b.index)
        .map(({ letter, header, target }) => [letter, { header, field: target }]),
    ),
    unknown_columns: unknown,
    ...(ignored.length > 0 && { ignored_columns: ignored }),
    ...(Object.keys(inferred).length > 0 && { inferred }),
    ...(key.field !== settings.key && { key: key.field }),
  }
}
