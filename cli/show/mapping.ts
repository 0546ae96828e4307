import type {
  FieldProposal,
  MissingHeader,
  ReadSection,
  SheetMapping,
  TableInfo,
  UnknownWord,
} from '../../contract/control/explain.ts'
import { chooseTextLimit, escapeUnsafe } from './text.ts'

const LABEL_WIDTH = 11
const HEADER_EVIDENCE = 'the header means it'
const MAX_TABLES = 20
const MAX_WORDS = 20

const formatLine = (label: string, text: string): string => `${label.padEnd(LABEL_WIDTH)}${escapeUnsafe(text)}`

const nameField = (field: unknown): string =>
  typeof field === 'object' && field !== null
    ? Object.entries(field)
        .map(([type, name]) => `${String(name)} (${type})`)
        .join(', ')
    : String(field)

const nameColumn = ({ column, header }: { column: string; header: string }): string =>
  `${column} ${header === '' ? '(no header)' : `"${header}"`}`

/** Lists columns with their fields: those matched by their header on one line, each other one with its evidence. */
function* showColumns({ columns }: TableInfo): Generator<string> {
  const describeMapping = (column: TableInfo['columns'][number]): string =>
    `${nameColumn(column)} → ${nameField(column.field)}`
  const matchedByHeader = columns.filter(({ evidence }) => evidence === HEADER_EVIDENCE)
  if (matchedByHeader.length > 0)
    yield formatLine('columns', `${matchedByHeader.map(describeMapping).join(', ')}; ${HEADER_EVIDENCE}`)
  for (const column of columns.filter(({ evidence }) => evidence !== HEADER_EVIDENCE))
    yield formatLine('', `${describeMapping(column)}; ${column.evidence}`)
}

const GROUPS: Readonly<Record<string, string>> = {
  item: 'items',
  blank: 'blank',
  header: 'header',
  above_header: 'above the header',
  group_row: 'headings',
  totals_row: 'totals',
  repeated_header: 'repeated headers',
  table_header: 'headers of other tables',
  other_table: 'in other tables',
}

const REASONS: Readonly<Record<string, string>> = {
  not_known: 'not known',
  no_header: 'has no header',
  settings: 'by your settings',
  row_number: 'counts the rows',
  asked: 'may say that gear is gone, see the question',
}

function* showLeftOut({ left_out: columns }: TableInfo): Generator<string> {
  if (columns.length === 0) return
  const describeColumn = (column: TableInfo['left_out'][number]): string =>
    `${nameColumn(column)} (${REASONS[column.reason] ?? column.reason}${column.nearest === undefined ? '' : `, nearest: ${column.nearest}`})`
  const plain = columns.filter(({ detail }) => detail === undefined)
  if (plain.length > 0) yield formatLine('left out', plain.map(describeColumn).join(', '))
  for (const column of columns)
    if (column.detail !== undefined)
      yield formatLine('left out', `${nameColumn(column)} is not read as ${column.field}: ${column.detail}`)
  const kept = columns.flatMap(({ header, proposal }) => (proposal ? [describeProposal(header, proposal)] : []))
  if (kept.length > 0)
    yield formatLine('own fields', `${kept.join(', ')}; to keep one: sync keep <source> <column>, or all: --all`)
}

/** Describes the own field that would hold a column. */
const describeProposal = (header: string, { type, unit }: FieldProposal): string =>
  `"${header}" (${type}${unit === undefined ? '' : ` in ${unit}`})`

function* showMissingHeaders(headers: readonly MissingHeader[]): Generator<string> {
  for (const { setting, header, nearest } of headers.slice(0, chooseTextLimit(MAX_WORDS)))
    yield formatLine(
      'warning',
      `no column is called "${header}", which ${setting}: names${nearest === undefined ? '' : `; nearest: "${nearest}"`}`,
    )
  if (headers.length > chooseTextLimit(MAX_WORDS))
    yield formatLine('', `… and ${headers.length - MAX_WORDS} more; --json shows all`)
}

const formatRowSpan = ({ first_row: first, last_row: last }: TableInfo): string =>
  first === null ? 'no rows' : `rows ${first} to ${last}`

function* showTable(table: TableInfo, isOnly: boolean): Generator<string> {
  const location = `header in row ${table.header_row}, columns ${table.from} to ${table.to}, ${formatRowSpan(table)}`
  if (table.kind === 'other') {
    yield formatLine(`table ${table.table}`, `not gear, not read; ${location}. ${table.detail ?? ''}`)
    return
  }
  yield formatLine(
    isOnly ? 'table' : `table ${table.table}`,
    `gear${table.title === undefined ? '' : ` under "${table.title}"`}; ${location}`,
  )
  if (table.key) yield formatLine('key', `${nameColumn(table.key)} → ${table.key.field}; ${table.key.evidence}`)
  yield* showColumns(table)
  yield* showLeftOut(table)
}

function* showWords(words: readonly UnknownWord[], block: string): Generator<string> {
  if (words.length === 0) return
  for (const { field, word, cells, rows, nearest } of words.slice(0, chooseTextLimit(MAX_WORDS))) {
    const occurrences = `${cells} ${cells === 1 ? 'cell' : 'cells'}, row ${rows.join(', ')}${cells > rows.length ? ' …' : ''}`
    yield formatLine(
      'not known',
      `${field} "${word}" (${occurrences})${nearest === undefined ? '' : `, nearest: ${nearest}`}`,
    )
  }
  if (words.length > chooseTextLimit(MAX_WORDS))
    yield formatLine('', `… and ${words.length - MAX_WORDS} more; --json shows all`)
  if (block === '') return
  yield formatLine('', 'To say what they mean, paste this below the source in kitroom.yaml:')
  yield* block.split('\n').map((text) => `    ${escapeUnsafe(text)}`)
}

/** Describes how a sheet was read: sheet, encoding, rows, tables with key and columns, unknown words. */
export function* formatMapping(read: ReadSection, mapping: SheetMapping): Generator<string> {
  const unreadSheets = Array.isArray(read['sheets_not_read']) ? read['sheets_not_read'].map(String) : []
  if (typeof read['sheet'] === 'string')
    yield formatLine(
      'sheet',
      `${read['sheet']}${typeof read['range'] === 'string' ? `, only ${read['range']}` : ''}${unreadSheets.length > 0 ? `; not read: ${unreadSheets.join(', ')}` : ''}`,
    )
  if (mapping.encoding) yield formatLine('encoding', `${mapping.encoding.name}; ${mapping.encoding.evidence}`)
  else if (typeof read['encoding'] === 'string') yield formatLine('encoding', read['encoding'])
  const groups = Object.entries(mapping.row_groups).map(([group, count]) => `${count} ${GROUPS[group] ?? group}`)
  yield formatLine('rows', `${mapping.rows}: ${groups.join(', ')}`)
  if (mapping.tables.length > 1) yield formatLine('tables', String(mapping.tables.length))
  for (const table of mapping.tables.slice(0, chooseTextLimit(MAX_TABLES)))
    yield* showTable(table, mapping.tables.length === 1)
  if (mapping.tables.length > chooseTextLimit(MAX_TABLES))
    yield formatLine('', `… and ${mapping.tables.length - MAX_TABLES} more tables; --json shows all`)
  yield* showMissingHeaders(mapping.missing_headers ?? [])
  yield* showWords(mapping.unknown_words, mapping.values_block)
}
