import type { SheetMapping } from '../../contract/control/explain.ts'
import { say, type Said } from '../../contract/sentences/say.ts'
import { WARRANTY_LENGTH } from '../vocabulary/warrantyHeaders.ts'
import type { UnchangedReason, ReadSection } from '../types.ts'
import type { PlanContext } from './planContext.ts'
import type { SheetFacts } from './sheetFacts.ts'

const DEFAULT_GUARD = { items: 5, percent: 2 } as const

/** Targets that are not fields. Other versions list such columns as unknown, so only their headers are compared. */
const NON_FIELD_TARGETS: ReadonlySet<unknown> = new Set(['quantity', 'currency', 'not_on_hand', WARRANTY_LENGTH])

const nameColumn = ({ header, field }: { header: string; field?: unknown }): string =>
  NON_FIELD_TARGETS.has(field) ? header : `${header}\u0000${JSON.stringify(field)}`

/** A column without a header is left out, because a remark beside one row would change the header. */
const listHeaderTexts = (list: unknown): string[] =>
  Array.isArray(list) ? list.map((column) => (column as { header: string }).header).filter(Boolean) : []

/** Lists the headers of all gear tables, regardless of order. */
const tablesOf = (mapping: SheetMapping): string[] =>
  mapping.tables
    .filter(({ kind }) => kind === 'gear')
    .map(({ columns, left_out }) =>
      JSON.stringify([...columns.map(nameColumn), ...listHeaderTexts(left_out)].toSorted()),
    )
    .toSorted()

/** Identifies the content of the header, regardless of column order. */
const signatureOf = (read: ReadSection, mapping: SheetMapping | undefined): string =>
  JSON.stringify([
    read.sheet ?? null,
    mapping && mapping.tables.length > 1 ? tablesOf(mapping) : null,
    [
      ...Object.values(read.columns).map(nameColumn),
      ...listHeaderTexts(read.unknown_columns),
      ...listHeaderTexts(read.ignored_columns),
    ].toSorted(),
  ])

const toReason = (code: UnchangedReason['code'], { message: detail, sentences }: Said): UnchangedReason => ({
  code,
  detail,
  sentences,
})

/** Finds the reason why an item without a row may still be in the sheet, else null. */
export function findUnreliableAbsenceReason(
  { input, columns }: PlanContext,
  { hasItems, unreadRow }: SheetFacts,
): UnchangedReason | null {
  const { table, earlierRead } = input
  if (!hasItems) return toReason('sheet_empty', say('sheet_without_items'))
  if (unreadRow?.reason === 'other_table')
    return toReason('key_unreadable', say('unread_row_may_list_gear', { row: unreadRow.row }))
  if (unreadRow) return toReason('key_unreadable', say('key_of_row_unreadable', { row: unreadRow.row }))
  if (columns.openColumn !== undefined)
    return toReason('header_changed', say('column_waits', { header: columns.openColumn }))
  // A plan of an older version describes the main table only.
  const earlierMapping = earlierRead?.['mapping'] as SheetMapping | undefined
  if (
    earlierRead &&
    signatureOf(earlierRead, earlierMapping) !== signatureOf(table.read, earlierMapping && table.mapping)
  )
    return toReason('header_changed', say('header_changed'))
  if (earlierRead && earlierRead.range !== table.read.range) return toReason('header_changed', say('range_changed'))
  return null
}

/**
 * Finds the reason why so many items must not be marked or deleted in one run, else null. One item is always allowed,
 * unless the guard is 0.
 */
export function findMissingGuardReason(count: number, { input }: PlanContext): UnchangedReason | null {
  const { items, percent } = input.settings.missing_guard ?? DEFAULT_GUARD
  const share = (percent * input.bindings.size) / 100
  const limit = items === 0 || percent === 0 ? 0 : Math.max(1, Math.floor(Math.min(items, share)))
  if (count <= limit) return null
  return toReason('guard_missing', say('too_many_missing', { count, of: input.bindings.size, limit }))
}
