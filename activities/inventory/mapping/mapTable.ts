import { createCellReader } from '../cells/cellState.ts'
import type { ColumnRules } from '../cells/columnRules.ts'
import { wordsOf } from '../cells/words.ts'
import type { SourceSettings } from '../settings.ts'
import { SheetRefused, type MappedRow, type MappedTable, type ReadSection, type Sheet, type SheetRow } from '../types.ts'
import { createClassifier, type RowClass } from './classifyRow.ts'
import { mapColumns, type MappedColumn, type MappedColumns } from './columns.ts'
import { weighColumn } from './evidence.ts'
import { kindOf } from './fields.ts'
import { findHeader } from './findHeader.ts'
import { findKeyColumn, refuseDuplicates, type KeyColumn } from './keys.ts'
import { columnLetter } from './letters.ts'
import { mapRow, type RowRules } from './mapRow.ts'
import { foldOwnHeaders } from './matchHeader.ts'
import { findCurrencyColumns } from './rowCurrency.ts'

export interface MapOptions {
  /** The account's currency, ISO 4217. */
  currency: string
}

interface ClassedRow {
  row: SheetRow
  rowClass: Exclude<RowClass, 'blank'>
}

/**
 * Understands a sheet: finds its header, maps its columns to fields and parses every cell.
 * Faults of a cell stay with their row; only what makes the whole sheet unusable is thrown.
 * @throws SheetRefused no_rows, no_header, missing_required_column, duplicate_header, ambiguous_header, no_key_column.
 */
export function mapTable(sheet: Sheet, settings: SourceSettings, options: MapOptions): MappedTable {
  const readCell = createCellReader(settings.clear_token)
  const own = foldOwnHeaders(settings.columns)
  const header = findHeader(sheet.rows, own)
  const headerRow = sheet.rows[header.index]
  if (!headerRow) throw new SheetRefused('no_header', 'The sheet has no header.')
  const body = sheet.rows.slice(header.index + 1)
  const mapped = mapColumns(headerRow, header, body, readCell)
  const key = findKeyColumn(mapped.columns, body, settings, readCell)
  const classed = classifyRows(body, createClassifier(mapped.columns, key.column.index, own, readCell).classify)
  const items = classed.filter(({ rowClass }) => rowClass === 'item').map(({ row }) => row)
  if (items.length === 0) throw new SheetRefused('no_rows', `There is no item below the header in row ${headerRow.row}. Add a row for each item.`)
  const { rules, inferred } = weighColumns(mapped.columns, items, settings, options)
  const shared: RowRules = {
    columns: mapped.columns,
    key,
    rules,
    readCell,
    currencyOf: findCurrencyColumns(headerRow, mapped.columns, readCell).currencyOf,
    blankClears: settings.blank === 'clear',
    ...(mapped.quantity && { quantity: { column: mapped.quantity, policy: settings.quantity } }),
    withLines: sheet.rows.some(({ row, line }) => line !== undefined && line !== row),
  }
  const width = sheet.delimiter === undefined ? undefined : headerRow.cells.length
  const rows = classed.map(({ row, rowClass }) => mapClassed(row, rowClass, shared, width))
  refuseDuplicates(
    rows,
    key,
    mapped.columns.find(({ target }) => target === 'asset_tag'),
  )
  return { read: describeRead(sheet, headerRow.row, mapped, inferred, key, settings), rows }
}

function classifyRows(body: readonly SheetRow[], classify: (row: SheetRow) => RowClass): ClassedRow[] {
  return body.flatMap((row) => {
    const rowClass = classify(row)
    return rowClass === 'blank' ? [] : [{ row, rowClass }]
  })
}

function mapClassed(row: SheetRow, rowClass: ClassedRow['rowClass'], shared: RowRules, width: number | undefined): MappedRow {
  if (rowClass === 'item') {
    const mapped = mapRow(row, shared)
    if (width !== undefined) refuseOverlong(mapped, row, width)
    return mapped
  }
  const bare = { row: row.row, ...(shared.withLines && row.line !== undefined && { line: row.line }) }
  // a heading in the key column is a row after all when its text is a key that the source knows
  if (rowClass === 'group_row' && row.cells[shared.key.column.index]?.text.trim())
    return { ...mapRow(row, shared), outcome: 'skipped', reason: rowClass }
  return { ...bare, outcome: 'skipped', reason: rowClass, fields: {}, blanks: [], clears: [], errors: [], warnings: [] }
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

function weighColumns(columns: readonly MappedColumn[], items: readonly SheetRow[], settings: SourceSettings, options: MapOptions) {
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
        currency: options.currency,
        ...evidence,
        ...(headerCurrency !== undefined && { headerCurrency }),
        ...(words && { words }),
      })
    }
  }
  return { rules, inferred }
}

function describeRead(
  sheet: Sheet,
  headerRow: number,
  { columns, unknown, ignored, quantity }: MappedColumns,
  inferred: Record<string, string>,
  key: KeyColumn,
  settings: SourceSettings,
): ReadSection {
  const hiddenRows = sheet.rows.filter(({ hidden, cells }) => hidden && cells.length > 0).length
  return {
    ...(sheet.name !== undefined && { sheet: sheet.name }),
    ...(sheet.otherSheets && { sheets_not_read: sheet.otherSheets }),
    ...(sheet.encoding !== undefined && { encoding: sheet.encoding }),
    ...(sheet.delimiter !== undefined && { delimiter: sheet.delimiter }),
    header_row: headerRow,
    ...(sheet.hiddenColumns && { hidden_columns: sheet.hiddenColumns }),
    ...(hiddenRows > 0 && { hidden_rows: hiddenRows }),
    columns: Object.fromEntries(
      [...columns, ...(quantity ? [quantity] : [])]
        .toSorted((a, b) => a.index - b.index)
        .map(({ letter, header, target }) => [letter, { header, field: target }]),
    ),
    unknown_columns: unknown,
    ...(ignored.length > 0 && { ignored_columns: ignored }),
    ...(Object.keys(inferred).length > 0 && { inferred }),
    ...(key.field !== settings.key && { key: key.field }),
  }
}
