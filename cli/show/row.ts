import type { CellNote, PlanRow, ReportRow } from '../../contract/control/control.ts'
import type { Terminal } from '../base/terminal.ts'
import { escapeUnsafe, formatValue } from './text.ts'

type Paint = Terminal['paint']
type Row = PlanRow | ReportRow

/** Code of an undo's row whose item a person has edited since the run. */
const CHANGED_SINCE = 'changed_since'

const OUTCOME_STYLES: Readonly<Record<PlanRow['outcome'], [mark: string, format: Parameters<Paint>[0], word: string]>> =
  {
    create: ['+', 'green', 'create'],
    update: ['~', 'yellow', 'update'],
    mark: ['~', 'yellow', 'mark'],
    delete: ['-', 'red', 'delete'],
    conflict: ['!', 'magenta', 'conflict'],
    question: ['?', 'yellow', 'waits for an answer'],
    refused: ['x', 'red', 'refused'],
    deleted_in_api: ['?', 'magenta', 'deleted in Kitroom'],
    skipped: [' ', 'dim', 'skipped'],
    unchanged: ['=', 'dim', 'unchanged'],
  }

const noteLine = (note: CellNote): string => {
  const rows = note.rows?.length ? ` (rows ${note.rows.join(', ')})` : ''
  const rawText = note.raw === '' || note.message?.includes(note.raw) ? '' : ` "${formatValue(note.raw)}"`
  const place = `${escapeUnsafe(note.cell)}${rawText}`
  return `${place === '' ? '' : `${place}: `}${escapeUnsafe(note.message ?? note.code)}${note.message ? ` [${note.code}]` : ''}${rows}`
}

const formatPair = ([field, value]: [string, unknown]): string => `${field}: ${formatValue(value)}`

/** Says in parentheses how a value was found that no cell has. */
function formatEvidence({ evidence }: Row, field: string): string {
  const found = evidence?.[field]
  return found === undefined ? '' : ` (${escapeUnsafe(found.message)})`
}

/** Fields that the first line of a row shows. */
const SHOWN_FIRST = new Set(['gear_type', 'brand', 'model'])

/** Formats the other values of an item on one line. */
function formatFieldLine(
  pairs: readonly [string, unknown][],
  key: string | undefined,
  format: (pair: [string, unknown]) => string,
): string[] {
  const others = pairs.filter(([field, value]) => !SHOWN_FIRST.has(field) && value !== key)
  return others.length === 0 ? [] : [others.map(format).join(', ')]
}

function formatFields(row: Row, allFields: boolean): string[] {
  const fieldPairs = ['create', 'delete', 'question'].includes(row.outcome) ? Object.entries(row.fields ?? {}) : []
  const format = (pair: [string, unknown]): string => `${formatPair(pair)}${formatEvidence(row, pair[0])}`
  return [
    ...(allFields ? fieldPairs.map(format) : formatFieldLine(fieldPairs, row.key, format)),
    ...Object.entries(row.changed ?? {}).map(
      ([field, { from, to }]) => `${field}: ${formatValue(from)} → ${formatValue(to)}${formatEvidence(row, field)}`,
    ),
    ...formatConflicts(row),
  ]
}

/**
 * True for a row of an undo. Its `base`, `sheet` and `api` are the value that the run wrote, the value before it, and
 * the present value.
 */
const isOfUndo = (row: Row): boolean => row.notes?.includes(CHANGED_SINCE) ?? false

function formatConflicts(row: Row): string[] {
  const [first, second, third] = isOfUndo(row)
    ? ['the run wrote', 'before it', 'now']
    : ['last synced', 'sheet', 'Kitroom']
  return Object.entries(row.conflicts ?? {}).map(
    ([field, { base, sheet, api }]) =>
      `${field}: ${first} ${formatValue(base)}, ${second} ${formatValue(sheet)}, ${third} ${formatValue(api)}`,
  )
}

/** Formats a maintenance record that a row creates, moves or deletes. */
const formatMaintenance = (record: NonNullable<Row['maintenance']>[number]): string => {
  const { action, service_type: type, service_date: day, status, from } = record
  return `maintenance: ${action} ${formatValue(type)}, ${from === undefined ? '' : `${from} → `}${day}, ${status}`
}

/** Texts of the notes of a row, by code. */
const NOTE_TEXTS: Readonly<Record<string, string>> = {
  [CHANGED_SINCE]: 'somebody edited it after the run; it stays',
  api_newer: 'only the value in Kitroom has changed since the last sync; it stays',
  deleted_in_api: 'somebody deleted the item in Kitroom',
  sheet_wins: "both sides have changed; by the source's settings the sheet's value is used",
  api_wins: "both sides have changed; by the source's settings the value in Kitroom stays",
  same_item: "by the source's settings it is this item, which gets the new tag",
  cannot_be_undone: 'a deletion cannot be undone',
}

function describeNote(note: string): string {
  const text = NOTE_TEXTS[note]
  return text === undefined ? escapeUnsafe(note) : `${text} [${note}]`
}

const DAMAGE_CODES: ReadonlySet<string> = new Set(['damaged_value', 'damaged_key'])

/** True for an unchanged row that a person should see: the sheet is older than Kitroom, or a program has damaged it. */
export const isWorthShowing = ({ notes = [], warnings = [] }: Row): boolean =>
  notes.length > 0 || warnings.some(({ code }) => DAMAGE_CODES.has(code))

function describeItem(row: Row): string {
  const { gear_type, brand, model } = row.fields ?? {}
  return [gear_type, brand, model]
    .filter((part) => part !== undefined && part !== null)
    .map((part) => formatValue(part))
    .join(' ')
}

const formatResult = (row: Row): string[] => {
  if (!('result' in row) || !row.error) return []
  return [`${row.result}: ${escapeUnsafe(row.error.detail)} [${row.error.code}]`]
}

/** Formats the row number. A row that is missing from the sheet shows the number that it had before. */
function formatRowLocation({ row, row_before: before }: Row): string {
  if (row > 0) return `row ${row}`
  return before === undefined ? '' : `was ${before}`
}

/**
 * Formats one row, followed by its fields, faults and warnings.
 * @param allFields shows each field of a created or deleted item on a line of its own
 */
export function formatRow(row: Row, paint: Paint, allFields: boolean): string {
  const [mark, format, word] = OUTCOME_STYLES[row.outcome]
  const headParts = [
    formatRowLocation(row).padEnd(9),
    word,
    formatValue(row.key ?? '').replace('(empty)', ''),
    describeItem(row),
    row.reason && `(${escapeUnsafe(row.reason)})`,
  ]
  const lines = [
    ...formatFields(row, allFields),
    ...(row.maintenance ?? []).map(formatMaintenance),
    ...(row.errors ?? []).map(noteLine),
    ...(row.questions ?? []).map(noteLine),
    ...(row.warnings ?? []).map((note) => `warning: ${noteLine(note)}`),
    ...(row.notes ?? []).map((note) => `note: ${describeNote(note)}`),
    ...formatResult(row),
  ]
  return [
    paint(format, `${mark} ${headParts.filter(Boolean).join(' ')}`),
    ...lines.map((line) => `      ${line}`),
  ].join('\n')
}
