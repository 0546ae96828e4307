import { formatAnswersYaml } from '../../contract/control/answersYaml.ts'
import type { BulkEdit } from '../../contract/control/bulkEdit.ts'
import type { PlanRow, PlanSummary, ReportRow } from '../../contract/control/control.ts'
import { DAMAGED_CODES } from '../../contract/control/damagedCodes.ts'
import type { PlanQuestion } from '../../contract/control/questions.ts'
import type { Terminal } from '../base/terminal.ts'
import { describePlanCounts } from './counts.ts'
import { formatMapping } from './mapping.ts'
import { formatRow, isWorthShowing } from './row.ts'
import { describeRun } from './runName.ts'
import { chooseTextLimit, escapeUnsafe } from './text.ts'

type Row = PlanRow | ReportRow

/**
 * Maximum number of rows per outcome without `--all`, of unchanged ones those with a note; the most urgent outcome
 * comes first.
 */
const ROW_LIMITS: readonly [PlanRow['outcome'], number][] = [
  ['refused', 50],
  ['conflict', 50],
  ['question', 20],
  ['deleted_in_api', 20],
  ['delete', 100],
  ['mark', 50],
  ['update', 50],
  ['create', 10],
  ['skipped', 0],
  ['unchanged', 20],
]

/** Groups rows that are refused only because of the same unknown word. */
function groupUnknownWords(rows: readonly Row[]): Row[][] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const [error, second] = row.errors ?? []
    const isUnknownWord =
      row.outcome === 'refused' && error && !second && (error.code === 'unknown_type' || error.code === 'unknown_value')
    const key = isUnknownWord
      ? `${row.table ?? ''} ${error.code} ${error.cell.replace(/\d+$/, '')} ${error.raw.trim().toLowerCase()}`
      : `row ${groups.size}`
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return [...groups.values()]
}

const MAX_NAMED_ROWS = 10

function formatGroup(group: readonly Row[], terminal: Terminal): string {
  const [first] = group
  if (!first || group.length === 1) return first ? formatRow(first, terminal.paint, false) : ''
  const numbers = group.slice(0, MAX_NAMED_ROWS).map(({ row }) => row)
  const ellipsis = group.length > numbers.length ? ' …' : ''
  const note = first.errors?.[0]
  return [
    terminal.paint('red', `x ${group.length} rows  refused: rows ${numbers.join(', ')}${ellipsis}`),
    `      ${escapeUnsafe(note?.message ?? '')} [${note?.code ?? ''}]`,
  ].join('\n')
}

/** Formats rows: with `showsAllRows` every row and field in the sheet's order, else each outcome up to its limit. */
export function formatRows(rows: readonly Row[], terminal: Terminal, showsAllRows: boolean): string {
  if (showsAllRows) return rows.map((row) => formatRow(row, terminal.paint, true)).join('\n')
  return ROW_LIMITS.flatMap(([outcome, limit]) => {
    const isShown = (row: Row): boolean => row.outcome === outcome && (outcome !== 'unchanged' || isWorthShowing(row))
    const rowGroups = groupUnknownWords(rows.filter(isShown))
    const shownGroups = rowGroups
      .slice(0, limit > 0 ? chooseTextLimit(limit) : 0)
      .map((group) => formatGroup(group, terminal))
    const hiddenCount = rowGroups.length - shownGroups.length
    return hiddenCount > 0 && limit > 0
      ? [...shownGroups, terminal.paint('dim', `  … and ${hiddenCount} more: ${outcome} (--all shows everything)`)]
      : shownGroups
  }).join('\n')
}

/** Describes how the sheet was read. An older worker reports only the header row. */
function describeReading(head: PlanSummary): string[] {
  if (!head.read) return []
  if (head.mapping) return [...formatMapping(head.read, head.mapping)]
  const unknownColumns = head.read.unknown_columns.length
  const usedColumns = Object.values(head.read.columns).filter(({ field }) => field && field !== 'ignore').length
  return [
    `Header in row ${head.read.header_row}, columns used: ${usedColumns}${unknownColumns > 0 ? `, not known and left out: ${unknownColumns}` : ''}.`,
  ]
}

/** Names the command that creates items again which were deleted in Kitroom. */
const formatDeletedHere = ({ plan_id: id, counts, undoes }: PlanSummary): string[] =>
  counts['deleted_in_api'] === undefined || undoes !== undefined
    ? []
    : [`To create the ${counts['deleted_in_api']} deleted items again: npm run kitroom -- sync recreate ${id}`]

/** Names the command that takes damaged values as they stand. */
function formatDamaged({ plan_id: id }: PlanSummary, rows: readonly Row[]): string[] {
  const count = rows.flatMap(({ warnings = [] }) => warnings).filter(({ code }) => DAMAGED_CODES.includes(code)).length
  return count === 0
    ? []
    : [
        `To take ${count === 1 ? 'the damaged value' : `the ${count} damaged values`} as the sheet has ${count === 1 ? 'it' : 'them'}: npm run kitroom -- sync take ${id}`,
      ]
}

const MAX_QUESTIONS = 20

function formatQuestion({ code, detail, count, rows, answers }: PlanQuestion): string[] {
  const numbers = rows.slice(0, MAX_NAMED_ROWS).join(', ')
  const names = answers.map(({ setting, values, effect }) => {
    const [value, ...others] = new Set(Object.values(values))
    return `      ${setting} ${value === undefined || others.length > 0 ? '…' : escapeUnsafe(value)}: ${escapeUnsafe(effect)}`
  })
  const title = `? ${escapeUnsafe(detail)} [${code}] (${count === 1 ? 'row' : 'rows'} ${numbers}${count > MAX_NAMED_ROWS ? ' …' : ''})`
  return [title, ...names]
}

/** Formats the questions of a plan, and lines for kitroom.yaml that answer them. */
function formatQuestions({ questions = [] }: PlanSummary): string[] {
  if (questions.length === 0) return []
  const shown = questions.slice(0, chooseTextLimit(MAX_QUESTIONS))
  const hidden = questions.length - shown.length
  return [
    ...shown.flatMap(formatQuestion),
    ...(hidden > 0 ? [`  … and ${hidden} more questions; --json shows all`] : []),
    'To answer, add this to the source in kitroom.yaml, with the answer that is right:',
    ...formatAnswersYaml(shown)
      .split('\n')
      .map((line) => `    ${escapeUnsafe(line)}`),
  ]
}

function formatUnchangedReason(head: PlanSummary): string[] {
  const held = head['missing_held'] as { code: string; detail: string } | undefined
  return held ? [`Nothing is marked or deleted: ${escapeUnsafe(held.detail)} [${held.code}]`] : []
}

function formatDroppedRows({ unchanged_dropped: dropped }: PlanSummary): string[] {
  return dropped === undefined
    ? []
    : [`${dropped} unchanged rows are counted but not listed: Kitroom stores them for a source's last run only.`]
}

function describeHead(head: PlanSummary): string {
  const { plan_id: id, source, file } = head
  const { edit, undoes } = head as { edit?: BulkEdit; undoes?: string }
  if (!edit) return `Plan ${id} for ${escapeUnsafe(source)} from ${escapeUnsafe(file)}`
  return `Plan ${id}: ${describeRun({ source, edit, ...(undoes !== undefined && { undoes }) })}`
}

export function formatPlan(
  head: PlanSummary,
  rows: readonly PlanRow[],
  terminal: Terminal,
  showsAllRows: boolean,
): string {
  const body = formatRows(rows, terminal, showsAllRows)
  return [
    terminal.paint('bold', describeHead(head)),
    ...describeReading(head),
    ...(body ? [body] : []),
    ...formatQuestions(head),
    ...formatDeletedHere(head),
    ...formatDamaged(head, rows),
    ...formatUnchangedReason(head),
    ...formatDroppedRows(head),
    ...(head.counts['delete']
      ? [
          terminal.paint(
            'red',
            `Deleting cannot be undone. To approve it, name how many items: --deletes ${head.counts['delete']}`,
          ),
        ]
      : []),
    `${describePlanCounts({ ...head.counts, missing: head.is_whole === false ? 0 : head.missing.length })}.`,
  ].join('\n')
}
