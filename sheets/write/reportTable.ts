import type { CellNote, PlanSummary, ReportRow } from '../../contract/control/control.ts'
import type { TableCell } from '../../contract/csv.ts'
import type { Cell, Sheet } from '../types.ts'

const reportHeaders = [
  'Kitroom row',
  'Kitroom key',
  'Kitroom outcome',
  'Kitroom result',
  'Kitroom changes',
  'Kitroom messages',
  'Kitroom gear id',
]

const formatValue = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '(empty)'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function describeChanges(row: ReportRow): string {
  const changed = Object.entries(row.changed ?? {}).map(
    ([field, { from, to }]) => `${field}: ${formatValue(from)} → ${formatValue(to)}`,
  )
  const conflicts = Object.entries(row.conflicts ?? {}).map(
    ([field, { base, sheet, api }]) =>
      `${field}: last synced ${formatValue(base)}, sheet ${formatValue(sheet)}, Kitroom ${formatValue(api)}`,
  )
  return [...changed, ...conflicts].join('\n')
}

const describeNote = ({ cell, message = '', code }: CellNote): string =>
  `${cell === '' ? '' : `${cell}: `}${message} [${code}]`

function describeMessages(row: ReportRow): string {
  const error = row.error
    ? [
        `${row.error.detail} [${row.error.code}]${row.error.request_id === undefined ? '' : ` (request ${row.error.request_id})`}`,
      ]
    : []
  const movedFrom = row.row_before === undefined ? [] : [`was in row ${row.row_before}`]
  return [
    ...movedFrom,
    ...(row.errors ?? []).map(describeNote),
    ...error,
    ...(row.warnings ?? []).map(describeNote),
    ...(row.notes ?? []),
  ].join('\n')
}

const formatResultCells = (row: ReportRow): TableCell[] => [
  // Row 0 stands for a missing item, which has no row.
  row.row === 0 ? null : row.row,
  row.key ?? '',
  row.reason === undefined ? row.outcome : `${row.outcome} (${row.reason})`,
  row.result,
  describeChanges(row),
  describeMessages(row),
  row.gear_id ?? null,
]

const copyCell = (cell: Cell | undefined): TableCell => {
  if (!cell || cell.kind === 'blank') return null
  return cell.kind === 'number' && typeof cell.value === 'number' ? cell.value : cell.text
}

const describeDroppedRows = (rows: number): string =>
  `${rows} unchanged rows are counted but not listed: Kitroom stores them for a source's last run only.`

/**
 * Writes a report as rows: the sheet's own columns, then the results. Missing items follow at the end, then the number
 * of rows that are not stored.
 * @param sheet undefined when its bytes were deleted; the original columns are then omitted
 */
export function* buildReportTable(
  head: PlanSummary,
  rows: Iterable<ReportRow>,
  sheet: Sheet | undefined,
): Generator<TableCell[]> {
  const byNumber = new Map(sheet?.rows.map((row) => [row.row, row.cells]))
  const headerCells = byNumber.get(head.read?.header_row ?? 0) ?? []
  const width = headerCells.length
  const copy = (cells: readonly Cell[]): TableCell[] =>
    Array.from({ length: width }, (_, index) => copyCell(cells[index]))
  yield [...copy(headerCells), ...reportHeaders]
  for (const row of rows) yield [...copy(byNumber.get(row.row) ?? []), ...formatResultCells(row)]
  for (const item of head.missing) {
    const movedFrom = typeof item['row_before'] === 'number' ? `was in row ${item['row_before']}` : ''
    yield [
      ...copy([]),
      null,
      item.key,
      'missing',
      'not in the sheet',
      null,
      movedFrom,
      typeof item['gear_id'] === 'string' ? item['gear_id'] : null,
    ]
  }
  if (head.unchanged_dropped !== undefined)
    yield [...copy([]), null, null, 'unchanged', 'unchanged', null, describeDroppedRows(head.unchanged_dropped), null]
}
