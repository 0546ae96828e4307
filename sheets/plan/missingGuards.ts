import type { SheetMapping } from '../../contract/control/explain.ts'
import type { UnchangedReason, ReadSection } from '../types.ts'
import type { PlanContext } from './planContext.ts'
import type { SheetFacts } from './sheetFacts.ts'

const DEFAULT_GUARD = { items: 5, percent: 2 } as const

/** Targets that are not fields. Other versions list such columns as unknown, so only their headers are compared. */
const NON_FIELD_TARGETS: ReadonlySet<unknown> = new Set(['quantity', 'currency', 'not_on_hand'])

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

/** Finds the reason why an item without a row may still be in the sheet, else null. */
export function findUnreliableAbsenceReason(
  { input }: PlanContext,
  { hasItems, unreadRow }: SheetFacts,
): UnchangedReason | null {
  const { table, earlierRead } = input
  if (!hasItems) return { code: 'sheet_empty', detail: 'The sheet has no item, so nothing counts as missing from it.' }
  if (unreadRow?.reason === 'other_table')
    return {
      code: 'key_unreadable',
      detail: `Row ${unreadRow.row} stands in a table that is not read and may list gear, so which items are missing is not certain.`,
    }
  if (unreadRow)
    return {
      code: 'key_unreadable',
      detail: `The key of row ${unreadRow.row} cannot be read, so which items are missing is not certain. Fill the cell.`,
    }
  // A plan of an older version describes the main table only.
  const earlierMapping = earlierRead?.['mapping'] as SheetMapping | undefined
  if (
    earlierRead &&
    signatureOf(earlierRead, earlierMapping) !== signatureOf(table.read, earlierMapping && table.mapping)
  )
    return {
      code: 'header_changed',
      detail:
        'The header is not the one of the last run, so nothing counts as missing this time. From the next run on it does.',
    }
  if (earlierRead && earlierRead.range !== table.read.range)
    return {
      code: 'header_changed',
      detail:
        'The range is not the one of the last run, so nothing counts as missing this time. From the next run on it does.',
    }
  return null
}

/** Finds the reason why so many items must not be marked or deleted in one run, else null. One item is always allowed, unless the guard is 0. */
export function findMissingGuardReason(count: number, { input }: PlanContext): UnchangedReason | null {
  const { items, percent } = input.settings.missing_guard ?? DEFAULT_GUARD
  const share = (percent * input.bindings.size) / 100
  const limit = items === 0 || percent === 0 ? 0 : Math.max(1, Math.floor(Math.min(items, share)))
  if (count <= limit) return null
  return {
    code: 'guard_missing',
    detail:
      `${count} of ${input.bindings.size} items would be marked or deleted, and missing_guard lets ${limit} pass. ` +
      'Nothing is marked or deleted. Look whether rows were lost; if not, raise missing_guard in kitroom.yaml.',
  }
}
