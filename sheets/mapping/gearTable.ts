import type { ReadCell } from '../cells/cellState.ts'
import type { ColumnRules } from '../cells/columnRules.ts'
import { wordsOf } from '../cells/words.ts'
import { presets } from '../presets.ts'
import type { SourceSettings } from '../settings.ts'
import type { MappedRow, SheetRow } from '../types.ts'
import { createClassifier, type RowClass } from './classifyRow.ts'
import { mapColumns, type MappedColumn, type MappedColumns } from './columns.ts'
import { hasOtherThanGrams, weighColumn } from './evidence.ts'
import { kindOf } from './fields.ts'
import { findGoneColumns, readGone } from './goneColumns.ts'
import { findKeyColumn } from './findKeyColumn.ts'
import type { KeyColumn } from './keys.ts'
import { columnLetter } from './letters.ts'
import { readTitle, type ListTitle } from './listTitles.ts'
import { mapRow, type RowRules } from './mapRow.ts'
import { isFocalRangeHeader } from './ownHeaders.ts'
import { applyTitle, createSections } from './onHand.ts'
import { createCurrencyOf, findCurrencyColumns } from './rowCurrency.ts'
import type { PartRow, TablePart } from './tablePart.ts'

export interface MapContext {
  settings: SourceSettings
  /** The account's currency, ISO 4217. */
  currency: string
  readCell: ReadCell
  /** Whether rows tell the line of the file too. */
  withLines: boolean
  /** Name of the sheet, in a workbook. */
  sheetName: string | undefined
  /** Number of values in a row of a text file, by the place of its header; undefined in a workbook. */
  widthOf: (headerIndex: number) => number | undefined
}

type SkipReason = Exclude<RowClass, 'item' | 'blank'> | 'repeated_header'

interface ClassedRow {
  part: PartRow
  rowClass: 'item' | SkipReason
}

/** A table that is read as gear. */
export interface GearTable {
  part: TablePart
  mapped: MappedColumns
  key: KeyColumn
  classed: ClassedRow[]
  items: SheetRow[]
}

/**
 * Finds which column of a table feeds which field, which one is the key, and which rows are items.
 * @throws SheetRefused duplicate_header, ambiguous_header, no_key_column.
 */
export function openGearTable(part: TablePart, { settings, readCell }: MapContext): GearTable {
  const body = part.rows.filter(({ role }) => role === 'row').map(({ row }) => row)
  const { mapped, key } = findKeyColumn(mapColumns(part.headerRow, part.header, body, readCell), body, settings, readCell)
  const classify = createClassifier(part.headerRow, mapped.columns, key.column.index, readCell)
  const classed = part.rows.flatMap((partRow): ClassedRow[] => {
    if (partRow.role === 'repeated_header') return [{ part: partRow, rowClass: 'repeated_header' }]
    const rowClass = partRow.role === 'heading' ? 'group_row' : classify(partRow.row)
    return rowClass === 'blank' ? [] : [{ part: partRow, rowClass }]
  })
  const items = classed.filter(({ rowClass }) => rowClass === 'item').map(({ part: { row } }) => row)
  const currencies = findCurrencyColumns(part.headerRow, mapped, items, readCell)
  const gone = findGoneColumns(part.headerRow, mapped, settings.preset && presets[settings.preset])
  const letters = new Set([...currencies, ...gone].map(({ letter }) => letter))
  const unknown = mapped.unknown.filter(({ column }) => !letters.has(column))
  return { part, mapped: { ...mapped, unknown, currencies, gone }, key, classed, items }
}

export interface GearRows {
  rows: MappedRow[]
  /** By column letter, what the cells of a column decided for all of it. */
  inferred: Record<string, string>
}

/** Parses the rows of a table of gear. */
export function mapGearTable(table: GearTable, context: MapContext): GearRows {
  const { rules, inferred } = weighColumns(table.mapped.columns, table.items, context)
  const { settings, readCell, withLines } = context
  const { columns, notes, quantity } = table.mapped
  const shared: RowRules = {
    columns,
    notes,
    key: table.key,
    rules,
    readCell,
    currencyOf: createCurrencyOf(table.mapped, readCell),
    blankClears: settings.blank === 'clear',
    defaults: settings.defaults ?? {},
    ...(settings.preset !== undefined && { preset: presets[settings.preset] }),
    ...(quantity && { quantity: { column: quantity, policy: settings.quantity } }),
    withLines,
  }
  const width = context.widthOf(table.part.header.index)
  const sections = createSections(titleOf(table.part, context))
  const rows = table.classed.map((classed): MappedRow => {
    const mapped = mapClassed(classed, shared, width)
    if (classed.rowClass === 'group_row') sections.heading(classed.part.row)
    const { row } = classed.part
    const title = classed.rowClass === 'item' ? (sections.item(row) ?? readGone(row, table.mapped.gone, readCell)) : undefined
    if (title) applyTitle(mapped, title, settings.sold_lists, table.key)
    return mapped
  })
  return { rows, inferred }
}

/** What the title above a table says of its gear, else the name of the sheet. */
export const titleOf = ({ title }: TablePart, { sheetName }: Pick<MapContext, 'sheetName'>): ListTitle | undefined =>
  title ?? readTitle(sheetName ?? '')

/** A row that is no item, with its place alone. */
export const bareRow = (row: SheetRow, reason: string, withLines: boolean): MappedRow => ({
  row: row.row,
  ...(withLines && row.line !== undefined && { line: row.line }),
  outcome: 'skipped',
  reason,
  fields: {},
  blanks: [],
  clears: [],
  errors: [],
  warnings: [],
})

function mapClassed({ part: { row, whole, role }, rowClass }: ClassedRow, shared: RowRules, width: number | undefined): MappedRow {
  if (rowClass === 'item') {
    const mapped = mapRow(row, shared)
    if (width !== undefined) refuseOverlong(mapped, whole, width)
    return mapped
  }
  // a heading in the key column is a row after all when its text is a key that the source knows
  if (rowClass === 'group_row' && role === 'row' && row.cells[shared.key.column.index]?.text.trim())
    return { ...mapRow(row, shared), outcome: 'skipped', reason: rowClass }
  return bareRow(row, rowClass, shared.withLines)
}

/** In a text file, values beyond the header mean that a delimiter inside a value was not quoted and all after it stand in wrong columns. */
function refuseOverlong(mapped: MappedRow, row: SheetRow, width: number): void {
  const index = row.cells.findIndex((cell, column) => column >= width && cell.text.trim() !== '')
  if (index < 0) return
  mapped.outcome = 'refused'
  mapped.errors.push({
    cell: `${columnLetter(index)}${row.row}`,
    code: 'too_long',
    raw: row.cells[index]?.text ?? '',
    message: `The row has ${row.cells.length} values and the header ${width}, so some stand in wrong columns. Put quotation marks around values that hold the delimiter.`,
  })
}

const monthDayOf = (field: string, { month_dates: days }: SourceSettings): ColumnRules['monthDay'] =>
  typeof days === 'string' ? days : days?.[field as keyof typeof days]

/** A header of weights that names its unit. */
const GRAMS = /(?:^|[^\p{L}])(?:g|gr|gram(?:m|me|mes|o|os|s)?)\.?(?:$|[^\p{L}])/iu

function weighColumns(columns: readonly MappedColumn[], items: readonly SheetRow[], { settings, currency }: MapContext) {
  const rules = new Map<string, ColumnRules>()
  const inferred: Record<string, string> = {}
  for (const column of columns) {
    for (const field of typeof column.target === 'string' ? [column.target] : Object.values(column.target)) {
      const kind = kindOf(field)
      if (!kind) throw new Error(`no kind for the field ${field}`)
      const { inferred: told, ...evidence } = weighColumn(items, column.index, { field, kind }, settings)
      if (told !== undefined) inferred[column.letter] = told
      const words = wordsOf(field, settings.values[field as keyof SourceSettings['values']])
      const headerCurrency = column.currency
      rules.set(field, {
        field,
        kind,
        currency,
        ...evidence,
        ...(headerCurrency !== undefined && { headerCurrency }),
        ...(words && { words }),
        ...(kind === 'date' && settings.two_digit_years !== undefined && { firstShortYear: Number(settings.two_digit_years.slice(0, 4)) }),
        ...(kind === 'date' && monthDayOf(field, settings) !== undefined && { monthDay: monthDayOf(field, settings) }),
        ...(field === 'weight_g' && !GRAMS.test(column.header) && hasOtherThanGrams(items, column.index) && { needsUnit: true }),
        ...(field === 'focal_length_min_mm' && isFocalRangeHeader(column.header) && { isFocalRange: true }),
      })
    }
  }
  return { rules, inferred }
}
