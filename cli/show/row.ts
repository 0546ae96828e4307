import type { CellNote, PlanRow, ReportRow } from '../../contract/control.ts'
import { clean, showValue } from './clean.ts'
import type { Terminal } from './terminal.ts'

type Paint = Terminal['paint']
type Row = PlanRow | ReportRow

/** Note on a row of an undo that a person has edited. */
const CHANGED_SINCE = 'changed_since'

const MARKS: Readonly<Record<PlanRow['outcome'], [mark: string, format: Parameters<Paint>[0], word: string]>> = {
  create: ['+', 'green', 'create'],
  update: ['~', 'yellow', 'update'],
  mark: ['~', 'yellow', 'mark'],
  delete: ['-', 'red', 'delete'],
  conflict: ['!', 'magenta', 'conflict'],
  refused: ['x', 'red', 'refused'],
  deleted_in_api: ['?', 'magenta', 'deleted in Kitroom'],
  skipped: [' ', 'dim', 'skipped'],
  unchanged: ['=', 'dim', 'unchanged'],
}

const noteLine = (note: CellNote): string => {
  const rows = note.rows?.length ? ` (rows ${note.rows.join(', ')})` : ''
  const raw = note.raw === '' || note.message?.includes(note.raw) ? '' : ` "${showValue(note.raw)}"`
  return `${clean(note.cell)}${raw}: ${clean(note.message ?? note.code)}${note.message ? ` [${note.code}]` : ''}${rows}`
}

function fieldLines(row: Row, whole: boolean): string[] {
  const pairs = whole && (row.outcome === 'create' || row.outcome === 'delete') ? Object.entries(row.fields ?? {}) : []
  return [
    ...pairs.map(([field, value]) => `${field}: ${showValue(value)}`),
    ...Object.entries(row.changed ?? {}).map(([field, { from, to }]) => `${field}: ${showValue(from)} → ${showValue(to)}`),
    ...conflictLines(row),
  ]
}

/** In an undo, values are what the run wrote, what was before, and what is now. */
const isOfUndo = (row: Row): boolean => row.notes?.includes(CHANGED_SINCE) ?? false

function conflictLines(row: Row): string[] {
  const [first, second, third] = isOfUndo(row) ? ['the run wrote', 'before it', 'now'] : ['last synced', 'sheet', 'Kitroom']
  return Object.entries(row.conflicts ?? {}).map(
    ([field, { base, sheet, api }]) => `${field}: ${first} ${showValue(base)}, ${second} ${showValue(sheet)}, ${third} ${showValue(api)}`,
  )
}

const describeNote = (note: string): string => (note === CHANGED_SINCE ? `somebody edited it after the run; it stays [${note}]` : clean(note))

function name(row: Row): string {
  const { gear_type, brand, model } = row.fields ?? {}
  return [gear_type, brand, model]
    .filter((part) => part !== undefined && part !== null)
    .map((part) => showValue(part))
    .join(' ')
}

const resultLine = (row: Row): string[] => {
  if (!('result' in row) || !row.error) return []
  return [`${row.result}: ${clean(row.error.detail)} [${row.error.code}]`]
}

/** Row number; for a missing row its last one. */
const rowLocation = ({ row, row_before: before }: Row): string => (row > 0 ? `row ${row}` : before === undefined ? '' : `was ${before}`)

/** Formats one row, followed by its fields, faults and warnings. @param whole shows every field of a created item */
export function showRow(row: Row, paint: Paint, whole: boolean): string {
  const [mark, format, word] = MARKS[row.outcome]
  const head = [rowLocation(row).padEnd(9), word, showValue(row.key ?? '').replace('(empty)', ''), name(row), row.reason && `(${clean(row.reason)})`]
  const lines = [
    ...fieldLines(row, whole),
    ...(row.errors ?? []).map(noteLine),
    ...(row.warnings ?? []).map((note) => `warning: ${noteLine(note)}`),
    ...(row.notes ?? []).map((note) => `note: ${describeNote(note)}`),
    ...resultLine(row),
  ]
  return [paint(format, `${mark} ${head.filter(Boolean).join(' ')}`), ...lines.map((line) => `      ${line}`)].join('\n')
}
