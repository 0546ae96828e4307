import type { MappedRow } from '../types.ts'

/** Facts about all rows that planning needs before it plans the first one. */
export interface SheetFacts {
  hasItems: boolean
  /** First item row whose key cannot be read. */
  unreadRow?: Pick<MappedRow, 'row' | 'reason'>
  /** Folded keys of rows that were refused before the comparison. */
  refusedKeys: ReadonlySet<string>
  /** Folded keys of all rows; empty unless a row has a quantity. */
  keys: ReadonlySet<string | undefined>
}

/** Collects the facts. Yields after each row. @param isUnread true for a row whose key is none */
export function* collectSheetFacts(
  rows: Iterable<MappedRow>,
  isUnread: (row: MappedRow) => boolean,
): Generator<undefined, SheetFacts> {
  const refusedKeys = new Set<string>()
  const keys = new Set<string | undefined>()
  let [hasItems, hasStacks] = [false, false]
  let unreadRow: SheetFacts['unreadRow']
  for (const mapped of rows) {
    const { row, reason, outcome, keyFold, stack } = mapped
    if (outcome !== 'skipped') hasItems = true
    if (outcome !== 'skipped' && (keyFold === undefined || isUnread(mapped)))
      unreadRow ??= { row, ...(reason !== undefined && { reason }) }
    if (outcome === 'refused' && keyFold !== undefined) refusedKeys.add(keyFold)
    if (stack) hasStacks = true
    yield
  }
  if (hasStacks)
    for (const { keyFold } of rows) {
      keys.add(keyFold)
      yield
    }
  return { hasItems, ...(unreadRow && { unreadRow }), refusedKeys, keys }
}
