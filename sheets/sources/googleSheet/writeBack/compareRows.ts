import { foldKey } from '../../../mapping/keys.ts'
import { isWrittenByKitroom, type WriteBackStatus } from '../../../cells/writeBackColumns.ts'
import type { RowMessage, RowMessages } from '../../writeBack.ts'
import type { ListRow } from './readRows.ts'

/** New texts of a row's cells; null leaves a cell as it is. */
export interface RowChange {
  /** From 0. */
  row: number
  values: (string | null)[]
  /** False for a row that only loses an earlier message. */
  hasMessage: boolean
}

export interface Comparison {
  changes: RowChange[]
  /** Number of rows that have a message, or get it by the changes. */
  rows: number
  /** Number of messages without a row. */
  gone: number
  /** Number of messages whose key is in several rows. */
  duplicates: number
}

const SUCCESSES: ReadonlySet<string> = new Set(['created', 'updated', 'unchanged'] satisfies WriteBackStatus[])
const BLANK_CELLS = ['', '', '', '']
/** Index of the status among the four cells. */
const STATUS = 1

/**
 * Creates the texts that belong beside a row. A row that the run did not change keeps its status and time while they
 * are true.
 */
function toCells({ gearId, status, text, at, isChange }: RowMessage, own: readonly string[]): readonly string[] {
  const [ownId, ownStatus = '', ownText, ownAt] = own
  const isSame = ownId === gearId && ownText === text && ownAt !== '' && !isChange
  const isTrue = ownStatus === status || (status === 'unchanged' && SUCCESSES.has(ownStatus))
  return isSame && isTrue ? own : [gearId, status, text, at]
}

/**
 * Creates the new texts of a row's cells: those that differ, and always the status. If the row moves during the write,
 * the status shows where the text went.
 */
function toValues(own: readonly string[], message: RowMessage | undefined): RowChange['values'] {
  const [id = '', status = ''] = own
  if (!message) return isWrittenByKitroom(id, status) ? [...BLANK_CELLS] : own.map(() => null)
  const cells = toCells(message, own)
  const isSame = cells.every((text, index) => text === own[index])
  return cells.map((text, index) => (isSame || (text === own[index] && index !== STATUS) ? null : text))
}

/**
 * Compares the texts beside each row with those that belong there. Rows are found by their key. A row without a message
 * loses an earlier one.
 */
export function compareRows(rows: readonly ListRow[], { byKey }: RowMessages): Comparison {
  const rowsByKey = Map.groupBy(
    rows.filter(({ key }) => key.trim() !== ''),
    ({ key }) => foldKey(key),
  )
  const messages = new Map<ListRow, RowMessage>()
  let [gone, duplicates] = [0, 0]
  for (const [key, message] of byKey) {
    const otherKey = message.otherKey !== undefined && !byKey.has(message.otherKey) ? message.otherKey : key
    const [row, second] = rowsByKey.get(key) ?? rowsByKey.get(otherKey) ?? []
    if (!row) gone++
    else if (second) duplicates++
    else messages.set(row, message)
  }
  const changes = rows.flatMap((row): RowChange[] => {
    const message = messages.get(row)
    const values = toValues(row.own, message)
    return values.some((value) => value !== null) ? [{ row: row.row, values, hasMessage: message !== undefined }] : []
  })
  return { changes, rows: messages.size, gone, duplicates }
}
