import { z } from 'zod'
import type { ReadSection, SheetExplanation, SheetMapping } from '../../contract/control/explain.ts'
import type { Terminal } from '../base/terminal.ts'
import { formatMapping } from './mapping.ts'
import { chooseTextLimit, escapeUnsafe } from './text.ts'

/** Members that the command shows; a worker of another version may send more. */
const ShownSection = z.looseObject({
  sheet: z.string().optional(),
  sheets_not_read: z.array(z.string()).optional(),
  encoding: z.string().optional(),
  delimiter: z.string().optional(),
  header_row: z.int(),
  hidden_columns: z.array(z.string()).optional(),
  hidden_rows: z.int().optional(),
  key: z.string().optional(),
  columns: z.record(
    z.string(),
    z.looseObject({ header: z.string(), field: z.union([z.string(), z.record(z.string(), z.string())]) }),
  ),
  unknown_columns: z.array(
    z.looseObject({
      column: z.string(),
      header: z.string(),
      nearest: z.string().optional(),
      detail: z.string().optional(),
    }),
  ),
  ignored_columns: z.array(z.looseObject({ column: z.string(), header: z.string() })).optional(),
  inferred: z.record(z.string(), z.string()).optional(),
  words: z
    .record(
      z.string(),
      z.array(
        z.looseObject({ word: z.string(), cells: z.int(), value: z.string().optional(), table: z.string().optional() }),
      ),
    )
    .optional(),
})
type ShownSection = z.output<typeof ShownSection>

const MAX_WORDS = 20

const nameField = (field: ShownSection['columns'][string]['field']): string =>
  typeof field === 'string'
    ? field
    : Object.entries(field)
        .map(([type, name]) => `${name} (${type})`)
        .join(', ')

function* showLocation(read: ShownSection): Generator<string> {
  if (read.sheet !== undefined)
    yield `sheet      ${read.sheet}${read.sheets_not_read?.length ? `   not read: ${read.sheets_not_read.join(', ')}` : ''}`
  if (read.encoding !== undefined)
    yield `text       ${read.encoding}, values separated by ${read.delimiter === '\t' ? 'tab' : (read.delimiter ?? '')}`
  yield `header     row ${read.header_row}`
  if (read.key !== undefined) yield `key        ${read.key}, because there is no column for the key of the settings`
  yield* showHidden(read)
}

function* showHidden(read: ShownSection): Generator<string> {
  if (read.hidden_columns?.length) yield `hidden     columns ${read.hidden_columns.join(', ')} (read like all others)`
  if (read.hidden_rows !== undefined) yield `hidden     ${read.hidden_rows} rows (read like all others)`
}

function* showColumns(read: ShownSection): Generator<string> {
  const width = Math.max(...Object.values(read.columns).map(({ header }) => escapeUnsafe(header).length))
  for (const [letter, { header, field }] of Object.entries(read.columns)) {
    const evidence = read.inferred?.[letter]
    yield `  ${letter.padEnd(3)} ${escapeUnsafe(header).padEnd(width)}  → ${nameField(field)}${evidence === undefined ? '' : `   (its cells say: ${evidence})`}`
  }
}

function* showWords(read: ShownSection): Generator<string> {
  for (const [letter, words] of Object.entries(read.words ?? {})) {
    yield `Words of ${letter} "${escapeUnsafe(read.columns[letter]?.header ?? '')}":`
    for (const { word, cells, value, table } of words.slice(0, chooseTextLimit(MAX_WORDS)))
      yield `  ${escapeUnsafe(word)} → ${value ?? 'not known'}${table === 'settings' ? ' (your values:)' : ''}   ${cells} ${cells === 1 ? 'cell' : 'cells'}`
    if (words.length > chooseTextLimit(MAX_WORDS)) yield `  … and ${words.length - MAX_WORDS} more; --json shows all`
  }
}

function describeUnknown(nearest: string | undefined, detail: string | undefined): string[] {
  if (detail !== undefined) return [escapeUnsafe(detail)]
  return nearest === undefined ? [] : [`nearest: ${nearest}`]
}

function* showUnknownColumns(read: ShownSection): Generator<string> {
  for (const { column, header, nearest, detail } of read.unknown_columns)
    yield [`  ${column.padEnd(3)} ${escapeUnsafe(header) || '(no header)'}`, ...describeUnknown(nearest, detail)].join(
      '   ',
    )
}

const showCounts = ({ item = 0, refused = 0, skipped = 0 }: Record<string, number>): string =>
  `rows       ${item} can be read, ${refused} cannot, ${skipped} are no items`

function* showDetails(
  explanation: SheetExplanation,
  section: ReadSection,
  mapping: SheetMapping,
  read: ShownSection,
): Generator<string> {
  yield showCounts(explanation.rows)
  yield* showHidden(read)
  yield* formatMapping(section, mapping)
  yield* showWords(read)
}

export function formatExplanation(explanation: SheetExplanation, terminal: Terminal): string {
  const title = terminal.paint('bold', `${escapeUnsafe(explanation.source)}: ${escapeUnsafe(explanation.file)}`)
  if (explanation.refused) return `${title}\n${escapeUnsafe(explanation.refused.detail)} [${explanation.refused.code}]`
  const read = ShownSection.parse(explanation.read)
  if (explanation.read && explanation.mapping)
    return [title, ...showDetails(explanation, explanation.read, explanation.mapping, read)].join('\n')
  return [
    title,
    ...[...showLocation(read)].map((line) => escapeUnsafe(line)),
    showCounts(explanation.rows),
    'Columns:',
    ...showColumns(read),
    ...(read.unknown_columns.length > 0
      ? ['Not known, and left out (name them under columns:):', ...showUnknownColumns(read)]
      : []),
    ...(read.ignored_columns?.length
      ? [
          `Left out by your settings: ${read.ignored_columns.map(({ column, header }) => `${column} "${escapeUnsafe(header)}"`).join(', ')}`,
        ]
      : []),
    ...showWords(read),
  ].join('\n')
}
